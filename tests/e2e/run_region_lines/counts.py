# SPDX-License-Identifier: MIT
"""Whether lines did in each region what the program says, and times add up.

usage: counts.py FILE
"""
import json
import subprocess
import sys

KINDS = 3
SERVED = 3 * 60 // KINDS  # of a kind, on three threads


def view(*options):
    done = subprocess.run(
        ["lineprof-view", "--format=json", *options, sys.argv[1]],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return json.loads(done.stdout)


def hits_of(profile):
    """Calls by function, and hits by function and line, from the function's first on."""
    result = {}
    for function in profile["functions"]:
        result[function["name"]] = function["calls"]
        for line in function["lines"]:
            result[function["name"], line["line"] - function["line"]] = line["hits"]
    return result


def times_of(profile):
    """What is wrong with the times: parts and wholes."""
    begun = sum(region["calls"] for region in profile["regions"])
    most = profile["wall_ns"] + 200 * begun  # where it begins and ends differs by that
    for function in profile["functions"]:
        total = function["total_ns"]
        times = [line["time_ns"] for line in function["lines"]]
        if total is None or None in times:
            continue
        if abs(sum(times) - total) > len(times) + 1:
            yield function["name"], total, times
        if total > most:
            yield function["name"], total, "of", most


def expect_pack(rounds):
    return {
        "pack": 2 * rounds,
        ("pack", 2): 2 * rounds,  # the region itself; outermost, that is before it
        ("pack", 3): 2 * rounds,
        ("pack", 4): 2 * rounds,
        ("pack", 5): rounds,
    }


def expect_add(calls, turns):
    return {
        "add": calls,
        ("add", 2): calls,
        ("add", 4): calls + turns,
        ("add", 5): turns,
        ("add", 6): calls,
    }


def expect_nest(calls, ends):
    return {
        "nest": calls,
        ("nest", 2): calls,
        ("nest", 3): ends,
        ("nest", 4): calls - ends,
    }


def expect_serve(begins, inside, ends):
    lines = {("serve", line): begins for line in (4, 5, 6)}
    lines.update({("serve", line): inside for line in (7, 8, 9)})
    return {"serve": begins, **lines, ("serve", 10): ends}


def expectations():
    customer = {
        **expect_pack(SERVED),
        **expect_add(3 * SERVED, (3 + 4 + 4) * SERVED),
        **expect_nest(3 * SERVED, SERVED),
        **expect_serve(0, SERVED, 0),
    }
    yield from ((f"customer {kind}", customer) for kind in range(KINDS))
    rounds = KINDS * SERVED
    inner = {
        **expect_pack(rounds),
        **expect_add(2 * rounds, 8 * rounds),
        **expect_nest(0, 0),
        **expect_serve(0, 0, 0),
        "pack": rounds,  # each outermost one was called before its region began
        ("pack", 2): rounds,
    }
    yield "pack", inner


def main():
    wrong = []
    total = {}
    for name, expected in expectations():
        profile = view(f"--region={name}")
        got = hits_of(profile)
        wrong += [(name, what, got[what], expected[what]) for what in expected if got[what] != expected[what]]
        wrong += [(name, *fault) for fault in times_of(profile)]
        for what in expected if name != "pack" else ():
            total[what] = total.get(what, 0) + got[what]
    whole = hits_of(view())
    # What customers alone do is all there is of it; what is done around them is the rest.
    rest = {**expect_add(2 * KINDS * SERVED, 3 * KINDS * SERVED), **expect_serve(*[KINDS * SERVED, 0, KINDS * SERVED])}
    wrong += [
        ("sum", what, total[what], whole[what])
        for what in total
        if total[what] + rest.get(what, 0) != whole[what]
    ]
    for fault in wrong:
        print(*fault)
    return len(wrong) > 0


sys.exit(main())
