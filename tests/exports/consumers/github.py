# SPDX-License-Identifier: MIT
"""Workflow commands, read as their documentation says: ::NAME KEY=VALUE,...::MESSAGE, where
%25, %0D and %0A stand for what would end a message, and %3A and %2C for what would end a value."""

import pathlib
import re

from consumers import Refused, differences

FORMAT = "github"
NEEDS = ()
PROFILED = "changed/after"
BASE = "changed/before"

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
OF_MESSAGE = {"%25": "%", "%0D": "\r", "%0A": "\n"}
OF_VALUE = OF_MESSAGE | {"%3A": ":", "%2C": ","}


def unescaped(text, signs):
    def sign(found):
        if found[0] not in signs:
            raise Refused(f"{found[0]} in {text}")
        return signs[found[0]]

    return re.sub(r"%.{0,2}", sign, text)


def commands(text):
    if text and not text.endswith("\n"):
        raise Refused("the last line does not end")
    for line in text.splitlines():
        found = COMMAND.fullmatch(line)
        if not found:
            raise Refused(f"no command: {line}")
        name, values, message = found.groups()
        pairs = [value.split("=", 1) for value in values.split(",")]
        yield name, {key: unescaped(value, OF_VALUE) for key, value in pairs}, unescaped(message, OF_MESSAGE)


def read(file, tools):
    found = {}
    for rank, (name, values, message) in enumerate(commands(file.read_text(encoding="utf-8"))):
        path = pathlib.PurePath(values["file"]).name
        found[rank] = (name, path, int(values["line"]), values["title"], differences.numbers(message))
    return found


def expect_compared(now, base, text):
    path = differences.file_of(now)
    return {rank: ("warning", path, line, "lineprof: slower", said)
            for rank, (line, said) in enumerate(differences.expected(now, base, text))}


def change(data):
    return data.replace(b" slower: ", b" slower: 1", 1)
