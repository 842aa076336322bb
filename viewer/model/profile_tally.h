/* SPDX-License-Identifier: MIT */
/* One file's counters, added up over its threads, in ticks.  The door of profile_tally.c
   and of _counts, _estimate, _frames, _lives, _open, _outside, _since, which each do a
   part; what nodes are, tree/profile_nodes.h adds. */
#ifndef PROFILE_TALLY_H
#define PROFILE_TALLY_H

#include "lprof.h"
#include "model/visits.h"

/* Ticks may be negative on the way, modulo 2^64; only results are looked at. */
struct tally_cell {
    uint64_t hits;
    uint64_t ticks;
    uint64_t child_ticks;
    uint64_t timed;
    uint64_t min_ticks; /* 0 when timed is 0 */
    uint64_t max_ticks;
    double called; /* part of `ticks` and `estimate`: in calls of what may be profiled; */
    double told;   /* the same, with all that readings made of it */
    double off_ns; /* part of `ticks` during which the thread did not run */
    double estimate; /* ticks of sampled visits, before they are in `ticks` */
    double uncut;    /* the same before it was made to fit into anything */
    double beyond;   /* part of it: what rare long visits took beyond others */
    double possible; /* more, if what was rarely drawn was as frequent as it seems */
    double variance; /* of it, ticks^2; 0 if all visits were timed */
    double drawn; /* visits that the estimate is of, as far as each was timed by itself */
    double bias;  /* as far as that it may be off in the same direction as all others */
    struct visits *visits; /* NULL: none were timed */
    struct lprof_heap_cell heap;
    uint64_t at_peak;    /* what it held when the file's peak was */
    bool calls_others;   /* what is not profiled */
    bool calls_pointers; /* whom, nobody has noted */
    bool has_rest;       /* of loops, timed as one: what that called nobody has told */
    bool tells_calls;    /* `called` is known, `child_ticks` is not */
};

struct tally_function {
    struct lprof_function_view view;
    struct tally_cell *cells; /* view.fields.site_count, in the tally's one array */
    size_t twin;              /* first function with the same name, file and line */
    bool has_times;
    bool has_block;     /* some thread has counters of its own for it */
    bool has_own;       /* and not only of what ran on fibers, */
    bool has_loose;     /* as it did, too */
    bool has_layout;    /* it has light code, which only counts */
    bool has_heap;      /* allocations were counted in some block, */
    bool lacks_heap;    /* and not in some */
    bool calls_sampled; /* not all of its calls were timed */
    uint64_t calls;
    uint64_t primitive_calls; /* or NOT_KNOWN */
    uint64_t ticks;
    double off_ns;     /* not of a line that was timed */
    double most_ticks; /* that it can have taken: the lives of the threads it ran on */
    double cut_ticks;  /* by how much estimates on one thread were longer than its life */
};

/* Calls from a site to a function; the same pair may come several times. */
struct tally_edge {
    size_t caller; /* index of a function */
    size_t callee;
    uint32_t site;
    uint64_t calls;
    uint64_t ticks;
};

/* In the place of a node that called: nobody did that is profiled. */
#define NO_CALLER SIZE_MAX

/* Calls of a function from a line in one context. */
struct tally_node {
    size_t parent;   /* that called; less than its own number, or NO_CALLER */
    size_t function; /* index */
    size_t caller; /* the same of the line, and its site; of no meaning without parent */
    uint32_t site;
    bool is_lost; /* it is none: not used, of another thread, or leads nowhere */
    uint64_t calls;
    uint64_t ticks; /* of its activations, without their callees */
};

/* What is open in a node. */
struct tally_open_node {
    uint64_t address;
    uint64_t ticks;
};

struct tally_thread {
    struct lprof_thread fields;
    bool counted;        /* its blocks are in the sums, but for */
    bool is_outdated;    /* those that hold what came before a reset */
    uint64_t self_ticks; /* of all lines, so: time in profiled functions */
    uint64_t last;       /* virtual ticks up to which what is open is charged; */
    uint64_t since;      /* and up to which lines are that were current before; 0 */
    double life_ticks;   /* INFINITY: not known */
    double delayed;      /* which part of its time off the processor others had that */
};

/* What open regions add to the counters of a REGION record. */
struct tally_region {
    uint64_t ticks;
    uint64_t self_ticks;
    const void *open_in; /* for profile_open.c: the last thread's that has it */
};

struct tally {
    const struct lprof_reader *reader; /* borrowed */
    const struct lprof_reader *since;  /* borrowed; NULL: since the start */
    bool without_visits;
    bool is_inside;
    struct tally_function *functions; /* as in the file; behind them those outside */
    size_t function_count;
    struct tally_cell *cells;
    struct tally_thread *threads; /* as in the file */
    size_t thread_count;
    struct tally_region *regions; /* as in the file */
    size_t region_count;
    struct tally_edge *edges;
    size_t edge_count;
    size_t edge_room;
    struct tally_edge *seen; /* calls through pointers that happened to be seen: whom they
                                called, and in `calls` how often that was */
    size_t seen_count;
    size_t seen_room;
    struct tally_node *nodes; /* as in the file */
    size_t node_count;
    struct tally_open_node *open_nodes;
    size_t open_node_count;
    size_t open_node_room;
    double ticks_a_ns;  /* 0: not known */
    double probe_ticks; /* what timing a visit takes; 0: not known */
    double too_much;    /* what reading the clock has added, as far as that is seen, */
    double too_much_visits;   /* to so many visits */
    double most_cut_ticks;    /* by how much an estimate did not fit into its whole: */
    size_t most_cut;          /* of the function of which most was cut */
    uint64_t taken_out_ticks; /* cost of all probes that ran */
    uint64_t last_reading;    /* of the clock, at the last event on any thread */
    size_t loose_ends;        /* addresses in the file that led nowhere */
};

/* The threads to count; all if there are none. */
struct thread_choice {
    const uint32_t *ids;
    size_t count;
};

bool thread_is_chosen(struct thread_choice choice, uint32_t id);

/* What of a file is to be added up. */
struct tally_request {
    const struct lprof_reader *reader;
    const struct lprof_reader *since; /* an earlier reading of the file: what it held is
                                         left out; may be NULL */
    struct thread_choice threads;
    bool without_visits; /* how they were distributed takes most of the room */
    bool is_inside;      /* it is of what was done in a region: how many visits were timed
                            is not said, and lines that were current as it began are not in
                            it */
};

/* Add up what the file holds, open activations included.  O(n log n). */
void tally_make(struct tally *tally, const struct tally_request *request);

void tally_release(struct tally *tally);

/* ---- For profile_since.c ---- */

/* What a block has counted since an earlier reading, in tables of its own. */
struct block_since {
    struct lprof_block_view view; /* its tables are those below */
    struct lprof_counter *counters;
    struct lprof_cell *cells;
    struct lprof_histogram *histograms;
    struct lprof_heap_cell *heap_cells;
};

/* By an earlier reading a thread had counted nothing yet since the program began anew. */
bool since_was_outdated(const struct lprof_reader *since, uint32_t thread);

/* Fill from a reader's block as it is; the tables are used again and to be freed
   at last.  A block that was not there before has counted all of it since. */
void since_take_block(struct block_since *out, const struct lprof_reader *reader,
                      const struct lprof_block_view *block,
                      const struct lprof_reader *since);
void since_release_block(struct block_since *block);

/* Leave out what an edge, by its address, had counted before. */
void since_take_edge(struct lprof_edge *edge, uint64_t address,
                     const struct lprof_reader *since);

/* The same of a node. */
void since_take_node(struct lprof_node *node, uint64_t address,
                     const struct lprof_reader *since);

/* What an array of counts held before; false: it was not there. */
bool since_find_counts(const struct lprof_counts_view *counts,
                       const struct lprof_reader *since,
                       struct lprof_counts_view *before);

/* Leave out what activations that were open then had taken so far. */
void since_leave_out_open(struct tally *tally, struct thread_choice choice);

/* ---- For profile_counts.c ---- */

/* Add what light code has counted; blocks and their edges are in the tally already.
   O(n log n). */
void tally_add_counts(struct tally *tally, struct thread_choice choice);

/* ---- For profile_outside.c ---- */

/* Once all times are known: sites of what lines call that is not profiled become parts of
   their lines, which then are all the sites there are, and calls of functions that are
   added behind the file's, marked LPROF_FUNCTION_OUTSIDE.  What is profiled after all is
   called as ever.  O(n log n). */
void tally_fold_calls(struct tally *tally);

/* ---- For profile_estimate.c ---- */

/* Visits of a line while it was sampled. */
uint64_t tally_sampled_visits(const struct lprof_counter *counter,
                              const struct lprof_cell *cell);

/* What the visits of a line that were drawn by lot say of all its visits since it has
   been sampled, in ticks. */
struct tally_sample {
    double estimate;
    double drawn;    /* how many visits it is of */
    double beyond;   /* part of it */
    double possible; /* more */
    double variance;
    double bias;
    double off_ns;
};

/* What there is to know of the clock and the thread. */
struct tally_basis {
    double known_to; /* ticks: a visit's cost, which is taken out, is known to that, and
                        so all visits are wrong in the same way */
    double ticks_a_ns;
    double delayed; /* of the thread */
    bool weighted;  /* the block: each sampled visit has a weight of its own */
};

struct tally_sample tally_take_sample(const struct lprof_counter *counter,
                                      const struct lprof_cell *cell,
                                      struct tally_basis basis);

/* factor   by which the whole sample is cut */
void tally_add_sample(struct tally_cell *sum, const struct tally_sample *sample,
                      double factor);

/* ---- For profile_frames.c ---- */

/* Index of the thread or function with this id; false if there is none. */
bool tally_find_thread(const struct tally *tally, uint32_t id, size_t *index);
bool tally_find_function(const struct tally *tally, uint32_t id, size_t *index);

/* An address outside the used bytes names nothing, as 0 does: what it names did not fit
   into the file.  One inside that finds nothing is a loose end. */
bool tally_is_in_file(const struct tally *tally, uint64_t address);

void tally_add_edge(struct tally *tally, struct tally_edge edge);

/* The sum of two counts of allocations, and their difference modulo 2^64. */
uint64_t tally_held_at_peak(const struct lprof_header *header,
                            const struct lprof_held *held);
void tally_add_heap(struct lprof_heap_cell *sum, const struct lprof_heap_cell *more);
void tally_leave_out_heap(struct lprof_heap_cell *sum,
                          const struct lprof_heap_cell *less);

/* A tally of no counts yet, for the chosen threads of tally->reader. */
void tally_begin(struct tally *tally, struct thread_choice choice);

/* Charge the time of all that is open, up to each thread's last event. */
void tally_close_open(struct tally *tally);

/* Its two halves: a thread's `last` has been noted, and then what its frames tell.
   bias     the cost of the probes on the thread so far */
void tally_close_frames(struct tally *tally);
void tally_extend_last(const struct tally *tally, struct tally_thread *thread,
                       uint64_t bias);

/* How long each thread has lived, once the last event is known: no function is open on it
   for longer.  And what others had of that. */
void tally_find_lives(struct tally *tally);

/* a - b, or 0 if b is the later: a reading torn by a running writer. */
uint64_t tally_since(uint64_t a, uint64_t b);

#endif
