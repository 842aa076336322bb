# SPDX-License-Identifier: MIT
"""Whether the hits and calls of all phases and of what came after are the whole's.

usage: counts.py FILE [OPTION...]
"""
import json
import subprocess
import sys


def view(*options):
    done = subprocess.run(
        ["lineprof-view", *options, *sys.argv[2:], sys.argv[1]],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return done.stdout.decode()


def counts(*options):
    result = {}
    for function in json.loads(view("--format=json", *options))["functions"]:
        result[function["name"]] = function["calls"]
        for line in function["lines"]:
            if line["hits"] is not None:
                result[function["name"], line["line"]] = line["hits"]
    return result


def main():
    rows = [line.split() for line in view("--table=phases").splitlines()]
    phases = sum(bool(row) and row[0].isdigit() for row in rows)
    whole = counts()
    total = dict.fromkeys(whole, 0)
    for phase in range(1, phases + 2):
        for what, count in counts(f"--phase={phase}").items():
            total[what] += count
    different = {what: (total[what], whole[what]) for what in whole if total[what] != whole[what]}
    if different or not phases or not any(whole.values()):
        print(phases, "phases:", different)
        return 1
    return 0


sys.exit(main())
