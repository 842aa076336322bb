# SPDX-License-Identifier: MIT
"""ajv, which checks a report against a schema of what GitLab's documentation of code quality
asks for."""

import json
import pathlib

from consumers import Refused, differences

FORMAT = "gitlab"
NEEDS = ("node",)
NODE_NEEDS = ("ajv",)
PROFILED = "changed/after"
BASE = "changed/before"
SCHEMA = pathlib.Path(__file__).resolve().parent / "code_quality.schema.json"


def read(file, tools):
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Refused(str(error)) from error
    tools.node("validate.js", SCHEMA, file)
    found = {"fingerprints": len({issue["fingerprint"] for issue in report})}
    for rank, issue in enumerate(report):
        path = pathlib.PurePath(issue["location"]["path"]).name
        line = issue["location"]["lines"]["begin"]
        said = differences.numbers(issue["description"])
        found[rank] = (issue["severity"], issue["check_name"], path, line, said)
    return found


def expect_compared(now, base, text):
    path = differences.file_of(now)
    all_of_them = differences.expected(now, base, text)
    found = {rank: ("minor", "lineprof-time", path, line, said) for rank, (line, said) in enumerate(all_of_them)}
    return found | {"fingerprints": len(all_of_them)}


def change(data):
    return data.replace(b'"begin": ', b'"begin": 1', 1)
