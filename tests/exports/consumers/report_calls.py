# SPDX-License-Identifier: MIT
"""The report of a program whose calls of what is not profiled are counted, too."""

from consumers import report
from consumers.report import FORMAT, NEEDS, NODE_NEEDS, repacked  # noqa: F401

PROFILED = "outside"
CALLS = "all"


def outside(profile):
    return [call for call in profile["calls"] if call["callee_file"] is None]


def read(file, tools):
    said = report.look(file, tools, report.QUERY)
    found = report.read(file, tools)
    for title, width in said["page"]["flame"]["frames"]:
        name, _, share = title.rpartition(": ")
        if " in " not in name and width / said["page"]["flame"]["width"] >= report.WIDE:
            found["frame", name] = True
    return found


def expect(profile):
    want = report.expect(profile)
    whole = sum(function["self_ns"] for function in profile["functions"])
    took = {}
    for call in outside(profile):
        took[call["callee"]] = took.get(call["callee"], 0) + call["total_ns"]
    for function in profile["functions"]:
        took[function["name"]] = function["total_ns"]
    for name, ns in took.items():
        if ns / whole >= report.WIDE:
            want["frame", name] = True
    return want if outside(profile) else {}


def change(data):
    return repacked(data, lambda text: text.replace(b'"own":[', b'"own":[9', 1).replace(b"78000", b"79000", 1))
