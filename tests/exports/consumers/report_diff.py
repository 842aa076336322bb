# SPDX-License-Identifier: MIT
"""The report with an older profile: all that the text of --diff says, and no more."""

import re

from consumers.report import FORMAT, NEEDS, NODE_NEEDS, duration, look, repacked, time_cell  # noqa: F401

PROFILED = "changed/after"
BASE = "changed/before"
QUERY = "price"

HEADS = ("Old Hits", "Hits", "Old Time", "Time", "Change")
TOTAL = re.compile(r"Total time: ([\d.e-]+) s, (?:was ([\d.e-]+) s \((.*)\)|not in the (newer|older) profile)")


# ---- What the page says ----


def take_rows(found, table):
    function = None
    for row in table["rows"]:
        kinds = row["kind"].split()
        if "function" in kinds:
            function = row["name"]
        if "code" not in kinds:
            continue
        cells = dict(zip(table["heads"], row["cells"])) if "hit" in kinds or "gone" in kinds else {}
        mark = "-" if "gone" in kinds else "+" if "added" in kinds else " "
        text = row["cells"][-1][0]
        said = [cells.get(head.capitalize(), ["", ""]) for head in HEADS]
        times = [title for _, title in said[2:4]]
        found["row", function, mark, row["cells"][0][0], text] = [said[0][0], said[1][0], *times, said[4][0]]
        for text, title in said[2:4]:
            if title and text != duration(int(title[:-3].replace(",", ""))):
                found["time", text, title] = False


def read(file, tools):
    said = look(file, tools, QUERY)
    page, plain = said["page"], said["plain"]
    found = {("faults",): said["faults"], ("finding",): page["finding"], ("plain finding",): plain["finding"]}
    take_rows(found, page["code"])
    for row in page["functions"]["rows"]:
        cells = dict(zip(page["functions"]["heads"], row["cells"]))
        found["function", cells["Function"][0]] = [cells[head][0] for head in ("Before", "Total", "Change")]
    for rank, row in enumerate(page["functions"]["rows"]):
        found["rank", rank] = row["cells"][0][0]
    for row in page["gone"]["rows"]:
        found["gone", row["cells"][0][0]] = [text for text, _ in row["cells"][1:]]
    for row in plain["rows"]:
        if row:
            found["plain", row[0]] = row[-2:]
    return found


# ---- What it should say ----


def ns_of(us):
    return round(float(us) * 1000)


def expect_rows(want, name, lines):
    """Rows of the text, whose cells end where their titles do."""
    head = lines[0]
    ends = [re.search(rf"(?<!Old ){title}(?= )", head).end() for title in ("Line #", *HEADS)]
    for line in lines[2:]:
        if not line.strip():
            break
        cells = [line[begin:end].strip() for begin, end in zip([1, *ends], ends)]
        hits = [f"{int(hits):,}" if hits else "" for hits in cells[1:3]]
        times = [time_cell(ns_of(us))[1] if us else "" for us in cells[3:5]]
        is_hit = any(cells[1:])
        mark = line[0] if line[0] == "-" or is_hit else " "  # a page marks new lines that count
        want["row", name, mark, cells[0], line[ends[-1] + 2 :]] = [*hits, *times, cells[5]]


def expect_texts(want, text):
    """Functions of the text; returns what each has become longer by, in ns."""
    more = {}
    for part in text.split("\n\nTotal time: ")[1:]:
        lines = f"Total time: {part}".split("\n")
        now, was, change, lacks = TOTAL.match(lines[0]).groups()
        name = re.search(r"Function: (\S+) at line", part)[1]
        now_ns = round(float(now) * 1e9)
        if lacks == "newer":
            want["gone", name] = now_ns
            continue
        expect_rows(want, name, lines[4:])
        was_ns = round(float(was) * 1e9) if was else None
        want["function", name] = [duration(was_ns) if was else "", duration(now_ns), change or "new"]
        want["plain", name] = [duration(was_ns) if was else "", change or "new"]
        more[name] = now_ns - was_ns if was else float("-inf")
    return more


def own_times(profile):
    return {(f["name"], line["source"]): line["self_ns"] for f in profile["functions"] for line in f["lines"]}


def expect_finding(now, base):
    """The line of one text and function that has changed most."""
    is_, was = own_times(now), own_times(base)
    changes = {key: is_.get(key, 0) - was.get(key, 0) for key in is_.keys() | was.keys()}
    key = max(changes, key=lambda key: abs(changes[key]))
    side = now if key in is_ else base
    place = next(line["line"] for f in side["functions"] for line in f["lines"] if (f["name"], line["source"]) == key)
    whole, before = sum(is_.values()), sum(was.values())
    much = duration(abs(changes[key]))
    what = (f"is new and took {much}" if key not in was else f"is gone, which took {much}" if key not in is_
            else f"took {much} {'more' if changes[key] > 0 else 'less'} than before")
    return (f"shop.c:{place} {what}; all together took "
            f"{duration(whole)}, before {duration(before)} ({100 * (whole / before - 1):+.1f} %)")


def expect_compared(now, base, text):
    want = {("faults",): []}
    want["finding",] = want["plain finding",] = expect_finding(now, base)
    more = expect_texts(want, text)
    for rank, name in enumerate(sorted(more, key=lambda name: -more[name])):
        want["rank", rank] = name
    for function in base["functions"]:
        key = ("gone", function["name"])
        if key in want:
            place = f"shop.c:{function['line']}"
            want[key] = [place, f"{function['calls']:,}", duration(want[key])]
    return want


def change(data):
    return repacked(data, lambda text: text.replace(b'"calls":[null,40,', b'"calls":[null,41,').replace(b",120000,", b",121000,"))
