# SPDX-License-Identifier: MIT
"""What exports have of functions that are not profiled: own costs add up to what the lines
have, and those functions have what they took."""

import collections
import json
import subprocess
import sys

profile = sys.argv[1]


def export(form):
    command = ["lineprof-view", f"--format={form}", profile]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def of_callgrind(text):
    """Own costs in ns by function; a cost behind `calls=` is of a call."""
    own, names, name, is_call = collections.Counter(), {}, None, False
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key == "fn" or key == "cfn":
            number, _, word = value.partition(" ")
            names.setdefault(number, word)
            name = names[number] if key == "fn" else name
        elif key == "calls":
            is_call = True
        elif line[:1].isdigit():
            own[name] += 0 if is_call else int(line.split()[1])
            is_call = False
    return own


def of_folded(text):
    """Weights in ns by the function that is on top."""
    own = collections.Counter()
    for line in text.splitlines():
        stack, _, weight = line.rpartition(" ")
        own[stack.split(";")[-1].partition(":")[0]] += int(weight)
    return own


numbers = json.loads(export("json"))
whole = sum(function["self_ns"] for function in numbers["functions"])
took = collections.Counter()
for call in numbers["calls"]:
    if call["callee_file"] is None:
        took[call["callee"]] += call["total_ns"]
for form, own in (("callgrind", of_callgrind(export("callgrind"))), ("folded", of_folded(export("folded")))):
    print(form, "adds up" if sum(own.values()) == whole > 0 else (own, whole), end="; ")
    print(*(f"{name} {own[name] // 1000} us" for name in sorted(took)
            if own[name] and name != "qsort"))  # which compares as often as the C library likes
