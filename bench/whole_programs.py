# SPDX-License-Identifier: MIT
"""The whole programs that bench/whole measures, in the manner of real_programs.py.

What they run is chosen so that a plain build takes about a tenth of a second: the slowest
way to look at it takes a hundred times that.  With --long each does "long" times as much,
so that it takes about a second.  {bench} is this folder, {work} how many times the work is
done.
"""

from real_programs import PROGRAMS

INPUT_BYTES = 2000000


def with_input(program, package):
    """A program that is fed the text of a package, again and again: {top}/input."""
    return {
        **program,
        "prepare": [
            f"cat {{top}}/{package}-*/*.c >once; while cat once; do :; done | "
            f"head -c $(({INPUT_BYTES} * {{work}})) >input"
        ],
        "long": 10,
    }


WHOLE = {
    "kernels": {
        "packages": [],
        "sources": ["kernels.c"],
        "prepare": ["cp {bench}/kernels.c ."],
        "flags": [],
        "runs": ["./program $((3 * {work}))"],
        "long": 20,
    },
    "lua": {
        **PROGRAMS["lua"],
        "packages": ["lua5.4"],
        "libraries": {},
        "runs": ["./program {bench}/whole.lua {work}"],
        "long": 40,
    },
    "zlib": {
        **with_input(PROGRAMS["zlib"], "zlib"),
        "runs": ["./program -6 <{top}/input >out.gz", "./program -d <out.gz | cksum"],
    },
    "bzip2": {
        **with_input(PROGRAMS["bzip2"], "bzip2"),
        "runs": ["./program -c <{top}/input >out.bz2", "./program -d <out.bz2 | cksum"],
    },
    "sqlite": {
        **PROGRAMS["sqlite"],
        "runs": [
            "./program --memdb --singlethread --verify --size $((3 * {work})) --testset main | "
            "sed 's/ *[0-9.]*s$//'"
        ],
        "long": 30,
    },
}
SHORT = ("kernels", "lua")
