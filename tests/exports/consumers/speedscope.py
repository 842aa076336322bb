# SPDX-License-Identifier: MIT
"""speedscope in headless Chromium: the numbers in its table of frames; and its schema."""

import json
import re

from consumers import Refused
from consumers.flamegraph import expect as expect_totals
from consumers import line_label, lines

FORMAT = "speedscope"
NEEDS = ("node", "chromium")
NODE_NEEDS = ("ajv", "playwright-core", "speedscope")

CELL = re.compile(r"([\d.]+)(ns|µs|ms|s)\b.*")
UNITS_NS = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}


def nanoseconds(cell):
    match = CELL.fullmatch(cell)
    if not match:
        raise Refused(f"not a time: {cell}")
    return round(float(match[1]) * UNITS_NS[match[2]])


def table(file, tools):
    """Total and self of each frame."""
    rows = json.loads(tools.node("sandwich.js", file))
    found = {}
    for total, own, name in rows:
        found["total", name] = nanoseconds(total)
        found["self", name] = nanoseconds(own)
    return found


def read(file, tools):
    schema = tools.packages / "speedscope/dist/release/file-format-schema.json"
    tools.node("validate.js", schema, file)
    return table(file, tools)


def expect(profile):
    totals = expect_totals(profile)
    del totals["all"]
    found = {("total", name): ns for name, ns in totals.items()}
    found |= {("self", name): 0 for name in totals}
    for name, function, line, file in lines(profile):
        if line["self_ns"]:
            found["self", line_label(name, function, line, file)] = line["self_ns"]
    return found


def change(data):
    return data.replace(b"78000", b"79000", 1)
