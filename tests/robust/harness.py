# SPDX-License-Identifier: MIT
"""What the harnesses of this folder share: building a program with the plugin, running
it in a folder of its own, and what the viewer makes of its files."""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
SKIPPED = 77  # the exit status that ctest takes for it
TIMEOUT_S = 120


class Failure(Exception):
    """A claim that does not hold."""


def claim(holds, what):
    """Fail with a text unless something holds."""
    if not holds:
        raise Failure(what)


def parser(doc):
    """A parser with the options that all have."""
    made = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--build", default=SOURCE / "build", type=pathlib.Path, help="build tree")
    return made


def environment(**more):
    """The caller's, without what could change a run."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LINEPROF", "LC_"))}
    env.update(LANG="C.UTF-8", **more)
    return env


def compile_program(build, name, folder, *flags, plugin=()):
    """Build programs/NAME.c with the plugin; its path."""
    out = folder / name
    keys = [f"-fplugin-arg-lineprof-{key}" for key in plugin]
    command = ["gcc-12", "-O2", "-D_GNU_SOURCE", f"-fplugin={build}/lib/lineprof.so", *keys]
    command += [f"-I{build}/include", str(HERE / "programs" / f"{name}.c"), "-o", str(out), "-pthread", *flags]
    subprocess.run(command, check=True, timeout=TIMEOUT_S)
    return out


def run(command, folder, **more):
    """Run to the end, output captured."""
    env = environment(**more.pop("env", {}))
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, timeout=TIMEOUT_S, check=False, **more
    )


class Profile:
    """A file as the viewer shows it."""

    def __init__(self, build, path):
        shown = subprocess.run(
            [build / "bin/lineprof-view", "--no-clang", "--format=json", path],
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        self.notes = shown.stderr.decode().splitlines()
        claim(shown.returncode == 0, f"{path}: {self.notes}")
        self.json = json.loads(shown.stdout)
        self.state = self.json["state"]
        self.functions = {f["name"]: f for f in self.json["functions"]}

    def hits(self, function):
        """{line: hits} of a function."""
        lines = self.functions.get(function, {"lines": []})["lines"]
        return {line["line"]: line["hits"] for line in lines}

    def check_sums(self, slack=0.0):
        """Lines add up to their function, but for a part of it; nobody is negative."""
        for name, function in self.functions.items():
            times = [line["time_ns"] for line in function["lines"]]
            claim(min(times, default=0) >= 0, f"{name}: a negative time")
            difference = abs(sum(times) - function["total_ns"])
            # Each thread's ticks are rounded to nanoseconds.
            rounding = len(times) * (1 + len(self.json["threads"]))
            allowed = rounding + slack * function["total_ns"]
            claim(not times or difference <= allowed, f"{name}: {difference} ns off")


def line_of(name, mark):
    """The number of the line of programs/NAME.c that ends in a comment `mark`."""
    text = (HERE / "programs" / f"{name}.c").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if line.rstrip().endswith(f"/* {mark} */"):
            return number
    raise KeyError(mark)


@contextlib.contextmanager
def scratch():
    """A folder for the time being."""
    with tempfile.TemporaryDirectory(prefix="robust.") as name:
        yield pathlib.Path(name)


def run_main(main):
    """The program's status; one line for what fails."""
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"failed: {failure}")
        sys.exit(1)
