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
    return {(f["name"], line["line"]): line["self_ns"] for f in profile["functions"] for line in f["lines"]}


def text_rows(text):
    """(function, mark, number, the row) of each row of the text; a mark of None ends a function."""
    for part in text.split("\n\nTotal time: ")[1:]:
        name = re.search(r"Function: (\S+) at line", part)[1]
        for line in re.findall(r"^[-+ ] +\d+ .*", part, re.MULTILINE):
            yield name, line[0], int(re.match(r". *(\d+)", line)[1]), line
        yield name, None, 0, ""


def changes_of(now, base, text):
    """Rows (mark, number, own time before, own time now) that are one change: of lines on both
    sides each, of those that are new or gone all between two others."""
    is_, was, group = own_times(now), own_times(base), []
    before = {(f["name"], line["source"]): line["self_ns"] for f in base["functions"] for line in f["lines"]}
    for name, mark, number, line in text_rows(text):
        if mark == "-":
            group += [("-", number, was[name, number], 0)] if (name, number) in was else []
        elif mark == "+":
            group += [("+", number, 0, is_[name, number])] if (name, number) in is_ else []
        else:
            yield group
            group = []
        if mark == " " and (name, number) in is_:
            old = next(ns for (f, source), ns in before.items() if f == name and line.endswith(f" {source}"))
            yield [(" ", number, old, is_[name, number])]


def expect_finding(now, base, text):
    """Where own times have changed most."""
    groups = [group for group in changes_of(now, base, text) if group]
    more = [sum(is_ - was for _, _, was, is_ in group) for group in groups]
    most = max(range(len(groups)), key=lambda i: abs(more[i]))
    new = [row for row in groups[most] if row[0] == "+"]
    gone = [row for row in groups[most] if row[0] == "-"]
    named = max(new or groups[most], key=lambda row: row[3] or row[2])
    much, how = duration(abs(more[most])), "more" if more[most] > 0 else "less"
    beside, are, they = ("", "is", "it") if len(new or gone) < 2 else (" and lines beside it", "are", "they")
    what = (f"took {much} {how} than before" if not new and not gone
            else f"{are} new and took {much}" if not gone
            else f"{are} gone, which took {much}" if not new
            else f"took {much} {how} than what {they} replaced")
    whole, before = sum(own_times(now).values()), sum(own_times(base).values())
    return (f"shop.c:{named[1]}{beside} {what}; all together took "
            f"{duration(whole)}, before {duration(before)} ({100 * (whole / before - 1):+.1f} %)")


def expect_compared(now, base, text):
    want = {("faults",): []}
    want["finding",] = want["plain finding",] = expect_finding(now, base, text)
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
