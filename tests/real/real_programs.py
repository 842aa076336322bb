# SPDX-License-Identifier: MIT
"""The real programs that lineprof is held against gcov on, and how each is built and run.

packages  Debian's source packages, unpacked side by side; {top}/NAME-* is the folder of one
prepare   commands run once in {top}, before anything is compiled
sources   patterns of files under {top}, without those that `without` names
libraries shared libraries, {name: patterns}, that the program loads itself
flags     for the compiler; links: for the linker
needs     commands without which the program is skipped
runs      commands run in the folder of the built ./program, the same for each build
clang     more flags for clang, which is asked where gcov differs
macros    a pattern for the uses of its macros that hold statements or functions
large     minutes of compiling, or many programs alike: only when named
"""

# In {top}/made: SQLite as one file.
SQLITE_PREPARE = [
    "mkdir made",
    "cd made && {top}/sqlite3-*/configure --disable-shared --with-tcl=/usr/lib/tcl8.6 >log 2>&1",
    "cd made && make sqlite3.c >log 2>&1",
]
SQLITE_FLAGS = [
    "-I{top}/made", "-I{top}/sqlite3-*/src", "-DSQLITE_THREADSAFE=1", "-DSQLITE_TEMP_STORE=1",
    "-DSQLITE_ENABLE_MATH_FUNCTIONS", "-DSQLITE_ENABLE_RTREE", "-DSQLITE_ENABLE_FTS4",
]


def blas(level):
    """The reference BLAS, double precision, with its test program for a level."""
    tests = "{top}/lapack-*/BLAS/TESTING"
    run = {
        "1": "./program",
        "2": f"./program < {tests}/dblat2.in && cat dblat2.out",
        "3": f"./program < {tests}/dblat3.in && cat dblat3.out",
    }
    return {
        "large": level != "2",
        "needs": ["gfortran-12"],
        "packages": ["lapack"],
        "sources": [
            "lapack-*/BLAS/SRC/id*.f",
            "lapack-*/BLAS/SRC/d*.f",
            "lapack-*/BLAS/SRC/d*.f90",
            "lapack-*/BLAS/SRC/xerbla.f",
            "lapack-*/BLAS/SRC/lsame.f",
            f"lapack-*/BLAS/TESTING/dblat{level}.f",
        ],
        "without": [] if level == "1" else ["xerbla"], # those tests have their own
        "flags": ["-fno-frontend-optimize"], # or gfortran leaves out calls at -O2
        "runs": [run[level]],
    }


PROGRAMS = {
    "zlib": {
        "packages": ["zlib"],
        "sources": ["zlib-*/*.c", "zlib-*/test/minigzip.c"],
        "flags": ["-DHAVE_UNISTD_H", "-I{top}/zlib-*"],
        "runs": ["./program -6 < {top}/zlib-*/deflate.c > out.gz", "./program -d < out.gz | cksum"],
    },
    "bzip2": {
        "packages": ["bzip2"],
        "sources": ["bzip2-*/*.c"],
        "without": ["bzip2recover", "dlltest", "mk251", "spewG", "unzcrash"],
        "flags": ["-D_FILE_OFFSET_BITS=64"],
        "macros": r"\b(GET_MTF_VAL|RETURN)\(",
        "runs": [
            "./program -2 -c < {top}/bzip2-*/sample2.ref > out.bz2",
            "./program -d < out.bz2 | cksum",
        ],
    },
    "cjson": {
        "packages": ["cjson"],
        "sources": ["cjson-*/cJSON.c", "cjson-*/test.c"],
        "flags": ["-std=c89"],
        "runs": ["./program"],
    },
    # Its hashes start from a fixed seed, and those of addresses are all the same, or no two
    # runs would do the same.  What runs are the tests of a library for it, which is profiled
    # too, and the examples of an older release.
    "lua": {
        "packages": ["lua5.4", "lua-lpeg", "lua5.1"],
        "prepare": [
            "echo '#define DEB_HOST_MULTIARCH \"\"' > {top}/lua5.4-*/src/lua5.4-deb-multiarch.h",
            "sed -i 's/^#define point2uint(p).*/#define point2uint(p) 0u/' {top}/lua5.4-*/src/llimits.h",
        ],
        "sources": ["lua5.4-*/src/*.c"],
        "without": ["luac"],
        "macros": r"\bhasmultret\b",
        "libraries": {"lpeg.so": ["lua-lpeg-*/*.c"]},
        "flags": [
            "-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX", "-DLUA_USE_DLOPEN",
            "-Dluai_makeseed(L)=5", "-I{top}/lua5.4-*/src",
        ],
        "links": ["-Wl,-E", "-ldl"],
        "runs": [
            "LUA_PATH='{top}/lua-lpeg-*/?.lua' ./program -e 'math.randomseed(5)' {top}/lua-lpeg-*/test.lua",
            *(
                f"LUA_PATH='{{top}}/lua5.1-*/test/?.lua' ./program -e 'math.randomseed(5)' {{top}}/lua5.1-*/test/{name}.lua"
                for name in "bisect cf factorial fibfor sort".split()
            ),
        ],
    },
    "tinyxml2": {
        "packages": ["tinyxml2"],
        "sources": ["tinyxml2-*/tinyxml2.cpp", "tinyxml2-*/xmltest.cpp"],
        "flags": ["-I{top}/tinyxml2-*"],
        "runs": [
            "cp -r {top}/tinyxml2-*/resources . && mkdir -p resources/out && "
            "./program | grep -v 'milli-seconds'"
        ],
    },
    "jsoncpp": {
        "large": True,
        "packages": ["libjsoncpp"],
        "sources": ["libjsoncpp-*/src/lib_json/*.cpp", "libjsoncpp-*/src/test_lib_json/*.cpp"],
        "macros": r"^JSONTEST_FIXTURE\w*\(",
        "flags": ["-std=c++11", "-I{top}/libjsoncpp-*/include"],
        "runs": ["./program"],
    },
    # Its tests are functions that a macro makes, which also starts them.
    "ninja": {
        "large": True,
        "packages": ["ninja-build"],
        "sources": ["ninja-build-*/src/*.cc"],
        "without": [
            "browse", "hash_collision_bench", "includes_normalize_test", "ninja",
            *(f"{name}-win32" for name in "includes_normalize minidump msvc_helper msvc_helper_main subprocess".split()),
            "msvc_helper_test", "depfile_parser.in", "lexer.in",
            *(f"{name}_perftest" for name in "build_log canon clparser depfile_parser manifest_parser".split()),
        ],
        "macros": r"^TEST(_F)?\(",
        "flags": ["-std=c++11", "-DNINJA_HAVE_BROWSE=0", "-D__STDC_FORMAT_MACROS"],
        # All its tests but those of subprocesses, and of logs that hold times.
        "runs": [
            f"./program --gtest_filter='{names}' | tail -n 1"
            for names in "BuildT*-BuildTest.Wrong* BuildD* BuildW* C* D* E* G* I* J* L* P* St*".split()
        ],
    },
    # A program with OpenMP: the threads are as many as it likes, the counts the same.
    "fasttree": {
        "large": True,
        "packages": ["fasttree"],
        "sources": ["fasttree-*/fasttree.c"],
        "flags": ["-fopenmp", "-DOPENMP", "-DUSE_DOUBLE", "-fprofile-update=atomic"],
        # GCC's OpenMP: clang has no library of its own here.
        "prepare": ['ln -s "$(gcc-12 -print-file-name=include)" gcc-include'],
        "clang": ["-fopenmp=libgomp", "-idirafter{top}/gcc-include", "-D__malloc__(...)=__malloc__"],
        # The first 25 of its 204 sequences, which stand in blocks.
        "runs": [
            "awk 'NR > 1 && !NF {n = 0} n++ < 26' {top}/fasttree-*/debian/tests/test.phylip | "
            "sed '1s/204/25/' > sequences",
            "OMP_NUM_THREADS=3 ./program -quiet -nopr sequences",
        ],
    },
    "minpack": {
        "needs": ["gfortran-12"],
        "packages": ["minpack"],
        "prepare": ["mkdir made && cp {top}/minpack-*/ex/file17 made/lmder_test.f"],
        "sources": ["minpack-*/*.f", "made/lmder_test.f"],
        "flags": ["-fno-tree-vectorize"], # or sines come from another library
        "runs": ["./program < {top}/minpack-*/ex/file22"],
    },
    **{f"blas{number}": blas(number) for number in "123"},
    "sqlite": {
        "large": True,
        "needs": ["tclsh"],
        "packages": ["sqlite3"],
        "prepare": SQLITE_PREPARE,
        "sources": ["made/sqlite3.c", "sqlite3-*/test/speedtest1.c"],
        "flags": SQLITE_FLAGS,
        "links": ["-ldl", "-lpthread"],
        "runs": [
            f"./program --memdb --singlethread --verify --size 4 --testset {name} | sed 's/ *[0-9.]*s$//'"
            for name in "main cte orm rtree fp".split()
        ],
    },
}

# Why the two tools may differ on a line, tried in this order on its text; C and C++.
REASONS = [
    ("a loop without a condition has no code of its own", r"for\s*\([^;]*;\s*;|while\s*\(\s*1\b"),
    ("a default that does nothing has no code of its own", r"\bdefault\s*:.*;"),
    ("an assertion without code", r"\bassert\s*\("),
    ("several blocks of code on the line", r"&&|\|\||\?|\bdo\b|\bfor\b|\bwhile\b|\}.*\{|;.*;|\bcase\b.*;|\bif\b.*;"),
    ("objects that are made or destroyed one by one", r"^\s*\}\s*$|\]\s*=\s*\{.*\};"),
    ("a temporary is destroyed as an exception leaves", r"\bthrow\w*\(.*\""),
    ("a lambda begins on the line", r"\[[&=\w, ]*\]\s*\(.*\{\s*$"),
    ("a wrapped statement", r"[^;{}:]\s*$"),
    ("the compiler merged returns", r"\breturn\b|\bbreak\b|\bgoto\b|\bcontinue\b"),
]

# Fortran, on the text of the line and of the four that follow it.
FORTRAN_REASONS = [
    ("a loop's header", r"^\s*(\d+\s+)?DO\b"),
    ("an implied loop", r"^\s*(READ|WRITE|PRINT)\b"),
    ("a computed GO TO", r"^\s*GO\s*TO\s*\("),
    ("the last statement of a loop has the loop's end, too", r"\n\s*(END\s*DO|\d+\s+CONTINUE)"),
]
