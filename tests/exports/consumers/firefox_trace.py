# SPDX-License-Identifier: MIT
"""Trace events in the Firefox Profiler, by its program for terminals: each activation of a
region on the row of its thread, one in another, and as long as the profile says; what was
only marked in a row of its own."""

import json

from consumers import Refused
from consumers.firefox import NEEDS, NODE_NEEDS, session  # noqa: F401  (all are looked up)

FORMAT = "trace"
PROFILED = "regions"

# What the program does, by its text: how many regions each is in, and its first letter.
DONE = "0e 1l 1t 1l 1t 1l 1t 1d 2d 3d 4d 5d"


def rows(ask):
    """What is said of each row, from the first on."""
    for index in range(100):
        try:
            row = ask("thread", "markers", f"--thread=t-{index}", "--top-n=100", "--json")
            yield json.loads(row)
        except Refused as refusal:
            if index == 0:
                raise
            if "t-" not in str(refusal):
                raise
            return


def nanoseconds(milliseconds):
    return round(milliseconds * 1e6)


def nested(markers):
    """As DONE, of (begin, end, name) of one row."""
    around = []
    for begin, end, name in sorted(markers, key=lambda marker: (marker[0], -marker[1])):
        while around and around[-1] <= begin:
            around.pop()
        yield f"{len(around)}{name[0]}"
        around.append(end)


def union(spans):
    """How long at least one of them is open."""
    whole, reached = 0, 0
    for begin, end in sorted(spans):
        whole += max(end - max(begin, reached), 0)
        reached = max(end, reached)
    return whole


def read(file, tools):
    found = {}
    with session(file, tools) as ask:
        for row in rows(ask):
            markers = []
            for kind in row["byType"]:
                name = kind["markerName"]
                spans = []
                for marker in kind["topMarkers"]:
                    begin = nanoseconds(marker["start"])
                    spans.append((begin, begin + nanoseconds(marker.get("duration", 0))))
                markers += [(*span, name) for span in spans]
                lengths = [end - begin for begin, end in spans]
                found["row of", name] = row["friendlyThreadName"]
                found["count", name] = kind["count"]
                found["ns", name] = (union(spans), min(lengths), max(lengths))
            if len(markers) > 1:
                found["done"] = " ".join(nested(markers))
    return found


def expect(profile):
    found = {"done": DONE}
    for region in profile["regions"]:
        name = region["name"]
        has_times = region["max_ns"] > 0
        found["row of", name] = profile["program"] if has_times else f"{name}, 1 together"
        found["count", name] = region["calls"]
        found["ns", name] = tuple(region[f"{key}_ns"] for key in ("total", "min", "max"))
    return found


def change(data):
    at = data.index(b'"dur": ') + len(b'"dur": ')
    return data[:at] + b"9" + data[at:]
