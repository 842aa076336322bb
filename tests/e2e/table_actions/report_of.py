# SPDX-License-Identifier: MIT
"""Print the functions of a profile in JSON as Lightning's simple profiler reports actions.

usage: report_of.py FILE
"""

import json
import sys

TITLES = ("Mean duration (s)", "Num calls", "Total time (s)", "Percentage %")


def row(width, action, *values):
    cells = "".join(f"  {value:<15}\t|" for value in values)
    return f"\n|  {action:<{width}}\t|{cells}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        profile = json.load(file)
    functions = sorted(profile["functions"], key=lambda f: -f["total_ns"])
    wall_s = profile["wall_ns"] * 1e-9
    width = max(len(f["name"]) for f in functions)
    width = max(width, len("Action"))
    header = row(width, "Action", *TITLES)
    rule = "\n" + "-" * len(header.expandtabs())

    print("Profiler Report")
    text = rule + header + rule
    calls = sum(f["calls"] for f in functions)
    text += row(width, "Total", "-", f"{calls}", f"{wall_s:.5}", "100 %") + rule
    for f in functions:
        total_s = f["total_ns"] * 1e-9
        mean_s = total_s / f["calls"] if f["calls"] else 0.0
        share = 100 * total_s / wall_s
        text += row(
            width, f["name"], f"{mean_s:.5}", f["calls"], f"{total_s:.5}", f"{share:.5}"
        )
    print(text + rule)


if __name__ == "__main__":
    main()
