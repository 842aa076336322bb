/* SPDX-License-Identifier: MIT */
/*
 * Calling contexts: from where functions were called, line by line up to where nobody
 * that is profiled called, and which part of a function's hits and times is whose.
 *
 * Of functions with frames that has been recorded: the profile's nodes.  They say how
 * often a function was called in a context, and what it took there by itself; its lines'
 * hits and times have not been counted in each, so they are shared out by these two.
 *
 * Of others it is known which line called which function, how often and for how long.
 * That is certain where a function was called from one line; where several did, each gets
 * the part of the function that its calls are of all calls, in whatever the function did
 * and in whatever it called in its turn.  (S. Graham, P. Kessler, M. McKusick, "gprof: a
 * Call Graph Execution Profiler", 1982, for lines.)  Times are shared out by the time of
 * the calls, hits by their number.
 *
 * Functions that call each other in a circle stand once in each context that the circle
 * was entered from, by the way that was taken, or else by the shortest from there.  What
 * was not recorded and is too small to be seen, and what is too much to be told apart,
 * stands for itself, as does what others called.
 */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "model/profile.h"

/* A part of a whole, from 0 to 1: parts of one function follow each other. */
struct share {
    double begin;
    double end;
};

#define NO_CONTEXT SIZE_MAX

struct context {
    size_t function;
    const struct call *call; /* that it was called by; NULL: by nobody that is shown */
    size_t parent;           /* the context of that call; NO_CONTEXT */
    struct share time;       /* of the function's times */
    struct share count;      /* of its hits and calls */
    size_t node;             /* the profile's that it is; NO_NODE: it was not recorded */
    size_t next;             /* of the same function; NO_CONTEXT */
};

struct contexts {
    struct context *list; /* a parent comes before its children */
    size_t count;
    size_t room;
    size_t *first; /* by function; NO_CONTEXT: it is not shown */
};

/* Those of the functions that are shown.  At most some ten thousand, and one for each
   function and node. */
void contexts_make(struct contexts *contexts, const struct profile *profile);

void contexts_release(struct contexts *contexts);

/* What those of functions that have run rest on: nodes, calls, or both. */
enum contexts_basis { CONTEXTS_RECORDED, CONTEXTS_FROM_CALLS, CONTEXTS_MIXED };

enum contexts_basis contexts_basis(const struct contexts *contexts,
                                   const struct profile *profile);

/* "recorded", "calls" or "both". */
const char *contexts_basis_name(enum contexts_basis basis);

/* A part of a quantity.  The parts of all contexts of a function add up to it. */
uint64_t share_of(struct share share, uint64_t quantity);

#endif
