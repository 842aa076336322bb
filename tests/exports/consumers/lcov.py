# SPDX-License-Identifier: MIT
"""genhtml, which shows hits beside the source, and `lcov -a`, which adds files up."""

import collections
import html
import pathlib
import re

from consumers import label, lines

FORMAT = "lcov"
NEEDS = ("lcov", "genhtml")

ROW = re.compile(r'<a name="(\d+)"><span class="lineNum">[^<]*</span>'
                 r'<span class="line(?:No)?Cov">\s*(\d+) :')
FUNCTION_ROW = re.compile(r'<td class="coverFn"><a href="[^"]*">([^<]*)</a></td>\s*'
                   r'<td class="coverFn(?:Hi|Lo)">(\d+)</td>')


def read_html(file, tools):
    folder = tools.work / f"{file.stem}.html"
    tools.run("genhtml", "-q", "-o", folder, file)
    found = {}
    for page in folder.rglob("*.gcov.html"):
        name = page.name.removesuffix(".gcov.html")
        for line, hits in ROW.findall(page.read_text(encoding="utf-8")):
            found["genhtml", name, int(line)] = int(hits)
    for page in folder.rglob("*.func.html"):
        for function, calls in FUNCTION_ROW.findall(page.read_text(encoding="utf-8")):
            found["genhtml", html.unescape(function)] = int(calls)
    return found


def read_sum(file, tools):
    """The file, added to itself."""
    total = tools.work / "total.info"
    tools.run("lcov", "-q", "-a", file, "-a", file, "-o", total)
    found = {}
    name = None
    for text in total.read_text(encoding="utf-8").splitlines():
        tag, _, rest = text.partition(":")
        if tag == "SF":
            name = pathlib.PurePath(rest).name
        elif tag == "DA":
            line, hits = map(int, rest.split(","))
            found["sum", name, line] = hits
        elif tag == "FNDA":
            calls, _, function = rest.partition(",")
            found["sum", function] = int(calls)
    return found


def read(file, tools):
    return read_html(file, tools) | read_sum(file, tools)


def expect(profile):
    found = collections.Counter()
    for _, _, line, file in lines(profile):
        name = pathlib.PurePath(file).name
        found["genhtml", name, line["line"]] += line["hits"]
        found["sum", name, line["line"]] += 2 * line["hits"]
    for function in profile["functions"]:
        found["genhtml", label(function, profile)] = function["calls"]
        found["sum", label(function, profile)] = 2 * function["calls"]
    return dict(found)


def change(data):
    return data.replace(b"DA:27,78", b"DA:27,79", 1)
