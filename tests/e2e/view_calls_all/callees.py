# SPDX-License-Identifier: MIT
"""What lines call, of a profile as JSON: counts; and that no part is more than its whole.
With `most`, which call takes at least half of its line."""

import collections
import json
import sys

profile = json.load(sys.stdin)
lines = {(f["name"], line["line"]): line for f in profile["functions"] for line in f["lines"]}
parts = collections.Counter()
names = {f["name"] for f in profile["functions"]}

for call in profile["calls"]:
    if call["callee_file"] is None:
        assert call["callee"] not in names, call
        parts[call["caller"], call["line"]] += call["total_ns"] or 0
    print(call["caller"], call["line"], call["callee"], call["count"], "" if call["callee_file"] else "outside")
for place, part in parts.items():
    line = lines[place]
    assert part <= (line["time_ns"] or 0), (place, part, line)
    assert line["timed"] in (None, 0) and line["min_ns"] is None, line
    if "most" in sys.argv and part * 2 >= line["time_ns"]:
        print("most of", *place)
for function in profile["functions"]:
    times = [line["time_ns"] or 0 for line in function["lines"]]
    assert sum(times) == (function["total_ns"] or 0), function["name"]
