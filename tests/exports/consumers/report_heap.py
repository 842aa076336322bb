# SPDX-License-Identifier: MIT
"""The report of a program whose allocations were counted."""

from consumers.report import FORMAT, NEEDS, NODE_NEEDS, expect_page, read_page, repacked  # noqa: F401

PROFILED = "heap"
HEAP = True
QUERY = "label"


def read(file, tools):
    return read_page(file, tools, QUERY)


def expect(profile):
    return expect_page(profile, QUERY)


def change(data):
    """The bytes of 78 allocations."""
    return repacked(data, lambda text: text.replace(b",1248,", b",1249,", 1))
