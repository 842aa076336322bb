# SPDX-License-Identifier: MIT
"""The report of a program whose names and text try to be markup, or are no text at all: in
it they are what they are, and nothing of it runs."""

from consumers.report import FORMAT, NEEDS, NODE_NEEDS, expect_page, read_page, repacked  # noqa: F401

PROFILED = "hostile"
QUERY = "</script>"


def read(file, tools):
    return read_page(file, tools, QUERY)


def expect(profile):
    return expect_page(profile, QUERY)


def change(data):
    return repacked(data, lambda text: text.replace(b"</script>", b"</scripted>", 1))
