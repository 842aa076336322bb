/* SPDX-License-Identifier: MIT */
/* Functions that call each other in a circle. */
#ifndef PROFILE_CYCLES_H
#define PROFILE_CYCLES_H

#include <stdbool.h>
#include <stddef.h>

/* A call from one function to another, by their indices. */
struct graph_edge {
    size_t from;
    size_t to;
};

/*
 * Mark the functions that are in a cycle of two functions or more; one that only calls
 * itself is in none.  O(functions + edges).
 *
 * in_cycle   set to true for those; function_count
 */
void graph_mark_cycles(const struct graph_edge *edges, size_t edge_count,
                       size_t function_count, bool *in_cycle);

#endif
