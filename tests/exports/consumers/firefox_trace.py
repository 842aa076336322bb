# SPDX-License-Identifier: MIT
"""Trace events in the Firefox Profiler, by its program for terminals: each region is a
row of its own with one bar, as long as all its activations together."""

import json

from consumers import Refused
from consumers.firefox import NEEDS, NODE_NEEDS, session  # noqa: F401  (all are looked up)

FORMAT = "trace"
PROFILED = "regions"


def rows(ask):
    """What is said of each row, from the first on."""
    for index in range(100):
        try:
            yield json.loads(ask("thread", "markers", f"--thread=t-{index}", "--json"))
        except Refused as refusal:
            if index == 0:
                raise
            if "t-" not in str(refusal):
                raise
            return


def read(file, tools):
    found = {}
    with session(file, tools) as ask:
        for row in rows(ask):
            for marker in row["byType"]:
                name = marker["markerName"]
                length = marker.get("durationStats", {"min": 0, "max": 0})
                found["row of", name] = row["friendlyThreadName"]
                found["bars", name] = marker["count"]
                found["ns", name] = {round(length[key] * 1e6) for key in ("min", "max")}
    return found


def expect(profile):
    found = {}
    for region in profile["regions"]:
        name = region["name"]
        found["row of", name] = name
        found["bars", name] = 1
        found["ns", name] = {region["total_ns"]}
    return found


def change(data):
    at = data.index(b'"dur": ') + len(b'"dur": ')
    return data[:at] + b"9" + data[at:]
