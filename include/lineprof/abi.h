/* SPDX-License-Identifier: MIT */
/*
 * What instrumented code and the runtime agree on: the only header that the
 * plugin and the runtime share.
 *
 * The plugin emits the tables below and inline code that reads and writes
 * struct lineprof_frame, _block, _counter and _cell by offset, so a change to any of
 * them raises LINEPROF_ABI_VERSION.  Section and symbol names carry the version, so
 * that objects of two versions can meet in one program without being misread.
 *
 * Times are in virtual ticks: readings of the process's clock less the known
 * cost of the probes that have run on the thread (the frame's `bias`).
 */
#ifndef LINEPROF_ABI_H
#define LINEPROF_ABI_H

#include <stdint.h>

#define LINEPROF_ABI_VERSION 3

/* Section of pointers to struct lineprof_function; a C identifier, so that the
   linker provides __start_ and __stop_ symbols for it. */
#define LINEPROF_FUNCTIONS_SECTION "lineprof_functions_v2"

/* The same of pointers to struct lineprof_layout, and of the counts that these name. */
#define LINEPROF_LAYOUTS_SECTION "lineprof_layouts_v2"
#define LINEPROF_COUNTS_SECTION  "lineprof_counts_v2"

/* The same of struct lineprof_base. */
#define LINEPROF_BASES_SECTION "lineprof_bases_v2"

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
    /* Its code is there twice (enum lineprof_visit): no frames but those of visits. */
    LINEPROF_FUNCTION_TIMED_COPY = 1 << 2,
    /* Not profiled, but called: in files alone, code has none. */
    LINEPROF_FUNCTION_OUTSIDE = 1 << 3,
    /* Of a layout: it has frames, so the layout has its calls alone. */
    LINEPROF_FUNCTION_FRAMES = 1 << 4,
};

/* What instrumented code changes at a line in every mode. */
struct lineprof_counter {
    uint64_t hits;
    uint64_t skip; /* adaptive: visits until the next timed one; counted down below 0.
                      With a timed copy: the runtime's, of how long visits took */
};

/*
 * What light code changes, which only counts: how often a stretch of lines was begun
 * that are always begun together.  `count` goes up by one instruction; where that makes
 * it 0 or more, the code calls the module's `trigger`, which puts it below 0 again by one
 * store of both words.  So zeroed memory calls it at the first visit.
 */
struct lineprof_count {
    int64_t count;
    int64_t bias; /* the stretch was begun `count` + `bias` times */
} __attribute__((__aligned__(16)));

/*
 * A function may have two copies of its code: a light one, and one with readings of the
 * clock, for which a count is the way in.  A visit lasts from there until the next
 * stretch of lines that has such a count, or until the function is left; then control is
 * in the light copy again.
 */
enum lineprof_visit {
    LINEPROF_VISIT_BEGINS, /* of a count (struct lineprof_layout), which has come up */
    LINEPROF_VISIT_LINE,   /* another line is current */
    LINEPROF_VISIT_ENDS,
    LINEPROF_VISIT_RESTS,  /* no line is current: the function calls itself */
    LINEPROF_VISIT_LOOPS,  /* some lines are, with no reading in between: the rest of a
                              loop, of which some iterations came before */
    LINEPROF_VISIT_LASTED, /* outside of any, in the light copy: the kernel's clock has
                             ticked during a call of what is not profiled, or a loop; for
                             `lasted` alone */
    LINEPROF_VISIT_CALLS,  /* the line is in a call of what may be profiled, until it is
                              told that it is not, or something else */
    LINEPROF_VISIT_RETURNS,
    LINEPROF_VISIT_KINDS = 7,
    /* Of the line that is current from here on: it was begun here, not gone on with; and
       it is one of a loop's iterations, of which the rest follows. */
    LINEPROF_VISIT_HIT = 1 << 3,
    LINEPROF_VISIT_IN_LOOP = 1 << 4,
    /* Of one that may begin: the stretch does what may take long in the light copy. */
    LINEPROF_VISIT_MAY_LAST = LINEPROF_VISIT_IN_LOOP,
    /* Of a line that begins, or with which a visit may: it calls at once, as if
       LINEPROF_VISIT_CALLS followed.  Of these and that, and of what lasted: through a
       pointer, or something that is given one. */
    LINEPROF_VISIT_CALLING = 1 << 5,
    LINEPROF_VISIT_BY_POINTER = 1 << 6,
    /* Of a line that does not call at once: what it calls is watched in the light copy,
       and LINEPROF_VISIT_LASTED says what others have taken meanwhile. */
    LINEPROF_VISIT_WATCHED = LINEPROF_VISIT_BY_POINTER,
    /* The line ends, and a loop that calls nothing begins, of which that is the first
       site: the answer is whether all of it is to be the rest. */
    LINEPROF_VISIT_ASKS = LINEPROF_VISIT_LOOPS | LINEPROF_VISIT_HIT,
    /* For `tell`, outside of any as well: an exception has been caught; what control has
       left, further in, ends. */
    LINEPROF_VISIT_CAUGHT = LINEPROF_VISIT_ENDS | LINEPROF_VISIT_IN_LOOP,
    /* For `lasted`: a part of the function that is called by others, as a region of
       OpenMP, begins on the thread, and ends; what is current in the function there rests
       meanwhile. */
    LINEPROF_VISIT_PART = LINEPROF_VISIT_RESTS | LINEPROF_VISIT_HIT,
    LINEPROF_VISIT_PART_ENDS = LINEPROF_VISIT_RESTS | LINEPROF_VISIT_IN_LOOP,
    /* Above these the number of the line's site, and a number that tells functions
       apart; of LINEPROF_VISIT_LOOPS and LINEPROF_VISIT_LASTED, in its place, how many
       sites have been current. */
    LINEPROF_VISIT_SITE_SHIFT = 7,
    LINEPROF_VISIT_SITE_BITS = 14,
    LINEPROF_VISIT_TAG_SHIFT = LINEPROF_VISIT_SITE_SHIFT + LINEPROF_VISIT_SITE_BITS,
    LINEPROF_VISIT_TAG_BITS = 10,
};

/* Of a loop that calls nothing.  With less of them it does not take long, so it is not
   watched. */
enum { LINEPROF_MANY_ROUNDS = 1024 };

/* The words of a module's `tick`. */
enum lineprof_tick {
    LINEPROF_TICK_SECONDS,
    LINEPROF_TICK_NS,
};

/* What `visit` of a module finds above its return address.  An activation is told by its
   CFA; on x86-64 as a rule by where its stack pointer is, which is not told. */
struct lineprof_visit_call {
    int64_t offset; /* of the count from the base; and LINEPROF_HAS_CFA, or 0 */
    char *base;     /* see `trigger` */
    uint64_t cfa;   /* if it has one */
};

enum { LINEPROF_HAS_CFA = 1 };

/* What `lasted` finds there. */
struct lineprof_lasted_call {
    int64_t what;         /* LINEPROF_VISIT_LASTED, and where; or of a part; or
                             LINEPROF_VISIT_LOOPS, of a loop whose rest ends here */
    uint64_t seconds, ns; /* what `tick` was before; of a part 0; of a loop its rounds,
                             and how many of them were timed one by one */
    struct lineprof_function *function;
};

enum { LINEPROF_HISTOGRAM_BUCKETS = 96 };

/* Timed visits by duration: bucket i has those whose square has i + 1 binary digits,
   which makes two buckets an octave; the last takes all that are longer. */
struct lineprof_histogram {
    uint32_t counts[LINEPROF_HISTOGRAM_BUCKETS]; /* each stays at its largest value */
};

/*
 * The times of one line of a function on one thread.  One writer; every word is
 * changed by one aligned 64-bit store or add.
 *
 * In adaptive mode, of a function with frames, a line's first visits are all timed; then,
 * if they are short, it is sampled: of its visits some are drawn by lot and timed.  Each
 * stands for several, its weight: `sampled_ticks` is the sum of the times, each as often
 * as its weight says, and comes on top of `ticks`.  There were `drawn` - `skip` - 1
 * visits since, of which `sampled` were timed.  Of a function with a timed copy `drawn`
 * is the sum of the weights.
 */
struct lineprof_cell {
    uint64_t ticks;       /* time while the line was current, callees included */
    uint64_t child_ticks; /* part of `ticks` during which a profiled callee was open */
    uint64_t timed;       /* timed visits */
    uint64_t min_ticks;   /* of a timed visit */
    uint64_t max_ticks;
    uint64_t edges;   /* address of the first struct lineprof_edge of this line; 0 none */
    uint64_t off_ns;  /* part of `ticks` during which the thread did not run */
    uint64_t drawn;   /* visits up to and with the next one to be timed, once sampled */
    uint64_t sampled; /* those of them that were timed */
    uint64_t sampled_ticks;       /* their time, each one's up to a limit */
    uint64_t sampled_squares_low; /* sum of the squares of their ticks, 128 bits */
    uint64_t sampled_squares_high;
    uint64_t sampled_off_ns;
    uint64_t outliers;      /* of `sampled`, those that were longer; */
    uint64_t outlier_ticks; /* and what they took beyond it.  With a timed copy: ticks of
                               the kernel in long calls that were not timed; and what they
                               stand for */
    uint64_t variance; /* of a stretch: the time of iterations of a loop whose rest is
                          timed as one; of a sampled line of a function with frames the
                          runtime's (lprt_visit.h) */
};

/*
 * A function's counters on one thread: this header, then three tables with an element
 * a site: counters, cells, histograms (see LINEPROF_CELLS_AT); with a timed copy two,
 * without the histograms.  A line is named by the byte offset of its cell from the start
 * of the block; 0 is no line.
 */
struct lineprof_block {
    uint32_t function; /* id */
    uint32_t cell_count;
    uint32_t thread; /* id */
    uint32_t flags;
    uint64_t calls;           /* activations */
    uint64_t primitive_calls; /* those not inside another one on this thread */
    uint64_t ticks;         /* time with at least one activation open; of light code what
                               timed visits stand for, and the thread cannot have run */
    uint64_t active;        /* address of the innermost open frame; 0 none */
    uint64_t probe_ticks;   /* known cost of a line event, added to `bias` by it */
    uint64_t steps_back;    /* readings before the previous one, or far ahead */
    uint64_t caller;        /* the runtime's: from which cell the last call came; of light
                               code, what the kernel's tick has seen that lasted */
    uint64_t edge;          /* the runtime's: where that call is counted */
    uint64_t counters_bias; /* a line's counter is at its offset / 8 + this, */
    uint64_t histograms_bias; /* its histogram at its offset * 3 + this */
    uint64_t call_skip;     /* sampled calls: until the next that is drawn, as `skip`; of
                               light code, how often times have been added to cells */
    uint64_t first_counter; /* the runtime's: address of the first line's counter */
    uint64_t off_ns;        /* the thread did not run, and no line was timed */
    uint64_t heap; /* the runtime's: offset of what it keeps of allocations, behind
                      the histograms; 0 where they are not counted */
};

/* Offsets in a block of COUNT sites.  Cells fill two cache lines each. */
#define LINEPROF_COUNTERS_AT sizeof(struct lineprof_block)
#define LINEPROF_CELLS_AT(count) \
    ((LINEPROF_COUNTERS_AT + (count) * sizeof(struct lineprof_counter) + 63) / 64 * 64)
#define LINEPROF_HISTOGRAMS_AT(count) \
    (LINEPROF_CELLS_AT(count) + (count) * sizeof(struct lineprof_cell))
#define LINEPROF_BLOCK_BYTES(count) \
    (LINEPROF_HISTOGRAMS_AT(count) + (count) * sizeof(struct lineprof_histogram))

/* Of an activation: its time is not known. */
#define LINEPROF_UNTIMED UINT32_MAX

/* One activation of a function.  Lives in the region, never on the machine
   stack, so that it outlasts longjmp and can be read from outside. */
struct lineprof_frame {
    uint64_t line;      /* the current line while it is timed: offset of its cell in
                           `block`; 0 while it is not */
    uint64_t last;      /* virtual ticks at which `line` became current */
    uint64_t entry;     /* virtual ticks at entry */
    uint64_t cfa;       /* canonical frame address of the machine frame */
    uint64_t block;     /* address of the struct lineprof_block */
    uint64_t previous;  /* address of the previous open frame of this function on
                           this thread; 0 none */
    uint64_t excluded;  /* ticks of re-entries of this function since its current
                           callee began */
    uint64_t bias;      /* cost of all probes so far on this thread; up to date in
                           the innermost frame only */
    uint64_t calling;   /* the last line with calls that became current, or a timed one */
    uint64_t visit;     /* ticks of the last visit, not yet in the statistics of */
    uint64_t visited;   /* the cell at this address; 0 if there is none, */
    uint64_t histogram; /* and the histogram at this */
    uint64_t untimed;   /* cost of the probes since entry that did not read the clock */
    uint64_t off_ns;    /* the thread's time not running, up to when */
    uint64_t thread;    /* the runtime's */
    uint32_t weight;    /* calls that its time stands for; or LINEPROF_UNTIMED */
    uint32_t measures;  /* not 0: its current callee's time is known */
    uint64_t node;      /* the runtime's: from where it was called (lprt_node.h) */
    uint64_t inner;     /* the runtime's: ticks of its callees that have ended */
};

/*
 * A line of a function; or, behind all lines, what a line calls that is not profiled: its
 * hits are the calls, and while it is called it is current in the line's place.  Calls of
 * one function from one line are one site.
 */
struct lineprof_site {
    uint32_t line; /* of a call: index of the line's site */
    uint32_t file; /* index into lineprof_function.files; of a call LINEPROF_SITE_CALL,
                      and the index there of its assembler name, which its name, as
                      lineprof_function has it, follows */
};

#define LINEPROF_SITE_CALL (UINT32_C(1) << 31)

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
    uint32_t id;        /* the runtime's; 0 until it is registered */
    const char *name;   /* qualified, without parameters and template arguments */
    uint64_t reserved;  /* 0 */
    const char *symbol; /* assembler name */
    const struct lineprof_unit *unit;
    const char *const *files; /* absolute paths; files[0] is the function's own.  Behind
                                 them names of what is called, see struct lineprof_site */
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

/* A direct call: from the line of a site to a function, by assembler name; or one through
   a pointer, without a name, which is not counted. */
struct lineprof_call {
    const char *symbol;
    uint32_t site;
    uint32_t is_entry; /* 1: no call, but an activation that is inside no other one */
};

/*
 * Where the light code of a function counts: of the function itself, or of a part that
 * GCC has split off.  Constant.
 *
 * `sums` says what the counts add up to: first for each site of the function its hits,
 * then the activations, then for each of `calls` how often it was made.  An element is a
 * number of terms, then as many indices into `counts`.  `visits` says for each count what
 * visit may begin there (LINEPROF_VISIT_BEGINS), if one may.
 */
struct lineprof_layout {
    uint32_t abi;
    uint32_t flags; /* LINEPROF_FUNCTION_PART or 0 */
    struct lineprof_function *function;
    const struct lineprof_count *counts; /* in the module's section */
    const uint32_t *sums;
    const struct lineprof_call *calls;
    const uint32_t *visits; /* NULL: none begin in it */
    uint32_t count_count;
    uint32_t sum_words;
    uint32_t call_count;
    uint32_t reserved; /* 0 */
};

/* A thread-local variable of a unit of the program: the address of the thread's counts
   that the unit's functions count in; at first of those in the module's section. */
struct lineprof_base {
    const struct lineprof_count *counts; /* in the module's section */
    int32_t place; /* of the variable, in bytes from the thread's pointer */
    uint32_t reserved;
};

/* NULL: this activation is not recorded; it has no events and no leave. */
typedef struct lineprof_frame *(*lineprof_enter_fn)(struct lineprof_function *function,
                                                    uint64_t cfa);
typedef void (*lineprof_leave_fn)(struct lineprof_frame *frame);
typedef uint64_t (*lineprof_clock_fn)(void);

/*
 * One program or shared library: its functions, and the pointers its code calls
 * through.  The pointers lead to stubs until the runtime has filled them.
 *
 * `event` makes another line current.  It has a calling convention of its own, for the
 * frame, the line and, where code reads the processor's counter itself, the reading:
 *
 *              frame  line  reading            changes these but rdi, and
 *     x86-64   rdi    rsi   halves: rdx, rax   the flags
 *     aarch64  x0     x1    x2                 x15 to x17, x30, the flags
 *     riscv64  a0     a1    a2                 t0 to t2, ra
 *
 * and nothing else.
 *
 * Light code finds a count of its thread at the address of the one in the module's
 * section plus a thread-local `distance`, or from the struct lineprof_base of its unit,
 * which is as far from what it is at first.  The distance is 0 until the thread is known:
 * then the code counts in the section itself.  `trigger` gets its arguments on the stack,
 * from the return address up: how much was added, the offset of the count from a base,
 * and the base, which it may change to another thread's.  It changes nothing but that and
 * the flags; the first two are gone when it returns.
 *
 * Code that has a timed copy (enum lineprof_visit) calls `visit` where a count has come
 * up, with a struct lineprof_visit_call on the stack, whose first member is gone when it
 * returns.  It changes `base` and the flags alone; the carry flag says whether to go on
 * in the timed copy.  That calls `tell` with one argument on the stack, which is gone
 * when it returns: the rest of enum lineprof_visit.  The light copy calls `lasted`, as
 * `tell`, but with a struct lineprof_lasted_call; below that, another 8 bytes of the
 * stack are in use. All code that calls these has moved the stack pointer by 128 bytes
 * before, below the red zone; or where a function has none it calls the one that is
 * `near`.
 *
 * That is x86-64.  On aarch64 x17 points to the same arguments, none of which is gone;
 * above them, where the stack pointer was a word before it was moved, is what x30 was
 * before the call.  They change x16, x17 and x30 only, and x16 says whether to go on in
 * the timed copy.  There is none for riscv64.
 */
struct lineprof_module {
    uint32_t abi;
    uint32_t size; /* of this struct */
    struct lineprof_function *const *begin;
    struct lineprof_function *const *end;
    lineprof_enter_fn enter;
    lineprof_leave_fn leave;
    void (*event)(void);
    uint32_t off; /* not 0: code does not call `enter` */
    uint32_t reserved;
    struct lineprof_layout *const *layouts_begin;
    struct lineprof_layout *const *layouts_end;
    struct lineprof_count *counts_begin;
    struct lineprof_count *counts_end;
    void (*trigger)(void);
    void (*trigger_near)(void);
    int64_t *distance; /* that of the thread which attaches the module */
    void (*visit)(void);
    void (*visit_near)(void);
    void (*tell)(void);
    void (*tell_near)(void);
    void (*lasted)(void);
    void (*lasted_near)(void);
    const uint64_t *tick; /* a clock that changes at each of the kernel's ticks, some ms;
                             or never does: two words, see enum lineprof_tick */
    const struct lineprof_base *bases_begin;
    const struct lineprof_base *bases_end;
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
