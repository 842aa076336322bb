/* SPDX-License-Identifier: MIT */
/*
 * The model that every view works on: what one or several runs did, in nanoseconds,
 * function by function and line by line.  Views get it and a FILE; only profile*.c know
 * how a file looks.
 *
 * All of it is borrowed from the profile and constant, but for the `shown` marks.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include "lprof.h"
#include "stats/stats.h"

/* Instead of a quantity that was not recorded, where 0 could be one. */
#define NOT_KNOWN UINT64_MAX

/* What is not known of one is not known of both; a sum stays below that. */
static inline uint64_t sum_of_known(uint64_t a, uint64_t b)
{
    if (a == NOT_KNOWN || b == NOT_KNOWN)
        return NOT_KNOWN;
    return b < NOT_KNOWN - 1 - a ? a + b : NOT_KNOWN - 1;
}
/* Standard errors of some seconds have squares that 64 bits cannot hold. */
__extension__ typedef unsigned __int128 squared_ns;

#define VARIANCE_NOT_KNOWN ((squared_ns)-1)

/* What one rank or thread has of something. */
struct portion {
    uint64_t count; /* hits or calls; NOT_KNOWN: the thread never ran the function */
    uint64_t time_ns;
    uint64_t self_ns;
};

/* Taken apart: a share for each of the profile's parts, in their order. */
struct portions {
    size_t count;
    struct portion of[];
};

/* Allocations of memory, and of them those that no profiled callee made. */
struct heap_sums {
    uint64_t allocs; /* calls that returned memory */
    uint64_t bytes;  /* that were asked for */
    uint64_t freed;  /* bytes that were freed, by the size they could be used for */
    uint64_t own_allocs;
    uint64_t own_bytes;
    uint64_t own_freed;
    uint64_t at_peak; /* of what it allocated itself, by usable size, what was in use at
                         the peak of the run that had the highest; NOT_KNOWN */
};

/* Whether allocations were counted. */
enum heap_state {
    HEAP_NOTHING, /* there was nothing to count: it has not run */
    HEAP_COUNTED,
    HEAP_NOT_COUNTED, /* some were not */
};

/* A line of a function that can be hit. */
struct line {
    const char *file; /* equal paths have equal addresses */
    uint32_t number;  /* 1-based */
    uint64_t hits;
    uint64_t time_ns; /* while it was current, callees included; times: see has_times */
    uint64_t self_ns; /* without profiled callees; never more than time_ns */
    uint64_t timed;   /* visits that were timed; 0 when not recorded */
    uint64_t min_ns;  /* of a timed visit; both 0 when not recorded */
    uint64_t max_ns;
    uint64_t
        p50_ns; /* of the timed visits, each under 20 % off; NOT_KNOWN: as those below */
    uint64_t p90_ns;
    uint64_t p99_ns;
    uint64_t off_cpu_ns;   /* part of time_ns that the thread was not running */
    uint64_t time_se_ns;   /* standard error of time_ns, where it is an estimate; from */
    squared_ns variance;   /* its square; VARIANCE_NOT_KNOWN */
    struct visits *visits; /* the timed ones' distribution, the line's own; NULL: none */
    struct portions *portions; /* the line's own; NULL: not kept, or it never ran */
    struct heap_sums
        heap; /* callees included; all NOT_KNOWN where they were not counted */
};

/* How a function's file was compiled, for who parses it. */
struct unit {
    enum lprof_language language;
    uint32_t optimize; /* optimisation level, 0 to 3 */
    const char *directory;
    struct lprof_text flags; /* each ended by a newline */
};

/* A function as it was written: its instances and parts are added together. */
struct function {
    const char *name;   /* qualified, without parameters and template arguments */
    const char *symbol; /* assembler name, of the first instance */
    const char
        *instance;    /* what it was made into, with its arguments; NULL: all of them */
    const char *file; /* as the compiler knew it, absolute */
    const struct unit *unit;
    struct lprof_text source; /* of source_line to end_line; empty if unknown */
    uint64_t source_hash;
    uint32_t line; /* of the declarator */
    uint32_t end_line;
    uint32_t source_line;
    bool has_times;  /* false: only hits were counted; all times are 0 */
    bool shown;      /* false: filtered out, or outside */
    bool is_outside; /* not profiled itself, but called by lines that are: it has no place
                        and no lines, its `file` is "", and what it took is those lines'
                        own time, so none of its own */
    enum heap_state heap_state;
    uint64_t calls;
    uint64_t primitive_calls; /* not inside another activation on the same thread; may be
                                 NOT_KNOWN */
    uint64_t total_ns;        /* with an activation open; for functions with lines, what
                                 their lines' times add up to */
    uint64_t self_ns;
    struct line *lines; /* its own file's first, then by file; ascending by number */
    size_t line_count;
    struct portions *portions; /* of calls, total_ns and self_ns; NULL: not kept */
};

/* Calls from a line to a function. */
struct call {
    const struct function *caller;
    const struct function *callee;
    const char *file; /* of the line */
    uint32_t line;
    uint64_t count;
    uint64_t total_ns; /* of the callee's outermost activations */
};

/* In the place of a node's index. */
#define NO_NODE SIZE_MAX

/* Calls of a function in one context: from a line of its parent's function, or by nobody
   that is profiled.  Of what calls itself, directly or through others, only the outermost
   activation is a context: other calls lead back to it, their home. */
struct node {
    size_t parent; /* index, less than its own; NO_NODE: nobody called */
    size_t home;   /* its own index; of calls that lead back that of a node further out */
    const struct call *call; /* that it is a part of; NULL where nobody called */
    const struct function *function;
    uint64_t calls;
    uint64_t self_ns; /* of a home, with what was led back to it; without its callees */
};

struct thread {
    uint32_t id;
    char name[33];
    bool is_other;     /* several threads added together */
    uint64_t total_ns; /* time in profiled functions */
};

/* What the program named a region, all its activations together. */
struct region {
    const char *name;
    uint64_t calls;
    uint64_t total_ns; /* with an activation open, on each thread */
    uint64_t self_ns;  /* part of it with no other region open inside */
    uint64_t min_ns;   /* of an activation that has ended; both 0 if none has */
    uint64_t max_ns;
    bool has_lines; /* what lines did in it is known, for profile_request.region */
    size_t part;    /* while they are put together */
    struct portions *portions; /* of calls, total_ns and self_ns; NULL: not kept */
};

/* One activation of a region; ns after the start of its run. */
struct span {
    const char *name; /* equal names have equal addresses */
    uint64_t begin_ns;
    uint64_t end_ns; /* no less; of one that had not ended: what it had reached */
    uint64_t order;  /* of those of a timeline, as they ended */
    bool is_open;    /* it had not */
};

/* When regions were open on a thread: the last ones that ended, and what was open.  Those
   that stand in one another do so by the clock; regions of fibers and ranges may overlap
   with others. */
struct timeline {
    const char *program;
    uint32_t pid;
    size_t process; /* counts the processes of all timelines, from 0 */
    uint32_t thread;
    const char *name;   /* of the thread */
    uint64_t start_ns;  /* of the run, since the Unix epoch */
    struct span *spans; /* by begin, what is around before what is in it */
    size_t span_count;
    uint64_t lost; /* earlier ones that gave way to these */
};

enum run_state { RUN_COMPLETE, RUN_RUNNING, RUN_INTERRUPTED };

const char *run_state_name(enum run_state state);

/* One file, or one process of those that were merged into it. */
struct input {
    const char *path;
    const char *program;
    const char *host;
    struct lprof_text command; /* arguments, each ended by NUL */
    enum run_state state;
    uint32_t pid;
    int32_t rank;          /* -1: none */
    const char *job;       /* that it is a rank of; "": not known */
    uint32_t job_size;     /* its ranks; 0: not known */
    uint64_t job_start_ns; /* since the Unix epoch; 0: not known */
    uint32_t clock;
    uint32_t mode;
    uint32_t warnings;         /* set of enum lprof_warning */
    uint32_t paused;           /* LPROF_PAUSED_...; 0: it counts, or has */
    uint64_t dropped_children; /* files of the family that are no longer there */
    uint64_t start_ns;         /* since the Unix epoch */
    uint64_t wall_ns;
    uint64_t hz;
    double resolution_ns;
    double probe_ns;
    uint64_t taken_out_ns; /* cost of the probes that ran */
    uint64_t heap_peak;    /* bytes in use at most; 0: not counted */
    uint64_t lived_ns;     /* of the threads of which that is known, added up */
    uint64_t delayed_ns;   /* in it, they could have run but others had the processor */
    uint64_t cut_ns;      /* by how much the worst estimate did not fit into its whole, */
    const char *cut_name; /* and of which function it was */
    bool is_newer;        /* of a newer minor version of the format */
    bool has_loose_ends;  /* addresses in it lead nowhere */
    bool has_off;         /* times not running were recorded */
    bool has_rate;        /* false: times are in ticks, not in ns */
    bool has_joined_phases; /* some are several ends long */
    bool lacks_insides;     /* what lines did in regions is not all there: no room */
};

/* What is kept apart beside the sums. */
enum part_kind { PARTS_NONE, PARTS_RANKS, PARTS_THREADS, PARTS_PHASES };

/* A rank with all its processes, a thread of one process, or a phase of all. */
struct part {
    char label[24];            /* "3"; of a thread of several processes "RANK.THREAD" */
    char name[33];             /* of a thread, or of the region that ended a phase */
    int32_t rank;              /* of the process; -1: none */
    const struct input *input; /* the first process's */
    uint64_t wall_ns; /* the longest run, or how long the thread lived as far as known */
    uint64_t off_ns;  /* during which its threads did not run, added up; NOT_KNOWN */
};

struct profile {
    struct input *inputs; /* by rank, start, host, pid, program; not as they were given */
    size_t input_count;
    struct function *functions; /* by file, line, name */
    size_t function_count;
    struct call *calls; /* by caller, line, callee */
    size_t call_count;
    struct node *nodes; /* of functions with frames, as far as contexts were recorded */
    size_t node_count;
    struct thread *threads; /* by input, id */
    size_t thread_count;
    size_t thread_room;     /* elements of `threads` */
    struct region *regions; /* by name */
    size_t region_count;
    struct timeline *timelines; /* by input, thread */
    size_t timeline_count;
    struct stats *stats; /* by input, in the order in which they began */
    size_t stats_count;
    enum part_kind part_kind;
    struct part *parts; /* by rank, as `threads`, or by time; none is what came after the
                           last phase, of which nothing has portions */
    size_t part_count;
    struct profile_store *store; /* what the rest points into */
};

struct profile_request {
    const char *const *paths;
    size_t path_count;
    const uint32_t *threads; /* ids to count; all if thread_count is 0 */
    size_t thread_count;
    const uint32_t *ranks; /* of the files to count; all if rank_count is 0 */
    size_t rank_count;
    const struct input *only; /* NULL, or what one process counted; or with rank -1, all
                                 that have none.  Its path is not looked at */
    /* Told about each file that has been read, if not NULL. */
    void (*progress)(void *arg, size_t done, size_t total);
    void *progress_arg;
    /* An earlier reading of the one file that is loaded: what it held is left out, also
       of the run's length.  Borrowed; NULL: count from the start. */
    const struct lprof_reader *since;
    bool any_build;       /* also runs of different builds, whose functions stay apart */
    bool keep_instances;  /* what a template was made into stays apart, by its symbol */
    enum part_kind parts; /* whose portions are kept */
    size_t phase; /* only what was done in it, from 1; one more than there are: after the
                     last; 0: in all */
    const char *region; /* only what threads did in regions of that name: the runs are as
                           long as these were, on all threads together; NULL: in all */
    bool *is_amiss; /* set on failure if files are good, and have no such region; or NULL
                     */
    bool without_visits; /* of lines: percentiles are not known then */
};

/*
 * Load files and add them together; the result does not depend on their order.
 *
 * profile   filled on success; to be released
 * error     on failure a line for people, without a final newline, to be freed
 *
 * Fails when a file cannot be read, when two files hold different builds of a function
 * (but for any_build),
 * when a requested thread, rank, phase or region is in no file, and when another run
 * writes the file than did before.
 */
LPROF_MUST_USE bool profile_load(struct profile *profile,
                                 const struct profile_request *request, char **error);

void profile_release(struct profile *profile);

/* Both are of one process, whichever files they are from; all that have no rank are one.
 */
bool input_is_same(const struct input *a, const struct input *b);

/* The first call that the function makes, or, if it makes none, of one behind it; the end
   of the calls if there is none.  The profile has them in the order of its functions. */
const struct call *profile_first_call(const struct profile *profile,
                                      const struct function *caller);

/* What a function is called in front of people: its name, or its instance's. */
const char *function_title(const struct function *function);

/* Part of a function's total_ns that the thread was not running, as far as that was
   recorded. */
uint64_t function_off_ns(const struct function *function);

/* A line that ran, or a call, was recorded. */
bool function_has_run(const struct function *function);

/* Some function that is shown was timed; false: hits are what there is. */
bool profile_has_times(const struct profile *profile);

/* Allocations of some function that is shown were counted. */
bool profile_has_heap(const struct profile *profile);
/* And that it was recorded what they held at the peak. */
bool profile_has_peak(const struct profile *profile);

/* All NOT_KNOWN. */
extern const struct heap_sums heap_not_counted;

void heap_add(struct heap_sums *sum, const struct heap_sums *more);

/* What a function allocated: its lines' sums; all NOT_KNOWN if that was not counted. */
struct heap_sums function_heap(const struct function *function);

/* Single visits of a line were recorded: min_ns, max_ns and what is said of them hold. */
bool line_has_visits(const struct function *function, const struct line *line);

/* How many visits of a line were timed is known; that none was, too. */
bool line_timed_is_known(const struct function *function, const struct line *line);

#endif
