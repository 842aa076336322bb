# SPDX-License-Identifier: MIT
"""Programs that exports are for.  Here: what several of them share."""

import collections
import pathlib


class Refused(Exception):
    """The consumer does not take the file."""


def label(function, profile):
    """The name by which formats without places know a function."""
    name = function["name"]
    count = collections.Counter(other["name"] for other in profile["functions"])
    if count[name] == 1:
        return name
    return f"{name} ({pathlib.PurePath(function['file']).name}:{function['line']})"


def lines(profile):
    """(label, function, line, file of the line) for each line of a profile."""
    for function in profile["functions"]:
        for line in function["lines"]:
            yield label(function, profile), function, line, line.get("file", function["file"])


def line_label(name, function, line, file):
    """A line as a frame of its own: "f:12", "f:part.inc:3"."""
    if file != function["file"]:
        name += ":" + pathlib.PurePath(file).name
    return f"{name}:{line['line']}"


def number(text):
    """An integer with commas between its thousands."""
    return int(text.replace(",", ""))
