# SPDX-License-Identifier: MIT
"""Workflow commands where nothing was timed: what more hits there are, of what both have."""

import pathlib
import re

from consumers.github import BASE, FORMAT, NEEDS, PROFILED, commands  # noqa: F401

MODE = "hits"
ROW = re.compile(r"^  +(\d+) +(\d+) +(\d+)  ", re.M)  # line, old hits, hits


def read(file, tools):
    found = {}
    for rank, (name, values, message) in enumerate(commands(file.read_text(encoding="utf-8"))):
        hits, was = re.fullmatch(r"\w+: (\d+) hits, was (\d+)", message).groups()
        path = pathlib.PurePath(values["file"]).name
        found[rank] = (name, path, int(values["line"]), values["title"], int(hits), int(was))
    return found


def expect_compared(now, base, text):
    rows = [tuple(map(int, row)) for row in ROW.findall(text)]
    more = sorted((was - hits, line, hits, was) for line, was, hits in rows if hits > was)
    return {rank: ("warning", "shop.c", line, "lineprof: another number of hits", hits, was)
            for rank, (_, line, hits, was) in enumerate(more)}


def change(data):
    return data.replace(b" hits, was ", b"0 hits, was ", 1)
