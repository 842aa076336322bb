# SPDX-License-Identifier: MIT
"""What formats of differences should say, from the text of --diff and the JSON of both sides;
and what their sentences say, as numbers."""

import pathlib
import re

UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
SENTENCE = re.compile(r"(.+): (\S+) % slower: (\S+) (ns|us|ms|s), was (\S+) (ns|us|ms|s)")
TOTAL = re.compile(r"(\S+) s(?:, was (\S+) s)?")
ENDS = ("Line #", "Old Time", "Time")  # of columns, below which their cells end


def rounded(ns):
    return float(f"{ns:.3g}")


def numbers(sentence):
    """(function, percent, time in ns, time before)"""
    found = SENTENCE.fullmatch(sentence)
    if not found:
        return sentence
    name, percent, now, unit, was, old_unit = found.groups()
    return name, float(percent), rounded(float(now) * UNITS[unit]), rounded(float(was) * UNITS[old_unit])


def told(name, now_ns, base_ns):
    return name, float(f"{100 * (now_ns / base_ns - 1):g}"), rounded(now_ns), rounded(base_ns)


def own(profile, name, line=None):
    """Own time of a function, or of one of its lines."""
    for function in profile["functions"]:
        if function["name"] == name:
            lines = {row["line"]: row["self_ns"] for row in function["lines"]}
            return lines.get(line, 0) if line else function["self_ns"]
    return 0


def functions_of(text):
    """(name, times of the function, rows), each row (number, old number, time, old time)."""
    for part in text.split("\n\nTotal time: ")[1:]:
        name = re.search(r"^Function: (.*) at line", part, re.M)[1]
        now, was = TOTAL.match(part).groups()
        head = re.search(r"^ *Line #.*$", part, re.M)
        ends = [re.search(rf"(?<!Old ){title}(?= )", head[0]).end() for title in ENDS]
        rows = []
        for row in part[head.end() :].split("\n")[2:]:
            if not row:
                break
            old_cell, cell = row[ends[0] : ends[1]].split(), row[ends[1] : ends[2]].split()
            if row[0] == " " and cell and len(old_cell) == 3:  # old hits, hits, old time
                rows.append((int(row[1 : ends[0]]), round(float(cell[0]) * 1000), round(float(old_cell[2]) * 1000)))
        yield name, (now, was), rows


def expected(now, base, text):
    """(line, what is said) of each difference in times, the worst first: what grew most by
    itself; functions that a line speaks for come last."""
    lines = {function["name"]: function["line"] for function in now["functions"]}
    found = []
    for name, (total, was), rows in functions_of(text):
        slower = [row for row in rows if row[1] > row[2]]
        for line, time, old in slower:
            was_own = own(base, name, old_line(base, now, name, line))
            found.append((0, was_own - own(now, name, line), line, told(name, time, old)))
        if was and float(total) > float(was):
            growth = own(now, name) - own(base, name)
            found.append((bool(slower), -growth, lines[name], told(name, float(total) * 1e9, float(was) * 1e9)))
    return [(line, said) for _, _, line, said in sorted(found, key=lambda x: x[:2])]


def old_line(base, now, name, line):
    """The number that a line had before: the one with its text."""
    text = next(row["source"] for f in now["functions"] if f["name"] == name for row in f["lines"] if row["line"] == line)
    same = [row["line"] for f in base["functions"] if f["name"] == name for row in f["lines"] if row["source"] == text]
    return same[0] if same else line


def file_of(profile):
    return pathlib.PurePath(profile["functions"][0]["file"]).name
