# SPDX-License-Identifier: MIT
"""How a real program of real_programs.py is fetched and built, whatever it is built for."""

import concurrent.futures
import glob
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

# By rising rank: a program of several languages is linked by the last of them.
COMPILERS = {".c": "gcc-12", ".f": "gfortran-12", ".f90": "gfortran-12", ".cc": "g++-12", ".cpp": "g++-12"}
SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, shell=isinstance(command, str))
    if done.returncode:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {command}: exit {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


def fetch(packages, top):
    """Unpack Debian source packages side by side in a folder; why that failed, or None."""
    if not packages:
        return None
    done = subprocess.run(
        [SOURCE / "script/bootstrap", "--real", top, *packages], capture_output=True, text=True
    )
    if done.returncode:
        return f"{' '.join(packages)} cannot be fetched: {done.stderr.strip()[-200:]}"
    return None


def filled(text, top):
    """A flag or command with {top}/PATTERN replaced by the folder meant."""
    return re.sub(r"\{top\}/([^/\s]+)", lambda match: glob.glob(f"{top}/{match[1]}")[0], text)


def prepare(program, top):
    """Make {top} ready to build a program from; why that cannot be, or None."""
    for need in program.get("needs", []):
        if not shutil.which(need):
            return f"it needs {need}"
    why = fetch(program["packages"], top)
    if why:
        return why
    for line in program.get("prepare", []):
        run(filled(line, top), top)
    return None


def children_seconds():
    """Processor time of all that ran so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Builder:
    """Compiles and links one program, in one way, in a folder of its own.

    more     flags that come after the program's
    drivers  others to use instead of those of COMPILERS, by their names
    """

    def __init__(self, program, top, folder, flags, more=(), drivers=None):
        self.program = program
        self.top = top
        self.folder = folder
        self.flags = [*flags, "-w", *(filled(flag, top) for flag in (*program["flags"], *more))]
        self.drivers = drivers or {}
        self.languages = set()

    def files(self, patterns):
        found = [path for pattern in patterns for path in sorted(self.top.glob(pattern))]
        return [path for path in found if path.stem not in self.program.get("without", [])]

    def drive(self, compiler, *arguments):
        run([self.drivers.get(compiler, compiler), *self.flags, *arguments], self.folder)

    def compile_one(self, file, name, flags):
        self.languages.add(COMPILERS[file.suffix])
        self.drive(COMPILERS[file.suffix], *flags, "-c", str(file), "-o", name)
        return name

    def compile_all(self, patterns, prefix, *flags):
        """The objects of all files, as many at a time as there are processors."""
        files = self.files(patterns)
        names = [f"{prefix}{file.stem}.{number}.o" for number, file in enumerate(files)]
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            return list(pool.map(self.compile_one, files, names, [flags] * len(files)))

    def link(self, target, objects, *flags):
        compiler = max(self.languages, key=list(COMPILERS.values()).index)
        links = self.program.get("links", [])
        self.drive(compiler, *objects, *flags, "-o", target, *links, "-lm")

    def build(self):
        """Returns the processor seconds that it took."""
        begun = children_seconds()
        self.folder.mkdir(parents=True)
        for name, patterns in self.program.get("libraries", {}).items():
            self.link(name, self.compile_all(patterns, name + ".", "-fPIC"), "-shared")
        self.link("program", self.compile_all(self.program["sources"], ""))
        return children_seconds() - begun
