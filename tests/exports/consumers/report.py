# SPDX-License-Identifier: MIT
"""The report in headless Chromium: every number and text in it, by scrolling through all
of it, with the keyboard, and without JavaScript."""

import base64
import collections
import gzip
import json
import pathlib
import re

from consumers import Refused

FORMAT = "html"
NEEDS = ("node", "chromium")
NODE_NEEDS = ("playwright-core",)

MOST_NODES = 5000
QUERY = "tax"  # not on the hottest line
DATA = re.compile(rb'(<script type="application/gzip" id="data">)([^<]*)')
CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
MORE = re.compile(r"[\d,]+ more")
SMALL = 0.005  # lines of that part of the whole have a tile of their own
SIZES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns"))


WIDE = 0.02  # frames of that part of the graph are compared


class Near(float):
    """A part of the map's area; rectangles are cut from floating-point numbers."""

    most = 1e-3

    def __eq__(self, other):
        return isinstance(other, float) and abs(float(self) - float(other)) < self.most

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return 0


class Rough(Near):
    """A part of the graph's width; frames of less than three pixels are left out."""

    most = 1e-2


# ---- What numbers look like ----


def duration(ns):
    size, unit = next((pair for pair in SIZES if ns >= 0.9995 * pair[0]), SIZES[-1])
    value = ns / size
    return f"{value:.0f} {unit}" if value >= 999.5 else f"{value:.3g} {unit}"


def percent(part, whole):
    share = part / whole if whole else 0
    return "<0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"


def time_cell(ns):
    """Text and title of a time."""
    return ["", ""] if ns is None else [duration(ns), f"{ns:,} ns"]


def per_hit(total, count):
    return "" if total is None or not count else duration(total / count)


# ---- What the page says ----


def function_rows(table):
    """(function, file of the line, row) for each row of the source."""
    function = file = None
    for row in table["rows"]:
        kinds = row["kind"].split()
        text = row["cells"][0][0]
        if "function" in kinds:
            place = text[len(row["name"]) :].split(" · ")[0]
            file = row["title"]
            function = (file, row["name"], int(place.rsplit(":", 1)[1]))
        elif "file" in kinds:
            file = text
        yield function, file, row


def take_code(found, table):
    for function, file, row in function_rows(table):
        kinds = row["kind"].split()
        cells = dict(zip(table["heads"], row["cells"])) if "hit" in kinds else {}
        key = (function, file, row["cells"][0][0])
        if "callers" in kinds:
            found["callers", function] = row["cells"][0][0]
        if "code" in kinds and (cells or pathlib.Path(file).exists()):
            found["text", *key] = row["cells"][-1][0]
        for head, cell in cells.items():
            if head not in ("Line", "Source"):
                found[head, *key] = cell
        if cells:
            for name, text, title in row["about"]["facts"]:
                found[f"about: {name}", *key] = [text, title]
            calls = sorted(call for call in row["calls"] if call[0].startswith("→"))
            found["calls", *key] = calls


def take_tables(found, page):
    for row in page["functions"]["rows"]:
        cells = dict(zip(page["functions"]["heads"], (cell for cell in row["cells"])))
        cells["Calls"] = cells["Calls"][0]
        found["function", cells["Function"][0], cells["Place"][0]] = cells
    for rank, row in enumerate(page["lines"]["rows"]):
        found["hot", rank] = [text for text, _ in row["cells"]]
    for name in ("regions", "threads"):
        for row in page.get(name, {"rows": ()})["rows"]:
            cells = dict(zip(page[name]["heads"], row["cells"]))
            cells.pop("Self", None)  # of which no export speaks
            found[name, row["cells"][0][0]] = list(cells.values())[1:]


def take_map(found, tiles):
    whole = sum(area for _, area in tiles)
    for title, area in tiles:
        if area / whole >= SMALL and not MORE.match(title):
            found["map", title] = Near(area / whole)


def take_flame(found, flame, heads):
    """Lines by their part of the width, in all places together; without times all callers
    would have to be known to say what they should be."""
    parts = collections.Counter()
    for title, width in flame["frames"]:
        if " in " in title:
            parts[title.rpartition(": ")[0]] += width / flame["width"]
    for title, part in parts.items():
        if part >= WIDE and "Self" in heads:
            found["flame", title] = Rough(part)


def take_keys(found, keys, query):
    for name in ("hottest", "below"):
        found["key", name] = (keys[name]["row"], keys[name]["hash"])
    found["key", "found"] = int(keys["found"].split(" of ")[1])
    found["key", "match"] = query in (keys["match"] or "").lower()
    found["key", "help"] = (keys["help"], keys["closed"])


def take_plain(found, plain):
    for row in plain["rows"]:
        if row:
            found["plain", row[0], row[1]] = row[2:]
    for rank, listing in enumerate(plain["listings"]):
        rows = [line for line in listing.split("\n") if line[:7].strip().isdigit() and line[8:20].strip()]
        found["listing", rank] = [
            (int(line[:7]), int(line[8:20]), line[21:30].strip(), line[31:40].strip(), line[42:])
            for line in rows
        ]


def look(file, tools, query):
    return json.loads(tools.node("page.js", file, query))


def read_page(file, tools, query):
    said = look(file, tools, query)
    page, plain = said["page"], said["plain"]
    found = {("faults",): said["faults"], ("scripts",): page["scripts"]}
    found["finding",] = page["finding"]
    found["finding without JavaScript",] = plain["finding"]
    found["nodes",] = max(page[name]["nodes"] for name in ("code", "functions", "lines")) <= MOST_NODES
    take_code(found, page["code"])
    take_tables(found, page)
    take_map(found, page["tiles"])
    take_flame(found, page["flame"], page["functions"]["heads"])
    take_keys(found, page["keys"], query)
    take_plain(found, plain)
    for name, place, text in page["links"]:
        found["link", name, place] = name in text
    for name in ("code", "functions", "lines"):
        if page[name]["count"] != len(page[name]["rows"]):
            raise Refused(f"{name}: rows are missing")
    return found


def read(file, tools):
    return read_page(file, tools, QUERY)


# ---- What it should say ----


def shown(text):
    """A line as a page shows it: control characters are escapes."""
    return CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text or "")


def short_names(profile):
    """The ends of paths that tell files apart; here they are told apart by their names."""
    return lambda file: pathlib.PurePath(file).name


def weight_of(profile):
    has_times = any(function["total_ns"] is not None for function in profile["functions"])
    return has_times, (lambda line: line["self_ns" if has_times else "hits"] or 0)


def all_lines(profile):
    for function in profile["functions"]:
        key = (function["file"], function["name"], function["line"])
        for line in function["lines"]:
            yield function, key, line, line.get("file", function["file"])


def expect_line(want, function, key, line, share, has_off):
    hits, ran = line["hits"], line["hits"] > 0
    time, own = line["time_ns"], line["self_ns"]
    want["text", *key] = shown(line["source"])
    want["Hits", *key] = [f"{hits:,}", ""]
    want["%", *key] = [share, ""]
    if time is not None:
        want["Time", *key] = time_cell(time if ran else None)
        want["Self", *key] = time_cell(own if ran else None)
        want["Per hit", *key] = [per_hit(time, hits), ""]
    if has_off:
        want["Off CPU", *key] = time_cell(line["off_cpu_ns"] or None)
    facts = {
        "Hits": [f"{hits:,}", ""],
        "Visits timed": None if line["timed"] is None else [f"{line['timed']:,}", ""],
        "of its function": [percent(time, function["total_ns"]), ""] if time is not None and function["total_ns"] else None,
    }
    names = {"Time": "time_ns", "give or take": "time_se_ns", "Self": "self_ns", "Off CPU": "off_cpu_ns",
             "shortest": "min_ns", "p50": "p50_ns", "p90": "p90_ns", "p99": "p99_ns", "longest": "max_ns"}
    facts |= {name: time_cell(line[field]) for name, field in names.items() if line[field] is not None}
    if line["heap"]:
        heap = line["heap"]
        want["Bytes", *key] = [f"{heap['bytes']:,}" if heap["bytes"] else "", ""]
        names = {"Allocations": "allocs", "Bytes": "bytes", "Self bytes": "self_bytes", "Bytes freed": "freed"}
        names |= {"Bytes at the peak": "peak_bytes"} if heap["peak_bytes"] is not None else {}
        facts |= {name: [f"{heap[field]:,}", ""] for name, field in names.items()}
    for name, fact in facts.items():
        if fact:
            want[f"about: {name}", *key] = fact


def expect_code(want, profile, short):
    has_times, weight = weight_of(profile)
    whole = sum(weight(line) for _, _, line, _ in all_lines(profile))
    has_off = any(line["off_cpu_ns"] for _, _, line, _ in all_lines(profile))
    for function, key, line, file in all_lines(profile):
        share = percent(weight(line), whole) if weight(line) else ""
        place = (key, file, str(line["line"]))
        expect_line(want, function, place, line, share, has_off)
        want["calls", *place] = []
    for function in profile["functions"]:
        key, path = (function["file"], function["name"], function["line"]), pathlib.Path(function["file"])
        if path.exists():
            text = path.read_text(encoding="utf-8", errors="replace").split("\n")
            for number in range(function["line"], function["end_line"] + 1):
                want["text", key, function["file"], str(number)] = shown(text[number - 1])


def expect_calls(want, profile):
    keys = {(f["file"], f["name"]): (f["file"], f["name"], f["line"]) for f in profile["functions"]}
    callers = collections.defaultdict(list)
    for call in profile["calls"]:
        caller = keys.get((call["caller_file"], call["caller"]))
        callee = keys.get((call["callee_file"], call["callee"]))
        count = call["count"]
        title = f"{count:,} call" + ("" if count == 1 else "s")
        if call["total_ns"] is not None and caller != callee:
            title += f", {duration(call['total_ns'])}"
        place = (caller, call["caller_file"], str(call["line"]))
        if ("calls", *place) in want:
            want["calls", *place] = sorted([*want["calls", *place], [f"→ {call['callee']}", title]])
        if callee:
            callers[callee].append(f" {call['caller']}:{call['line']} {count:,}×")
    for callee, texts in callers.items():
        want["callers", callee] = "called from" + "".join(texts)


def expect_functions(want, profile, short):
    has_times, weight = weight_of(profile)
    whole = sum(weight(line) for _, _, line, _ in all_lines(profile))
    for function in profile["functions"]:
        own = function["self_ns"] if has_times else sum(line["hits"] for line in function["lines"])
        calls, primitive = function["calls"], function["primitive_calls"]
        place = f"{short(function['file'])}:{function['line']}"
        cells = {"Function": [function["name"], ""], "Place": [place, ""],
                 "%": [percent(own, whole) if own else "", ""],
                 "Calls": f"{calls:,}" + (f"/{primitive:,}" if primitive not in (None, calls) else "")}
        if has_times:
            total = function["total_ns"]
            cells |= {"Self": time_cell(own), "Total": time_cell(total),
                      "Per call": [per_hit(total, calls) if total else "", ""]}
        else:
            cells["Hits"] = [f"{own:,}", ""]
        want["function", function["name"], place] = cells
        want["link", function["name"], place] = True
        times = [duration(function["self_ns"]), duration(function["total_ns"])] if has_times else ["", ""]
        want["plain", function["name"], place] = [str(calls), *times]


def expect_hot(want, profile, short):
    has_times, weight = weight_of(profile)
    ranked = sorted((item for item in all_lines(profile) if weight(item[2])), key=lambda item: -weight(item[2]))
    whole = sum(weight(item[2]) for item in ranked)
    for rank, (function, _, line, file) in enumerate(ranked):
        place, share = f"{short(file)}:{line['line']}", percent(weight(line), whole)
        hits, text = f"{line['hits']:,}", shown(line["source"]).strip(" \t")
        want["hot", rank] = (
            [place, function["name"], duration(line["self_ns"]), share, hits, per_hit(line["time_ns"], line["hits"]), text]
            if has_times else [place, function["name"], share, hits, text])
        if weight(line) / whole < SMALL:
            continue
        title = f"{place} in {function['name']}: {share}"
        want["map", title] = Near(want.get(("map", title), 0) + weight(line) / whole)
    function, _, line, file = ranked[0]
    place = f"{short(file)}:{line['line']}"
    share = f"{100 * weight(line) / whole:.1f} %"
    claim = (f"took {share} of {duration(whole)}" if has_times
             else f"was hit {line['hits']} times, {share} of all hits")
    want["finding",] = want["finding without JavaScript",] = f"{place} {claim}"
    want["key", "hottest"] = (str(line["line"]), f"#{place}")
    want["key", "below"] = (str(line["line"] + 1), f"#{place}")


def expect_flame(want, profile, short):
    """What a function calls itself is not beneath its lines: it stands once in a context."""
    has_times, weight = weight_of(profile)
    whole = sum(weight(item[2]) for item in all_lines(profile))
    itself = {call["caller"] for call in profile["calls"] if call["caller"] == call["callee"]}
    for function, _, line, file in all_lines(profile) if has_times else ():
        part = line["self_ns" if function["name"] in itself else "time_ns"] / whole
        if part >= WIDE:
            want["flame", f"{short(file)}:{line['line']} in {function['name']}"] = Rough(part)


def expect_listings(want, profile):
    has_times, _ = weight_of(profile)
    ranked = sorted((f for f in profile["functions"]),
                    key=lambda f: (-(f["self_ns"] if has_times else f["calls"]), f["file"], f["line"]))
    ran = [f for f in ranked if any(line["hits"] for line in f["lines"])]
    for rank, function in enumerate(ran):
        want["listing", rank] = [
            (line["line"], line["hits"],
             duration(line["time_ns"]) if line["hits"] and has_times else "",
             per_hit(line["time_ns"], line["hits"]), shown(line["source"]))
            for line in function["lines"]
        ]


def expect_tables(want, profile):
    for region in profile["regions"]:
        want["regions", region["name"]] = [[f"{region['calls']:,}", ""], *(
            time_cell(region[field]) for field in ("total_ns", "min_ns", "max_ns"))]
    if len(profile["threads"]) > 1:
        for thread in profile["threads"]:
            want["threads", thread["name"]] = [[str(thread["id"]), ""], time_cell(thread["total_ns"])]


def expect_page(profile, query):
    short = short_names(profile)
    want = {("faults",): [], ("scripts",): 4, ("nodes",): True}
    expect_code(want, profile, short)
    expect_calls(want, profile)
    expect_functions(want, profile, short)
    expect_hot(want, profile, short)
    expect_flame(want, profile, short)
    expect_listings(want, profile)
    expect_tables(want, profile)
    texts = [value for key, value in want.items() if key[0] == "text"]
    texts += [function["name"] for function in profile["functions"]]
    want["key", "found"] = sum(query in text.lower() for text in texts)
    want["key", "match"] = True
    want["key", "help"] = (True, True)
    return want


def expect(profile):
    return expect_page(profile, QUERY)


# ---- Another number ----


def repacked(data, change_text):
    """The page with its data changed."""
    packed = DATA.search(data)[2]
    text = change_text(gzip.decompress(base64.b64decode(packed)))
    return DATA.sub(lambda match: match[1] + base64.b64encode(gzip.compress(text)), data)


def change(data):
    return repacked(data, lambda text: text.replace(b"78000", b"79000", 1))
