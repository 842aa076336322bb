/* SPDX-License-Identifier: MIT */
#include "model/flow/profile_order.h"

#include "base/call_groups.h"
#include "base/memory.h"

#include <stdlib.h>

static size_t end_of(const struct tally_edge *edge, bool callee)
{
    return callee ? edge->callee : edge->caller;
}

static struct edge_list list_edges(const struct tally *tally, bool by_callee)
{
    struct edge_list edges = {
        .starts = memory_zeroed(tally->function_count + 2, sizeof *edges.starts),
        .list = memory_zeroed(tally->edge_count, sizeof *edges.list)};
    size_t *next = edges.starts + 1; /* one place ahead until all are listed */

    for (size_t i = 0; i < tally->edge_count; i++)
        next[end_of(&tally->edges[i], by_callee) + 1]++;
    for (size_t f = 0; f < tally->function_count; f++)
        next[f + 1] += next[f];
    for (size_t i = 0; i < tally->edge_count; i++)
        edges.list[next[end_of(&tally->edges[i], by_callee)]++] = i;
    return edges;
}

static void find_groups(struct call_order *order, const struct tally *tally)
{
    struct graph_edge *edges = memory_zeroed(tally->edge_count, sizeof *edges);

    for (size_t i = 0; i < tally->edge_count; i++)
        edges[i] = (struct graph_edge){tally->edges[i].caller, tally->edges[i].callee};
    order->function_count = tally->function_count;
    graph_find_groups(edges, tally->edge_count, tally->function_count, order->groups,
                      order->functions);
    free(edges);
}

void call_order_make(struct call_order *order, const struct tally *tally)
{
    const size_t count = tally->function_count;

    *order =
        (struct call_order){.functions = memory_zeroed(count, sizeof *order->functions),
                            .groups = memory_zeroed(count, sizeof *order->groups),
                            .outgoing = list_edges(tally, false),
                            .incoming = list_edges(tally, true)};
    find_groups(order, tally);
}

void call_order_release(struct call_order *order)
{
    free(order->functions);
    free(order->groups);
    free(order->outgoing.starts);
    free(order->outgoing.list);
    free(order->incoming.starts);
    free(order->incoming.list);
    *order = (struct call_order){0};
}
