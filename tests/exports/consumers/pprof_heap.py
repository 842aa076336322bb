# SPDX-License-Identifier: MIT
"""`go tool pprof`: what lines allocate themselves, and held at the peak."""

import gzip

from consumers import label, lines
from consumers.pprof import FORMAT, NEEDS, listing  # noqa: F401  (for check_export)

PROFILED = "heap"
HEAP = True
KINDS = {
    "alloc_objects": ("count", "self_allocs"),
    "alloc_space": ("B", "self_bytes"),
    "inuse_space": ("B", "peak_bytes"),
}


def read(file, tools):
    tools.env.update(PPROF_TMPDIR=str(tools.work), GOTOOLCHAIN="local")
    return {
        (kind, function, source, line): flat
        for kind, (unit, _) in KINDS.items()
        for function, source, line, flat, _ in listing(file, tools, kind, unit)
        if flat
    }


def expect(profile):
    return {
        (kind, label(function, profile), file, line["line"]): line["heap"][key]
        for kind, (_, key) in KINDS.items()
        for _, function, line, file in lines(profile)
        if line["heap"][key]
    }


def change(data):
    """78 allocations of 16 bytes, 1,248."""
    plain = gzip.decompress(data)
    return gzip.compress(plain.replace(b"\x4e\xe0\x09", b"\x4f\xe0\x09", 1))
