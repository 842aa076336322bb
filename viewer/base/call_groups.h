/* SPDX-License-Identifier: MIT */
/* Functions that call each other, directly or not, are one group: a function that is in
   no recursion, or only calls itself, is a group of its own. */
#ifndef CALL_GROUPS_H
#define CALL_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

/* A call from one function to another, by their indices. */
struct graph_edge {
    size_t from;
    size_t to;
};

/*
 * Find the groups.  O(functions + edges).
 *
 * groups   set to each function's: a callee's is not above its caller's; function_count
 * order    set to the functions, callees first, a group's following each other;
 *          function_count, or NULL
 */
void graph_find_groups(const struct graph_edge *edges, size_t edge_count,
                       size_t function_count, size_t *groups, size_t *order);

/*
 * Mark the functions that are in a group with others.
 *
 * in_cycle   set to true for those; function_count
 */
void graph_mark_cycles(const struct graph_edge *edges, size_t edge_count,
                       size_t function_count, bool *in_cycle);

#endif
