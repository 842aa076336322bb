# SPDX-License-Identifier: MIT
"""What clang counts: regions of the source, so neither statements nor blocks of code.

Where gcov and lineprof differ, it is a third opinion that owes nothing to GCC.
"""

import bisect
import collections
import json
import os
import re
import shutil

from real_build import COMPILERS, run

DRIVERS = {"gcc-12": "clang-14", "g++-12": "clang++-14"}
FLAGS = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping"]
TOOLS = ["clang-14", "llvm-profdata-14", "llvm-cov-14"]

# What may stand on a line before its first statement.
BEFORE = re.compile(r"\s*(\}\s*)?(else\b\s*)?((case\b[^:]*|default|[A-Za-z_]\w*)\s*:(?!:)\s*)*")
LOOP = re.compile(r"\b(for|while)\b")
STATEMENT_END = re.compile(r"([;{}:]|\*/|^)\s*(//.*|/\*.*)?$")


def can_count(suffixes):
    """Whether programs of such files can be built with what is installed."""
    known = all(COMPILERS[suffix] in DRIVERS for suffix in suffixes)
    return known and all(shutil.which(tool) for tool in TOOLS)


class ClangCounts:
    """The counts of a program that was built in a folder with FLAGS, and ran there."""

    def __init__(self, folder, top, objects):
        raw = sorted(folder.glob("*.profraw"))
        run(["llvm-profdata-14", "merge", "-o", "profdata", *map(str, raw)], folder)
        command = ["llvm-cov-14", "export", "-instr-profile=profdata", objects[0]]
        text = run([*command, *(f"--object={name}" for name in objects[1:])], folder)
        self.segments = collections.defaultdict(list)
        for file in json.loads(text)["data"][0]["files"]:
            name = os.path.relpath(file["filename"], top)
            self.segments[name] = [((row[0], row[1]), row[2]) for row in file["segments"] if row[3]]

    def find(self, file, line, text, before):
        """The count where a line's first statement begins.

        Of a loop, and where a statement from the line before ends first, all of the line's.
        before  the text of the line before
        """
        rows = self.segments[file]
        column = BEFORE.match(text).end() + 1
        at = bisect.bisect_right(rows, (line, column), key=lambda row: row[0])
        found = {rows[at - 1][1]} if at else set()
        if LOOP.search(text) or not STATEMENT_END.search(before):
            found |= {count for (row, _), count in rows if row == line}
        return found
