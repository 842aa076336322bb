/* SPDX-License-Identifier: MIT */
/*
 * A thread's side of the profile: where its blocks, frames and edges are.
 *
 * The first threads have records of their own, which are never used again.  Later ones
 * take turns with a pool: a new thread goes on counting in the blocks of one that has
 * ended, so thousands of short threads need no more room than run at a time.
 *
 * ---- Glossary: the nouns of the runtime ----
 *
 * What is counted (lineprof/abi.h has the structs):
 *   site        a line of a function that can be hit; its number in the function's table
 *   block       a function's counters on one thread: head, counters, cells, histograms
 *   few         first visits of a line of light code, in one word; later a histogram
 *   counter     of a site: its hits, and with frames the countdown to a timed visit
 *   cell        of a site: its times; it is called by its offset in the block
 *   edge        calls from a cell to a function; a list at the cell
 *   node        of an edge, where its line's function was called from one place
 *   home        of a node: itself, or that of the same function further out
 *   unit, module    a translation unit; a program or shared library
 *
 * What is open:
 *   activation  one run of a function from entry to exit; also of a named region
 *   frame       the record of an activation or a visit, in the region, not on the stack
 *   root        the frame below all others of a thread: the caller that is not profiled
 *   chunk       a piece of a thread's array of frames
 *   loose       of a frame: of a fiber, in no array, not nested (lprt_loose.h)
 *   abandoned   left without a leave (longjmp, an exception, the thread's end)
 *   previous    the next outer open frame of the same function
 *   excluded    of a frame: ticks in which its function ran anew below its current callee
 *
 * Time:
 *   raw         a reading of the clock as it is
 *   bias        the known cost of all probes of a thread so far
 *   virtual     raw less bias: what all times are in
 *   untimed     probes that read no clock and their cost; a call whose time is not taken
 *   off         not running: blocked, or another had the processor (lprt_off.h)
 *   leap        the clock jumps ahead; what is too much is taken out (lprt_leap.h)
 *
 * Which visits are timed:
 *   visit       an unbroken stay on a line; in light code, from one count to the next
 *   drawn       chosen by lot to be timed; `sampled` says the same of what it took
 *   skip        visits until the next that is drawn
 *   weight      how many calls or visits one that is timed stands for
 *   measured    timed in any case, as it is inside of something that is
 *   outlier     so long among what is short that it stands for itself alone
 *
 * Light code, which has no frames:
 *   stretch     lines that are always begun together; it has one count
 *   count       how often; it comes up (to 0) when it needs the runtime
 *   trigger     what a count that comes up calls, or `visit` where there is a timed copy
 *   distance    from a count of the module to that of a thread; thread-local
 *   array       a thread's counts of a module; spare: the one from before a reset
 *   layout      what the counts of a function add up to
 *   lot         of a count: how visits of its stretch are drawn, and what they cost
 *   window      some milliseconds, in which lots cannot stand for more (lprt_window.h)
 *   rest        what a loop does after its first iterations, timed as one
 *   tick        of the kernel's clock, every 1 to 4 ms; else a unit of time
 *   lasting     a call or loop between the lots in which a tick fell (lprt_lasting.h)
 *
 * Regions that the program names (lprt_regions.h):
 *   named       a name on a thread, and where it is recorded
 *   gap         an activation that ended before what was begun in it; it waits for that
 *   detour      an activation that is to end by the long way
 *   pass        which objects are loaded: where it is the same, names are known still
 *   range       a region that is not nested and belongs to no thread
 *   fiber       a stack that is not its thread's own
 *
 * The file (lprt_region.h):
 *   region      the memory that is the file; not the program's regions
 *   record      a piece of it of one kind; it never moves
 *   part        a piece of a file that several processes share; of code, a piece of a
 *               function that the compiler has split off
 *   image       the whole profile of a forked child, in its parent's file
 *   aside       where a forking thread puts what is open until the child has a region
 *   kept        what such a child has of its parent's records; an older file, renamed
 *
 * How things run:
 *   hot, short  the usual way; slow, long: all else, by a call
 *   guarded     with the lock held, signals blocked, no cancellation (lprt_lock.h)
 *   bare        general registers only (the folder count/bare)
 *   gate        what enters functions during a pause (lprt_modules.h)
 *   cut         the file has been made shorter by somebody else (lprt_cut.h)
 */
#ifndef LPRT_THREAD_H
#define LPRT_THREAD_H

#include "base/lprt_layout.h"
#include "base/lprt_stack.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LPRT_OWN_THREADS = 64,
    LPRT_OFF_EVENTS = 32,
    LPRT_LASTED_LATELY = 8,
    LPRT_LOOP_RATES = 64
};

struct lprt_chunk;
struct lprt_loaded;
struct lprt_lot;
struct lprt_node_table;
struct lprt_regions;

/* A thread was found to have been off the processor. */
struct lprt_off_event {
    uint64_t at_ns;          /* CLOCK_MONOTONIC */
    uint64_t off_ns;         /* for how long */
    uint64_t claimed_before; /* its `claimed_off_ns` until then */
};

/* In what a function called the kernel's clock has ticked (lprt_lasting.c). */
struct lprt_lasted_lately {
    const struct lineprof_block *block; /* NULL: none */
    uint64_t from_ns;                   /* by that clock */
    uint64_t until_ns;
};

/* Of a loop that calls nothing. */
struct lprt_loop_rate {
    uintptr_t lines; /* where the cells of these are; 0: none */
    uint64_t begun;  /* in timed visits */
    uint64_t times;  /* that all of it was its rest; */
    uint64_t rounds; /* of these, */
    uint64_t ticks;  /* and what they took */
};

/* Where a thread counts in a module's light code. */
struct lprt_arrays {
    struct lprof_counts *counting; /* NULL: it has not run there */
    struct lprof_counts *spare;    /* where it did before a reset; NULL: none */
    struct lprof_counts *idle;     /* private: where it does in pauses; NULL: none yet */
    struct lprt_lot *lots;         /* private: one a count */
    const struct lprt_loaded *loaded; /* where the code is */
};

/*
 * Only its own thread changes it, and its signal handlers, which may come in at any
 * point: what they find must hold between any two instructions.
 *
 * Private memory, which a forked child gets as it was at that moment; the region is
 * shared, and the parent goes on in it.
 *
 * A frame in begin..next-1 is open if its `cfa` is not 0.  It is 0 from the moment a
 * frame is taken until it is complete, from the moment it is being closed, and in all
 * frames from `next` on.
 */
struct lprt_thread {
    /* Time not running (lprt_off.h).  Assembler finds these. */
    uint64_t *switch_mark; /* differs from */
    uint64_t switch_arm;   /* once the thread has been off the processor */
    uint64_t off_ns;       /* so far, when last looked at */
    uint64_t reading;      /* of the clock, at the last event that read it */
    uint64_t off_start;    /* wall-clock time less CPU time at the start */
    uint64_t random;       /* state of the lots that are drawn; not 0 */

    /* Assembler finds `next` and `record`, too. */
    struct lineprof_block **blocks; /* by function id; what has not been called is none */
    uint64_t block_count;           /* room; 0 while it is to take the slow path */
    struct lineprof_frame *next;    /* first frame of the chunk not taken */
    struct lineprof_frame *begin;   /* of the chunk */
    struct lineprof_frame *end;
    struct lineprof_frame *below; /* the last one of the chunk below, or &root */
    struct lprof_thread *record;  /* what readers of the file see */
    struct lprt_stack own;        /* the thread's stack, as far as it is known */
    uint64_t entered; /* a reading when a function with frames was (lprt_hot.c) */

    /* Stands below all frames: the caller that is not profiled.  Its cell and edge
       take what goes to no profiled caller. */
    struct lineprof_frame root;
    struct {
        struct lineprof_block block;
        struct lineprof_cell cell;
    } root_line;
    struct lprof_edge root_edge;

    struct lprt_chunk *chunk;     /* that `next` is in */
    struct lprof_edge *edge_next; /* first not taken of the EDGES record */
    struct lprof_edge *edge_end;
    struct lprof_histograms *histograms; /* where there may be a free one; or NULL */
    struct lprt_node_table *node_table;  /* NULL: it has no nodes */
    struct lprof_node *node_next;        /* first not taken of the NODES record */
    struct lprof_node *node_end;
    struct lprof_node *node_other; /* of all that found no room; NULL: there was some */
    struct lprof_node node_lost;   /* private: what there is no room for in the region */
    uint32_t node_count;           /* that have been taken */
    uint64_t hidden_blocks;        /* block_count while that is 0 */
    uint64_t never_switched;       /* the mark of a thread without such an area */
    uint64_t turns;                /* that have been taken (lprt_turn.h), */
    uint64_t resets;               /* and of these, countings anew (lprt_reset.h) */
    uint64_t timing;               /* what timing visits has cost (lprt_budget.h) */
    uint64_t ran_ns;        /* when it was last known to have been off the processor; */
    uint64_t waits;         /* how often that had been its own doing, and */
    uint64_t waits_ns;      /* for how long; */
    uint64_t waited_off_ns; /* `off_ns` after the last time; */
    uint64_t unseen_ran_ns; /* of late it has run so long (lprt_unseen.h) up to */
    uint64_t unseen_from;   /* this reading, */
    uint64_t taken_ns;      /* while others had the processor for as long, */
    uint64_t unseen_off_ns; /* which nobody has claimed of that; */
    uint64_t unseen_watched_ns;  /* and it ran so long in what claims what others take; */
    uint64_t unseen_new_watched; /* as many ticks are said to have been so since */
    uint64_t claimed_off_ns;     /* part of `off_ns`: waits, and what has been claimed */
    struct lprt_off_event off_events[LPRT_OFF_EVENTS]; /* the last ones, in turn */
    uint64_t off_event_count;                          /* that there have been */
    uint64_t window_from;         /* virtual time at which the thread's window began; */
    uint64_t window_before;       /* ticks that the one before that was; */
    uint64_t window_off_ns;       /* `off_ns` then; */
    uint64_t window_timed;        /* lines in this one, */
    uint64_t window_ticks;        /* what they stand for, */
    uint64_t window_squares;      /* their squares, */
    struct lprt_lot *window_lots; /* and their lots; */
    uint64_t window_longest;      /* the one that stands for most, */
    struct lprt_lot *window_longest_lot;
    bool window_in_use;                                   /* these are being changed */
    struct lprt_lasted_lately lasted[LPRT_LASTED_LATELY]; /* by the function's number; */
    struct lprt_loop_rate loop_rates[LPRT_LOOP_RATES];    /* by where their lines are; */
    uint64_t left_ticks;   /* of the kernel's clock, in other work that had some, */
    uint64_t left_tick_ns; /* and when the last one of these was */

    /* Pauses (lprt_pause.h). */
    bool is_idle;                  /* what is open counts nowhere, */
    uint64_t idle_last;            /* since this moment, in virtual time; */
    uint64_t idle_raw;             /* the reading then, */
    uint64_t idle_off_ns;          /* and `off_ns` */
    uint64_t counted;              /* the time counted by then */
    uint64_t pauses;               /* that it has seen, and their ends; */
    uint64_t paused;               /* and the time of these */
    struct lprt_idle *idle_blocks; /* where it has counted meanwhile */

    struct lineprof_block **loose_blocks; /* as `blocks`, of activations on fibers */
    uint64_t loose_count;                 /* (lprt_loose.h) */
    struct lprt_regions *regions;         /* lprt_regions.c; NULL: none has been begun */
    struct lprt_arrays *counts;           /* by module id (lprt_counts.h) */
    uint32_t counts_room;                 /* elements of `counts` */
    char *thread_pointer;                 /* of the running thread */
    uint64_t known_delay_ns; /* of the thread that has the record, in its record */
    bool has_name;           /* given by the program */
    struct lprt_thread *next_thread; /* of all */
    struct lprt_thread *next_spare;  /* of those without a running thread */
};

/* The calling thread's; of a thread that is not registered one without blocks, so that
   the hot path need not ask. */
extern _Thread_local struct lprt_thread *lprt_self;

/* In the place of blocks that do not exist: with flags that no other has. */
extern struct lineprof_block lprt_no_block __attribute__((__visibility__("hidden")));

/* Once, before any thread is registered.  Returns 0 or an errno value. */
int lprt_threads_start(void);

/* The block of a function, which has an id, on the calling thread; registers the thread
   if it is new.  NULL if there is no room. */
struct lineprof_block *lprt_thread_prepare(const struct lineprof_function *function);

/* The same, of the thread's blocks for loose frames. */
struct lineprof_block *
lprt_thread_prepare_loose(const struct lineprof_function *function);

/* The calling thread, registered; NULL if there is no room.  For the guarded slow path
   only (lprt_lock.h). */
struct lprt_thread *lprt_thread_ready(void);

/* The calling thread, registered, and the process runs profiled code; NULL if there is no
   room.  For the guarded slow path only (lprt_lock.h). */
struct lprt_thread *lprt_thread_register(void);

/*
 * Show the calling thread under a name.
 *
 * name     up to 32 bytes of it are taken; NULL: the system's again
 *
 * For the guarded slow path only, on a registered thread.
 */
void lprt_thread_set_name(struct lprt_thread *thread, const char *name);

/* The thread's next entry takes the slow path; every thread's does.  For the guarded slow
   path only. */
void lprt_thread_hide_blocks(struct lprt_thread *thread);
void lprt_threads_hide_blocks(void);

/* Make the frame below all frames. */
void lprt_thread_start_root(struct lprt_thread *thread);

/* All threads that were ever registered; further ones by next_thread. */
struct lprt_thread *lprt_threads_first(void);

/* In a forked child: all but `kept`, which may be NULL, do not exist, and what they
   have is there for others. */
void lprt_threads_give_up(const struct lprt_thread *kept);

/* The same where what the others have has been left out of the region. */
void lprt_threads_keep_only(struct lprt_thread *kept);

/* The same where the region's contents are gone: there are none. */
void lprt_threads_forget(void);

/* The region holds what another process has left: a record of it that this one does not
   know.  false if there is no memory. */
bool lprt_threads_learn(enum lprof_record_kind kind, void *payload);

/* All threads, and those to come, are shown as one. */
void lprt_threads_show_as_others(void);

/* A thread that runs no more: it has told so, or gone without a word, by a system call
   or where libc had no room to tell us. */
bool lprt_thread_has_ended(const struct lprt_thread *thread);

/* Note how long others had the processor instead of each.  Where the process ends. */
void lprt_threads_note_delays(void);

/* The cost of all probes on all threads so far, in ticks. */
uint64_t lprt_threads_taken_out(void);

/* Something has been counted since the process began or was forked. */
bool lprt_threads_counted(void);

#endif
