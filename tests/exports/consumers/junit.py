# SPDX-License-Identifier: MIT
"""xmllint, which checks a report against a schema of JUnit's format, and Python's parser."""

import pathlib
import re
import xml.etree.ElementTree

from consumers import Refused, differences

FORMAT = "junit"
NEEDS = ("xmllint",)
PROFILED = "changed/after"
BASE = "changed/before"
LINE = re.compile(r".*:(\d+): (.*?: .*)")
SCHEMA = pathlib.Path(__file__).resolve().parent / "junit.xsd"


def outcome_of(test):
    """Of a test: what its failure says, in one line and in all; or why it was skipped."""
    for child in test:
        if child.tag == "failure":
            lines = [LINE.fullmatch(line).groups() for line in child.text.splitlines()]
            return differences.numbers(child.get("message")), [
                (int(line), differences.numbers(said)) for line, said in lines]
        return child.get("message")
    return "passed"


def read(file, tools):
    tools.run("xmllint", "--nonet", "--noout", "--schema", SCHEMA, file)
    try:
        suites = xml.etree.ElementTree.parse(file).getroot()
    except xml.etree.ElementTree.ParseError as error:
        raise Refused(str(error)) from error
    suite = suites[0]
    found = {("suite", key): int(suite.get(key)) for key in ("tests", "failures", "skipped")}
    for test in suite:
        found[test.get("name")] = (pathlib.PurePath(test.get("classname")).name, int(test.get("line")),
                                   round(float(test.get("time")) * 1e9), outcome_of(test))
    return found


def expect_compared(now, base, text):
    path = differences.file_of(now)
    slower = differences.expected(now, base, text)
    found = {}
    for function in now["functions"] + base["functions"]:
        name = function["name"]
        here = [(line, said) for line, said in slower if said[0] == name]
        is_now, is_base = (name in {f["name"] for f in side["functions"]} for side in (now, base))
        outcome = ((here[0][1], here) if here else "passed" if is_now and is_base
                   else f"not in the {'older' if is_now else 'newer'} profile")
        found.setdefault(name, (path, function["line"], function["total_ns"] if is_now else 0, outcome))
    skipped = sum(isinstance(outcome, str) and outcome != "passed" for _, _, _, outcome in found.values())
    failures = len({said[0] for _, said in slower})
    sums = {"tests": len(found), "failures": failures, "skipped": skipped}
    return found | {("suite", key): sum_ for key, sum_ in sums.items()}


def change(data):
    return data.replace(b" slower: ", b" slower: 1", 1)
