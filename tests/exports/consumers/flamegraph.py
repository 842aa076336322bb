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
    return {html.unescape(name): number(count) for name, count in TITLE.findall(picture)}


# Which lines are sure to have made all calls of a function.
CALLED_FROM = {"price_of": "basket:36", "tax_of": "basket:38", "round_up (tax.c:5)": "tax_of:13"}


def expect(profile):
    """A frame's samples are its own time and that of the frames beneath it."""
    found = collections.Counter()
    for name, function, line, file in lines(profile):
        frames = {"all", name, line_label(name, function, line, file)}
        while caller := CALLED_FROM.get(name):
            name = caller.partition(":")[0]
            frames |= {caller, name}
        for frame in frames:
            found[frame] += line["self_ns"]
    return {frame: ns for frame, ns in found.items() if ns}


def change(data):
    return data.replace(b" 78000\n", b" 79000\n", 1)
