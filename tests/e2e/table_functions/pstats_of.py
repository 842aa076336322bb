# SPDX-License-Identifier: MIT
"""Print the functions of a profile in JSON with Python's pstats.

usage: pstats_of.py FILE "ORDER... [RESTRICTION]"
"""

import json
import pstats
import sys


class Profile:
    """What pstats.Stats takes numbers from."""

    def __init__(self, functions):
        self.stats = {
            (f["file"], f["line"], f["name"]): (
                f["primitive_calls"],
                f["calls"],
                f["self_ns"] * 1e-9,
                f["total_ns"] * 1e-9,
                {},
            )
            for f in functions
        }

    def create_stats(self):
        pass


def main():
    path, words = sys.argv[1], sys.argv[2].split()
    with open(path, encoding="utf-8") as file:
        profile = json.load(file)
    order = [word for word in words if word in pstats.Stats.sort_arg_dict_default]
    restrictions = [word for word in words if word not in order]
    functions = sorted(profile["functions"], key=lambda f: (f["file"], f["line"]))

    print(profile["program"] + ".lprof\n")
    stats = pstats.Stats(Profile(functions)).sort_stats(*order)
    stats.print_stats(*(limit(word) for word in restrictions))


def limit(word):
    """A number of rows, a share of them, or a part of names."""
    if word.isdigit():
        return int(word)
    return float(word) if word[0].isdigit() else word


if __name__ == "__main__":
    main()
