/* SPDX-License-Identifier: MIT */
/*
 * Whole before parts: estimated times are made to fit into what contains them.
 *
 * What was measured stays.  From callees to callers it is learnt how much a line has
 * taken for sure and how much it is likely to have taken (profile_likely.c); then from
 * callers to callees, what each line has in the end is handed on to what it called, and
 * there to the lines (profile_flow.c).  So lines add up to their function, and a function
 * has what the lines that call it have given it, no more.
 *
 * For profile_estimate.c; the rest of this header is the parts' own.
 */
#ifndef PROFILE_FLOW_H
#define PROFILE_FLOW_H

#include "model/flow/profile_order.h"

/* All of it in ticks.  `sure` never exceeds `likely`. */
struct flow_line {
    double sure;        /* measured, by itself or by what it called */
    double likely;      /* by its own samples */
    double variance;    /* of that, by chance */
    double bias;        /* as far as that it may be off as all others are */
    double weight;      /* in sharing out what is not accounted for */
    double beyond;      /* part of `likely`: what rare long visits took */
    double possible;    /* more, if its rare long visits were as many as the lots say */
    double total;       /* in the end */
    double called_sure; /* of what it called */
    double called_more; /* likely beyond that */
    double called_possible; /* and possible beyond that */
    double called_beyond;
    double called_before; /* as it is in the file */
    double called_raw;    /* by how often it called what, and how long that is */
    double called_total;
    size_t stamp;         /* see flow.stamp */
    double own;           /* what it took itself; NAN: only what it called tells */
    bool calls_in_circle; /* where not each call was timed */
    bool may_nest;        /* its function may be open inside what it called */
    bool calls_back;      /* a visit leads to many calls through pointers, */
    double called_back;   /* which took that */
    double pointer_least; /* of what it called through one, at least: ticks a visit */
    bool own_is_unknown;  /* what it took without its callees: nobody has measured that */
};

struct flow_edge {
    double sure;
    double likely;
    double variance;
    double bias;
    double beyond;   /* part of `likely` */
    double possible; /* more */
    double total;
    bool is_inner; /* inside a recursion */
};

struct flow_function {
    struct flow_line *lines;
    double sure;
    double likely;
    double variance;
    double bias;
    double beyond;
    double possible;
    double total;
    double lines_in; /* ticks of the lines that call it from outside its group, */
    double told_in;  /* and what these are told to have called of it; */
    bool not_told;   /* not all of them are; */
    bool is_brief;   /* of no call of it, as it is short: then all are alike */
    double raw_in;   /* ticks of its calls from profiled lines, as they are in the file */
    double each;     /* of a call, by its lines, with all that they called */
    uint64_t calls_in;      /* those calls */
    uint64_t inner_calls;   /* of them, those from its group */
    double outer;           /* what is likely to have come from outside its group, */
    double given;           /* what has come from there in the end, */
    double root;            /* and likely, from lines that are not known: */
    double root_part;       /* as much of that as fits */
    uint64_t others;        /* calls from its group, but not from itself */
    double inner;           /* likely calls from its group */
    size_t stamp;           /* see flow.stamp */
    bool is_measured;       /* its total */
    bool is_plain;          /* nothing in it was estimated */
    bool is_recursive;      /* it can call itself, directly or not */
    bool leads_to_pointers; /* what it calls may lead to anything */
    bool by_pointers;       /* a line may have called it whose calls are not known, */
    bool is_seen;           /* or has been seen to */
    bool is_called_back;    /* by what such a line called */
    double told_back;       /* what such lines told to have called */
    double each_by_pointer; /* of a call through a pointer: ticks */
};

struct flow {
    struct tally *tally;
    struct call_order order;
    struct flow_function *functions; /* as the tally's */
    struct flow_line *lines;
    size_t line_count;
    struct flow_edge *edges; /* as the tally's */
    size_t stamp; /* of the last search through callers: which of them it has seen */
    double by_pointers; /* which part of the calls of such functions such lines made */
    bool pointers_are_known;
    double pointers_read; /* of what lines are told to have called through pointers, what
                             readings made of a visit, */
    double pointers_took; /* and as much of the rest functions have that were called so;
                             once it is known */
    double profiled_pointers; /* which part of what lines called through pointers is of
                                 profiled functions */
    double most;  /* that any function can have taken, as far as the others tell */
    double blur;  /* what readings may make of a visit that takes nothing */
    double usual; /* what a visit takes on average */
};

/* Fit the estimates of a tally, in which they are not in the lines' ticks yet. */
void tally_flow(struct tally *tally);

/* What readings can have added to a visit: ticks. */
double flow_most_added(const struct tally *tally);

/* What a line is told to have called through pointers, without what readings made of it:
   ticks. */
double flow_told_pointers(const struct flow *flow, const struct tally_cell *cell,
                          const struct flow_line *line, double by_edges);

/* What lines that call back have called so, by the totals of these functions. */
void flow_find_called_back(struct flow *flow);

/* What one line alone calls back is made no longer than it; true if it was. */
bool flow_fit_called_back(struct flow *flow);

/* Which functions lines have called through pointers, and what these took. */
void flow_find_pointers(struct flow *flow);

/* Fills all but totals. */
void flow_find_likely(struct flow *flow);

/* Once all totals are known. */
void flow_put_back(struct flow *flow);

/* What a line is likely to have taken itself, as far as that was measured. */
double flow_own(const struct flow *flow, const struct tally_cell *cell);

/* Before totals are put back: all that is estimated becomes as much shorter, a visit, as
   makes what lines took themselves fit into what threads have spent in all.
   again    finds all totals anew */
void flow_fit_own(struct flow *flow, void (*again)(struct flow *flow));

/* What lines have of their own, without what they called. */
struct flow_own {
    double known; /* of those whose it is known to be */
    double hits;  /* of these */
    double least; /* of the others, if their visits were as long as those of the first; */
    double part;  /* and there is so much of what they are likely to have */
};

/* Once all totals are known, before they are put back. */
struct flow_own flow_sum_own(const struct flow *flow);

/* What a line's callees had of its time, in the end. */
double flow_child(const struct flow *flow, const struct flow_own *own,
                  const struct tally_cell *cell, const struct flow_line *line);

/* What threads have spent in functions that were called from lines that are not profiled.
 */
double flow_outermost(const struct flow *flow);

/* What is less than this part of another is less than it, and not by rounding. */
#define FLOW_NEARLY_ONE (1 - 1e-9)

/* It has less than was measured. */
bool flow_is_cut(const struct flow_function *f);

/* An estimate that is one of several parts of a whole. */
struct flow_part {
    double more; /* likely, beyond what is sure */
    double variance;
    double bias;
};

/*
 * Parts that are more together than their whole can be become less, the more the less is
 * known of them: each in proportion to its covariance with their sum (the estimate of
 * least squares), and none below nothing.  That is its variance, and its bias times that
 * of all, as one reading of the clock is off as the others are.  Where the excess is more
 * than all parts nothing is left of them.
 */
void flow_take_excess(struct flow_part *parts, size_t count, double excess);

/*
 * Give a whole to parts.  Each first gets what is sure, then what more is likely, as far
 * as there is enough (flow_take_excess()); what is left is shared out in proportion to
 * what more is possible, then by weight.  Where there is not even enough for what is
 * sure, that is shared out.
 *
 * Returns what was given: all, but where no part can take any.
 */
double flow_fill(struct flow_line *lines, size_t count, double whole);

/* Where the group that begins at a place of the order ends. */
size_t flow_group_end(const struct flow *flow, size_t begin);

/* Which part of what came into a function's group by its calls came from profiled lines.
 */
double flow_share_of_lines(const struct flow *flow, size_t function);

/* A number of ticks as it is in a file; 0 if it is negative: a torn reading. */
double flow_ticks(uint64_t ticks);

#endif
