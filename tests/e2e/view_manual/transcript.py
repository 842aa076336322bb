# SPDX-License-Identifier: MIT
"""Run the commands of a document and see whether they print what stands below them.

usage: transcript.py [--write] DOCUMENT PRELUDE

A transcript is an indented block that begins with "    $ COMMAND".  Commands run one
after the other in the working folder, after the shell code of the file PRELUDE; what
they print to standard output is compared, or with --write put into the document.
"""

import difflib
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^    \$ .*\n(?:(?:    .*)?\n(?=(?:    |\n    )))*(?:    .*\n)?", re.M)


def indented(text):
    return "".join("    " + line if line.strip("\n") else line for line in text.splitlines(True))


def run(command, prelude):
    script = f'. "{prelude}"\n{command}\n'
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    return done.stdout.decode("utf-8")


def rerun(block, prelude):
    """The block with what its commands print now."""
    commands = [line[6:] for line in block.splitlines() if line.startswith("    $ ")]
    parts = []
    for command in commands:
        text = re.sub(r"[ \t]+$", "", run(command, prelude), flags=re.M).strip("\n")
        parts.append(f"    $ {command}\n" + (indented(text + "\n") if text else ""))
    return "".join(parts)


def main():
    write = sys.argv[1] == "--write"
    path, prelude = (pathlib.Path(word) for word in sys.argv[1 + write :])
    old = path.read_text(encoding="utf-8")
    blocks = BLOCK.findall(old)
    new = BLOCK.sub(lambda match: rerun(match.group(0), prelude), old)
    if write:
        path.write_text(new, encoding="utf-8")
    diff = difflib.unified_diff(old.splitlines(), new.splitlines(), path.name, "now", lineterm="")
    different = "\n".join(diff)
    print(different or f"{len(blocks)} transcripts, as they stand in the document")
    return 1 if different and not write else 0


if __name__ == "__main__":
    sys.exit(main())
