# SPDX-License-Identifier: MIT
"""callgrind_annotate: what functions allocate, with and without their callees', and lines."""

import re

from consumers import label, lines, number
from consumers.callgrind import COST, FORMAT, NEEDS, OUTSIDE, annotate  # noqa: F401

PROFILED = "heap"
HEAP = True

TOTALS = re.compile(COST * 4 + r"\s+PROGRAM TOTALS")
FUNCTION = re.compile(COST * 4 + r"\s+(?:\* )?\s*([^:]+?):(.*?)(?: \[.*\])?")
LINE = re.compile(COST * 4 + r"  (.*)")
NOT_A_LINE = re.compile(r" => |events annotated")
HEADING = re.compile(r"-- Auto-annotated source: (.*)")


def heap_of(match):
    return number(match[3]), number(match[4])


def read(file, tools):
    found = {}
    source = None
    for text in annotate(tools, file, "--auto=yes"):
        if match := HEADING.fullmatch(text):
            source = match[1]
        elif match := TOTALS.fullmatch(text):
            found["totals"] = heap_of(match)
        elif not source and (match := FUNCTION.fullmatch(text)):
            found["self", match[5], match[6]] = heap_of(match)
        elif source and not NOT_A_LINE.search(text):
            if match := LINE.fullmatch(text):
                found["line", source, match[5].strip()] = heap_of(match)
    for text in annotate(tools, file, "--auto=no", "--inclusive=yes"):
        if (match := FUNCTION.fullmatch(text)) and match[5] != OUTSIDE:
            found["total", match[5], match[6]] = heap_of(match)
    return found


def expect(profile):
    found = {"totals": (0, 0)}
    for name, function, line, file in lines(profile):
        own = (line["heap"]["self_allocs"], line["heap"]["self_bytes"])
        for key in ("totals", ("self", file, name)):
            found[key] = tuple(map(sum, zip(found.get(key, (0, 0)), own)))
        found["line", file, line["source"].strip()] = own
    for function in profile["functions"]:
        heap = function["heap"]
        found["total", function["file"], label(function, profile)] = (
            heap["allocs"],
            heap["bytes"],
        )
    return found


def change(data):
    return data.replace(b" 78 78 1248\n", b" 78 78 1249\n", 1)
