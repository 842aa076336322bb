# SPDX-License-Identifier: MIT
"""usage: timeline.py show             the trace on stdin: rows, what is in what, how much
                                       of each region
       timeline.py compare STAMPS      the same against a program's own stopwatch
       timeline.py turns LEAST         all is in one that is open, and two take turns; so
                                       many have ended"""

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
    """(depth, event): each is in the one before it on the way out, or behind that.  What is
    open and had just begun is at the end of what is around it."""
    around = []
    for event in own:
        begin, end = begin_ns(event), end_ns(event)
        while around and (end_ns(around[-1]) < begin or end_ns(around[-1]) == begin < end):
            around.pop()
        assert not around or end <= end_ns(around[-1]), (event, around[-1])
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


def turns(least):
    """One that is open by now may have begun long after the last that had ended.  Where all
    that had ended was overwritten while the file was read, there are sums, not shown here."""
    own = next(own for _, own in rows())
    depths = [(depth, event["name"]) for depth, event in nested(own)]
    assert depths[0] == (0, "all"), depths[:3]
    assert all(depth == 1 for depth, _ in depths[1:]), depths
    ended = [event["name"] for event in own[1:] if not event.get("args")]
    assert len(ended) >= least, ended
    assert all(one != other for one, other in zip(ended, ended[1:])), ended
    assert len(own) - len(ended) <= 2, own


if sys.argv[1] == "show":
    show()
elif sys.argv[1] == "turns":
    turns(int(sys.argv[2]))
else:
    compare(sys.argv[2])
