# SPDX-License-Identifier: MIT
"""ajv, which checks JSON against the schema that is installed beside the manual."""

import json
import pathlib

FORMAT = "json"
NEEDS = ("node",)
NODE_NEEDS = ("ajv",)
SCHEMA = pathlib.Path(__file__).resolve().parents[3] / "docs" / "profile.schema.json"


def size(profile):
    return {name: len(profile[name]) for name in ("functions", "calls", "regions", "threads")}


def read(file, tools):
    tools.node("validate.js", SCHEMA, file)
    return size(json.loads(file.read_text(encoding="utf-8")))


def expect(profile):
    return size(profile)


def change(data):
    return data.replace(b'"hits": 78,', b'"hits": -78,', 1)
