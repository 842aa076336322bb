# SPDX-License-Identifier: MIT
"""callgrind_annotate of valgrind: costs of functions, with and without their callees',
and of lines.  It takes bad lines with a complaint and status 0."""

import re

from consumers import label, lines, number

FORMAT = "callgrind"
NEEDS = ("callgrind_annotate",)
COMPLAINT = "malformed"
OUTSIDE = "???"  # the file of what is not profiled

COST = r"\s*([\d,]+)(?: \([ \d.]+%\))?"
TOTALS = re.compile(COST * 2 + r"\s+PROGRAM TOTALS")
FUNCTION = re.compile(COST * 2 + r"\s+(?:\* )?\s*([^:]+?):(.*?)(?: \[.*\])?")
LINE = re.compile(COST * 2 + r"  (.*)")
NOT_A_LINE = re.compile(r" => |events annotated")
HEADING = re.compile(r"-- Auto-annotated source: (.*)")


def annotate(tools, file, *options):
    return tools.run(
        "callgrind_annotate", "--threshold=100", *options, file, complaint=COMPLAINT
    ).splitlines()


def read(file, tools):
    found = {}
    source = None
    for text in annotate(tools, file, "--auto=yes"):
        if match := HEADING.fullmatch(text):
            source = match[1]
        elif match := TOTALS.fullmatch(text):
            found["totals"] = (number(match[1]), number(match[2]))
        elif not source and (match := FUNCTION.fullmatch(text)):
            found["self", match[3], match[4]] = (number(match[1]), number(match[2]))
        elif source and not NOT_A_LINE.search(text):
            if match := LINE.fullmatch(text):
                found["line", source, match[3].strip()] = (number(match[1]), number(match[2]))
    for text in annotate(tools, file, "--auto=no", "--inclusive=yes"):
        if (match := FUNCTION.fullmatch(text)) and match[3] != OUTSIDE:
            found["total", match[3], match[4]] = number(match[1])
    return found


def expect(profile):
    found = {"totals": (0, 0)}
    for name, function, line, file in lines(profile):
        cost = (line["self_ns"], line["hits"])
        for key in ("totals", ("self", file, name)):
            found[key] = tuple(map(sum, zip(found.get(key, (0, 0)), cost)))
        found["line", file, line["source"].strip()] = cost
    for function in profile["functions"]:
        found["total", function["file"], label(function, profile)] = function["total_ns"]
    for key in list(found):
        if key[0] == "self" and ("total", *key[1:]) not in found:
            found["total", *key[1:]] = found[key][0]  # lines in another file call nothing
    return found


def change(data):
    return data.replace(b"\n27 78000 78\n", b"\n27 78000 79\n", 1)
