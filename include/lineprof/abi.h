/* SPDX-License-Identifier: MIT */
/*
 * What instrumented code and the runtime agree on: the only header that the
 * plugin and the runtime share.
 *
 * The plugin emits the tables below and inline code that reads and writes
 * struct lineprof_frame, _block and _cell by offset, so a change to any of them
 * raises LINEPROF_ABI_VERSION.  Section and symbol names carry the version, so
 * that objects of two versions can meet in one program without being misread.
 *
 * Times are in virtual ticks: readings of the process's clock less the known
 * cost of the probes that have run on the thread (the frame's `bias`).
 */
#ifndef LINEPROF_ABI_H
#define LINEPROF_ABI_H

#include <stdint.h>

#define LINEPROF_ABI_VERSION 1

/* Section of pointers to struct lineprof_function; a C identifier, so that the
   linker provides __start_ and __stop_ symbols for it. */
#define LINEPROF_FUNCTIONS_SECTION "lineprof_functions_v1"

enum lineprof_clock {
    LINEPROF_CLOCK_TSC,       /* the processor's counter, ordered by a barrier */
    LINEPROF_CLOCK_FAST,      /* the same counter, unordered */
    LINEPROF_CLOCK_MONOTONIC, /* CLOCK_MONOTONIC, in ns */
    LINEPROF_CLOCK_CPU,       /* CLOCK_THREAD_CPUTIME_ID, in ns */
    LINEPROF_CLOCK_COUNT,     /* one tick a reading, 1 tick = 1 us; for tests */
};

enum lineprof_mode {
    LINEPROF_MODE_EXACT,    /* every visit of a line is timed */
    LINEPROF_MODE_ADAPTIVE, /* hits exact, times estimated from some visits */
    LINEPROF_MODE_HITS,     /* no times */
};

enum lineprof_language {
    LINEPROF_LANGUAGE_C,
    LINEPROF_LANGUAGE_CXX,
    LINEPROF_LANGUAGE_FORTRAN,
    LINEPROF_LANGUAGE_OTHER,
};

/* Flags of a function. */
enum {
    /* Its CFA is its caller's: it is always inlined. */
    LINEPROF_FUNCTION_SAME_CFA = 1 << 0,
    /* A part of another function (an OpenMP region): its lines count there, its
       activations are no calls. */
    LINEPROF_FUNCTION_PART = 1 << 1,
};

/* The counters of one line of a function on one thread.  One writer; every word
   is changed by one aligned 64-bit store or add. */
struct lineprof_cell {
    uint64_t hits;
    uint64_t ticks;       /* time while the line was current, callees included */
    uint64_t child_ticks; /* part of `ticks` during which a profiled callee was open */
    uint64_t timed;       /* timed visits */
    uint64_t min_ticks;   /* of a timed visit */
    uint64_t max_ticks;
    uint64_t edges; /* address of the first struct lprof_edge of this line; 0 none */
    uint64_t off_ticks;
};

/*
 * A function's counters on one thread: this header, then one cell a site.  A
 * line is named by the byte offset of its cell from the start of the block; 0
 * is no line.
 */
struct lineprof_block {
    uint32_t function; /* id */
    uint32_t cell_count;
    uint32_t thread; /* id */
    uint32_t flags;
    uint64_t calls;           /* activations */
    uint64_t primitive_calls; /* those not inside another one on this thread */
    uint64_t ticks;           /* time with at least one activation open */
    uint64_t active;          /* address of the innermost open frame; 0 none */
    uint64_t probe_ticks;     /* known cost of a line event, added to `bias` by it */
    uint64_t skip;            /* adaptive: events until the next timed visit */
    uint64_t weight;          /* adaptive: how many visits that one stands for */
    uint64_t steps_back;      /* readings that lay before the previous one */
    uint64_t caller;          /* the runtime's: from which cell the last call came */
    uint64_t edge;            /* the runtime's: where that call is counted */
    uint64_t reserved[4];
};

/* One activation of a function.  Lives in the region, never on the machine
   stack, so that it outlasts longjmp and can be read from outside. */
struct lineprof_frame {
    uint64_t line;     /* offset of the current line's cell in `block` */
    uint64_t last;     /* virtual ticks at which `line` became current */
    uint64_t entry;    /* virtual ticks at entry */
    uint64_t cfa;      /* canonical frame address of the machine frame */
    uint64_t block;    /* address of the struct lineprof_block */
    uint64_t previous; /* address of the previous open frame of this function on
                          this thread; 0 none */
    uint64_t excluded; /* ticks of re-entries of this function since its current
                          callee began */
    uint64_t bias;     /* cost of all probes so far on this thread; up to date in
                          the innermost frame only */
};

/* A line of a function. */
struct lineprof_site {
    uint32_t line;
    uint32_t file; /* index into lineprof_function.files */
};

/* One translation unit.  Constant. */
struct lineprof_unit {
    const char *directory; /* where it was compiled */
    const char *flags;     /* those that a source parser needs, each ended by '\n' */
    uint32_t language;     /* enum lineprof_language */
    uint32_t clock;        /* enum lineprof_clock */
    uint32_t mode;         /* enum lineprof_mode */
    uint32_t level;        /* of optimisation, 0 to 3 */
};

/*
 * One marked function as one unit defines it.  The first four fields never
 * change meaning or place, whatever the version.  Constant but for `id`.
 */
struct lineprof_function {
    uint32_t abi;
    uint32_t id;      /* the runtime's; 0 until it is registered */
    const char *name; /* qualified, without parameters and template arguments */
    struct lineprof_dummy *dummy; /* where events go when nothing is recorded */
    const char *symbol;           /* assembler name */
    const struct lineprof_unit *unit;
    const char *const *files; /* absolute paths; files[0] is the function's own */
    const struct lineprof_site *sites; /* ascending by file, then line; one a cell */
    const char *source;   /* text of lines source_line..end_line; no final NUL */
    uint64_t source_hash; /* FNV-1a, 64 bits, of that text */
    uint32_t source_size; /* bytes; 0 when the text could not be read */
    uint32_t source_line; /* first line of the text; 1-based */
    uint32_t line;        /* of the declarator */
    uint32_t end_line;
    uint32_t file_count;
    uint32_t site_count;
    uint32_t first_line; /* `line` of a frame at entry: offset of the cell */
    uint32_t flags;
};

/* Storage behind lineprof_function.dummy: site_count cells follow. */
struct lineprof_dummy {
    struct lineprof_frame frame; /* `block` is set by who hands it out */
    struct lineprof_block block;
};

typedef struct lineprof_frame *(*lineprof_enter_fn)(struct lineprof_function *function,
                                                    uint64_t cfa);
typedef void (*lineprof_leave_fn)(struct lineprof_frame *frame);
typedef uint64_t (*lineprof_clock_fn)(void);

/*
 * One program or shared library: its functions, and the pointers its code calls
 * through.  The pointers lead to stubs until the runtime has filled them.
 */
struct lineprof_module {
    uint32_t abi;
    uint32_t size; /* of this struct */
    struct lineprof_function *const *begin;
    struct lineprof_function *const *end;
    lineprof_enter_fn enter;
    lineprof_leave_fn leave;
    lineprof_clock_fn clock; /* for clocks that cannot be read inline */
};

/*
 * Tell the runtime about a module and connect its code.
 *
 * module   borrowed until the module is unloaded; its tables are copied
 *
 * Called once per module, from a constructor or from the first marked function
 * that runs, whichever is first.  Returns 0 when the module's pointers have been
 * set; otherwise (another ABI version, not enabled, no memory) the module is left as it
 * is, after at most one line on stderr.  Thread-safe; leaves errno alone.
 */
int __lineprof_attach(struct lineprof_module *module);

#endif
