# SPDX-License-Identifier: MIT
"""The report in the eyes of axe-core, in both themes: what it finds that some people could
not use."""

import json

from consumers import Refused

FORMAT = "html"
NEEDS = ("node", "chromium")
NODE_NEEDS = ("axe-core", "playwright-core")


def read(file, tools):
    return {tuple(key): found for key, found in json.loads(tools.node("axe.js", file))}


def expect(profile):
    return {("light", 1300): [], ("dark", 400): []}


def change(data):
    """A page that does not say in which language it is."""
    return data.replace(b'<html lang="en">', b"<html>", 1)
