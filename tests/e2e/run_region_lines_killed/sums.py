# SPDX-License-Identifier: MIT
"""Whether the hits in all regions, which do not overlap, are the whole's.

usage: sums.py FILE
"""
import json
import subprocess
import sys


def hits(*options):
    done = subprocess.run(
        ["lineprof-view", "--format=json", *options, sys.argv[1]],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    profile = json.loads(done.stdout)
    result = {
        (function["name"], line["line"]): line["hits"]
        for function in profile["functions"]
        for line in function["lines"]
    }
    result.update({(function["name"], 0): function["calls"] for function in profile["functions"]})
    return profile, result


def main():
    profile, whole = hits()
    total = dict.fromkeys(whole, 0)
    for region in profile["regions"]:
        if not region["calls"]:
            continue  # killed before it was ever told apart
        try:
            _, inside = hits(f"--region={region['name']}")
        except subprocess.CalledProcessError:
            continue  # nor had it begun
        for what, count in inside.items():
            total[what] += count
    different = {what: (total[what], whole[what]) for what in whole if total[what] != whole[what]}
    if different or not any(whole.values()):
        print(different)
        return 1
    return 0


sys.exit(main())
