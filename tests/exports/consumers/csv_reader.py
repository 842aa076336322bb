# SPDX-License-Identifier: MIT
"""Python's csv module."""

import csv

from consumers import Refused, lines

FORMAT = "csv"
NEEDS = ()
COUNTS = ("hits", "time_ns", "self_ns", "timed", "min_ns", "max_ns")


def read(file, tools):
    del tools
    found = {}
    with file.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, strict=True):
            if None in row.values() or None in row:
                raise Refused(f"a row of another length: {row}")
            counts = tuple(int(row[name]) if row[name] else None for name in COUNTS)
            found[row["function"], row["file"], int(row["line"])] = (*counts, row["source"])
    return found


def expect(profile):
    return {
        (function["name"], file, line["line"]): (
            *(line[name] for name in COUNTS),
            line["source"],
        )
        for _, function, line, file in lines(profile)
    }


def change(data):
    return data.replace(b",78,", b",79,", 1)
