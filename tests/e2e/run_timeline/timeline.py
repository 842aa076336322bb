# SPDX-License-Identifier: MIT
"""usage: timeline.py show             the trace on stdin: rows, what is in what, how much
                                       of each region
       timeline.py compare STAMPS      the same against a program's own stopwatch"""

import json
import sys
from decimal import Decimal

trace = json.load(sys.stdin, parse_float=Decimal)
events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
names = {
    (event["pid"], event["tid"]): event["args"]["name"]
    for event in trace["traceEvents"]
    if event["ph"] == "M" and event["name"] == "thread_name"
}


def begin_ns(event):
    return int(event["ts"] * 1000)


def end_ns(event):
    return int(event["ts"] * 1000 + event["dur"] * 1000)


def rows():
    """(name, events in their order) of each row; of those that begin at once the longer one
    is around the other."""
    for key, name in names.items():
        own = [event for event in events if (event["pid"], event["tid"]) == key]
        yield name, own


def nested(own):
    """(depth, event): each is in the one before it on the way out, or behind that."""
    around = []
    for event in own:
        while around and end_ns(around[-1]) <= begin_ns(event):
            around.pop()
        assert not around or end_ns(event) <= end_ns(around[-1]), (event, around[-1])
        yield len(around), event
        around.append(event)


def show():
    for name, own in rows():
        print(f"{name}:")
        for depth, event in nested(own):
            args = "".join(f" {key}" for key in event.get("args", {}))
            print("  " * (depth + 1) + event["name"] + args)
    data = trace["otherData"]
    print([(region["name"], region["events"], region["calls"]) for region in data["regions"]],
          data["activations_overwritten"])


def compare(path):
    with open(path, encoding="utf-8") as lines:
        stamps = [line.split() for line in lines]
    measured = sorted(
        ([thread, name, *map(int, at)] for thread, name, *at in stamps),
        key=lambda stamp: stamp[2],
    )
    shown = sorted(
        ((name, event) for name, own in rows() for _, event in nested(own)),
        key=lambda pair: (begin_ns(pair[1]), -end_ns(pair[1])),
    )
    assert [stamp[:2] for stamp in measured] == [
        [row, event["name"]] for row, event in shown
    ], "not the same order"
    # Two clocks, of which one's rate was measured by the other.
    first = shown[0][1], measured[0]
    for (_, event), (_, _, *at) in zip(shown, measured):
        spans = [
            ("length", end_ns(event) - begin_ns(event), at[2] - at[1], at[3] - at[0]),
            ("begin", begin_ns(event) - begin_ns(first[0]), at[0] - first[1][3], at[1] - first[1][2]),
            ("end", end_ns(event) - begin_ns(first[0]), at[2] - first[1][3], at[3] - first[1][2]),
        ]
        for what, ns, least, most in spans:
            slack = 2000 + abs(most) // 100
            assert least - slack <= ns <= most + slack, (what, event["name"], least, ns, most)
    print(len(shown), "as measured")


if sys.argv[1] == "show":
    show()
else:
    compare(sys.argv[2])
