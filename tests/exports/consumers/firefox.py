# SPDX-License-Identifier: MIT
"""The Firefox Profiler, by its program for terminals: self and total time of functions,
and of lines beside the source text that is in the file.  It keeps a process that answers,
which is ended here in any case."""

import contextlib
import re
import time

from consumers import Refused, label, lines

FORMAT = "firefox"
NEEDS = ("node",)
NODE_NEEDS = ("@firefox-devtools/profiler-cli",)
PROGRAM_FILE = "@firefox-devtools/profiler-cli/dist/profiler-cli.js"
ATTEMPTS = 20

FUNCTION = re.compile(r"\s+(f-\d+)\. (.*) - self: (\S+) \(.*\), total: (\S+) \(.*\)")
FILE = re.compile(r"Source file: (.*) \(\d+ lines\)")
LINE = re.compile(r"\s*(\d+)\s+(?:(\d[\d.]*[a-zμ]+)\s+)?(\d[\d.]*[a-zμ]+)  (.*)")
TIME = re.compile(r"([\d.]+)(ns|μs|ms|s)")
UNITS_NS = {"ns": 1, "μs": 1e3, "ms": 1e6, "s": 1e9}

# It stands once in each context, so what it calls itself is not beneath its lines.
CALLS_ITSELF = "power"

# Asked about one of its functions, the program shows a whole file: these are in all.
IN_ALL_FILES = {"price_of", "tax_of"}


def nanoseconds(text):
    match = TIME.fullmatch(text or "0ns")
    return round(float(match[1]) * UNITS_NS[match[2]])


def load(ask, file):
    """The process may take longer to start than the program waits."""
    try:
        ask("load", file)
        return
    except Refused as refusal:
        if "most likely still starting" not in str(refusal):
            raise
    for _ in range(ATTEMPTS):
        time.sleep(0.25)
        try:
            ask("status")
            return
        except Refused as refusal:
            last = refusal
    raise last


def annotated(ask, handle):
    source = None
    for text in ask("function", "annotate", handle, "--mode=src", "--context=file").splitlines():
        if match := FILE.fullmatch(text):
            source = match[1]
        elif source and (match := LINE.fullmatch(text)):
            yield source, int(match[1]), match


def read_session(ask):
    found = {}
    functions = FUNCTION.findall(ask("thread", "functions", "--limit=0"))
    for _, name, own, _ in functions:
        key = ("function", name)
        found[key] = found.get(key, 0) + nanoseconds(own)
    for handle in (handle for handle, name, *_ in functions if name in IN_ALL_FILES):
        for source, number, match in annotated(ask, handle):
            found["line", source, number] = (
                nanoseconds(match[2]),
                nanoseconds(match[3]),
                match[4].strip(),
            )
    return found


@contextlib.contextmanager
def session(file, tools):
    """A function that asks the program about a file."""
    tools.env["PROFILER_CLI_SESSION_DIR"] = str(tools.work / file.stem)
    program = tools.packages / PROGRAM_FILE

    def ask(*words):
        return tools.run("node", program, *words)

    try:
        load(ask, file)
        yield ask
    finally:
        ask("stop", "--all")


def read(file, tools):
    with session(file, tools) as ask:
        return read_session(ask)


def expect(profile):
    found = {}
    for name, function, line, file in lines(profile):
        if not line["self_ns"]:
            continue
        key = ("function", label(function, profile))
        found[key] = found.get(key, 0) + line["self_ns"]
        total = line["self_ns" if name == CALLS_ITSELF else "time_ns"]
        found["line", file, line["line"]] = (line["self_ns"], total, line["source"].strip())
    return found


def change(data):
    return data.replace(b"0.078000", b"0.079000", 1)
