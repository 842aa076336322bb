/* SPDX-License-Identifier: MIT */
/*
 * Who calls whom in one file: the functions of a tally in an order in which callers and
 * callees can be gone through, and the edges by the function at either end.
 */
#ifndef PROFILE_ORDER_H
#define PROFILE_ORDER_H

#include "model/profile_tally.h"

/* Edges of each function: those of function f are list[starts[f]] to
   list[starts[f + 1] - 1], numbers of edges. */
struct edge_list {
    size_t *starts;
    size_t *list;
};

/* Groups: see call_groups.h. */
struct call_order {
    size_t *functions; /* callees first; a group's functions follow each other */
    size_t *groups;    /* of each function: a callee's is not above its caller's */
    size_t function_count;
    struct edge_list outgoing; /* by caller */
    struct edge_list incoming; /* by callee */
};

/* O(functions + edges). */
void call_order_make(struct call_order *order, const struct tally *tally);

void call_order_release(struct call_order *order);

#endif
