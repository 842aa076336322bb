# SPDX-License-Identifier: MIT
"""The runner of the end-to-end cases tells right from wrong."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent


def load_runner():
    loader = importlib.machinery.SourceFileLoader("runner", str(HERE / "run"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cases = pathlib.Path(folder.name)
        self.runner = load_runner()
        self.runner.HERE = self.cases
        self.runner.TIMEOUT_S = 1
        self.case(
            cmd='echo "hello $WORK"; cat data; echo trouble >&2; exit 3\n',
            data="given\n",
        )
        (self.cases / "prelude.sh").write_text("")

    def case(self, **files):
        folder = self.cases / "case"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text)

    def wrong(self, update=False):
        return self.runner.check("case", self.cases / "build", update)

    def test_everything_as_expected(self):
        self.case(stdout_exact="hello $WORK\ngiven\n", stderr_exact="trouble\n", exit="3\n")
        self.assertEqual(self.wrong(), "")

    def test_each_difference_is_reported(self):
        wrong = self.wrong()
        for line in ("+hello $WORK", "+given", "+trouble", "expected 0, got 3"):
            self.assertIn(line, wrong)

    def test_output_that_is_missing_is_reported(self):
        self.case(stdout_exact="hello $WORK\ngiven\nmore\n", stderr_exact="trouble\n", exit="3")
        self.assertIn("-more", self.wrong())

    def test_patterns(self):
        matches = (
            ("h*o $WORK\n*\n", True),
            ("...\ngiven\n", True),
            ("...\n", True),
            ("hello $WORK\n...\ngiven\n...\n", True),
            ("hello*\n", False),
            ("h.llo $WORK\ngiven\n", False),
            ("...\nnever\n...\n", False),
        )
        self.case(stderr_exact="trouble\n", exit="3")
        for pattern, matching in matches:
            self.case(stdout_glob=pattern)
            self.assertEqual(self.wrong() == "", matching, pattern)

    def test_a_snippet_that_hangs_is_ended(self):
        self.case(cmd="sleep 60\n")
        self.assertIn("none within 1 s", self.wrong())

    def test_a_failing_command_ends_the_snippet(self):
        self.case(cmd="false\necho later\n", exit="1")
        self.assertEqual(self.wrong(), "")

    def test_a_case_that_cannot_be_run_is_skipped(self):
        self.case(cmd="echo 'needs more'; exit 77\n")
        self.assertIsNone(self.wrong())

    def test_who_skips_says_why(self):
        self.case(cmd="exit 77\n")
        self.assertIn("does not say why", self.wrong())

    def test_what_is_left_out_is_said_and_changes_nothing(self):
        self.case(cmd='echo "no compiler" >>"$LEFT_OUT"\n')
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(self.wrong(), "")
        self.assertEqual(said.getvalue(), "case: left out: no compiler\n")

    def test_update_makes_the_case_pass(self):
        self.case(stdout_exact="old\n")
        self.assertEqual(self.wrong(update=True), "")
        self.assertEqual(self.wrong(), "")
        self.assertEqual((self.cases / "case/exit").read_text(), "3\n")


if __name__ == "__main__":
    unittest.main()
