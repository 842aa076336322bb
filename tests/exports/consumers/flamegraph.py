# SPDX-License-Identifier: MIT
"""flamegraph.pl, as Debian has it beside NYTProf.  It leaves out bad lines, saying so."""

import collections
import html
import re

from consumers import line_label, lines, number

FORMAT = "folded"
PROGRAM = "/usr/share/perl5/Devel/NYTProf/flamegraph.pl"
NEEDS = (PROGRAM, "perl")

TITLE = re.compile(r"<title>(.*) \(([\d,]+) samples, [\d.]+%\)")


def read(file, tools):
    picture = tools.run("perl", PROGRAM, "--minwidth=0", file, complaint="Ignored")
    found = collections.Counter()
    for name, count in TITLE.findall(picture):  # once for each context
        found[html.unescape(name)] += number(count)
    return dict(found)


# It stands once in each context, so what it calls itself is not beneath its lines.
CALLS_ITSELF = "power"


def expect(profile):
    """A frame's samples are its own time and that of the frames beneath it."""
    found = collections.Counter()
    for name, function, line, file in lines(profile):
        total = line["self_ns" if name == CALLS_ITSELF else "time_ns"]
        found["all"] += line["self_ns"]
        found[name] += total
        found[line_label(name, function, line, file)] += total
    return {frame: ns for frame, ns in found.items() if ns}


def change(data):
    return data.replace(b" 78000\n", b" 79000\n", 1)
