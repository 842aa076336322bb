# SPDX-License-Identifier: MIT
"""The report of a program that has regions and threads."""

from consumers.report import FORMAT, NEEDS, NODE_NEEDS, expect_page, read_page, repacked  # noqa: F401

PROFILED = "regions"
QUERY = "sum"


def read(file, tools):
    return read_page(file, tools, QUERY)


def expect(profile):
    return expect_page(profile, QUERY)


def change(data):
    return repacked(data, lambda text: text.replace(b'"regions":[["', b'"regions":[["not ', 1))
