/* SPDX-License-Identifier: MIT */
/* Groups are strongly connected components: R. Tarjan, "Depth-first search and linear
   graph algorithms", 1972, with a stack of its own, as calls may nest deeply. */
#include "model/profile_order.h"

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

/* A depth-first search under way. */
struct search {
    struct call_order *order;
    const struct tally *tally;
    size_t *numbers; /* of each function, in the order of finding, from 1; 0: not yet */
    size_t *lowest;  /* number of what is still open and can be reached from it */
    bool *is_open;   /* found, and in no group yet */
    size_t *open;    /* those, in the order of finding */
    size_t open_count;
    size_t *path; /* from where the search began to where it is */
    size_t path_count;
    size_t *next; /* of each function: the next outgoing edge to follow */
    size_t found;
    size_t group_count;
};

static void find(struct search *s, size_t f)
{
    s->numbers[f] = s->lowest[f] = ++s->found;
    s->is_open[f] = true;
    s->open[s->open_count++] = f;
    s->path[s->path_count++] = f;
    s->next[f] = s->order->outgoing.starts[f];
}

static void take_lower(struct search *s, size_t f, size_t number)
{
    if (number < s->lowest[f])
        s->lowest[f] = number;
}

/* The group of a function from which nothing found before it can be reached. */
static void close_group(struct search *s, size_t f)
{
    size_t member;

    do {
        member = s->open[--s->open_count];
        s->is_open[member] = false;
        s->order->groups[member] = s->group_count;
        s->order->functions[s->order->function_count++] = member;
    } while (member != f);
    s->group_count++;
}

static void step(struct search *s)
{
    const size_t f = s->path[s->path_count - 1];

    if (s->next[f] < s->order->outgoing.starts[f + 1]) {
        const size_t edge = s->order->outgoing.list[s->next[f]++];
        const size_t callee = s->tally->edges[edge].callee;
        if (!s->numbers[callee])
            find(s, callee);
        else if (s->is_open[callee])
            take_lower(s, f, s->numbers[callee]);
        return;
    }
    s->path_count--;
    if (s->lowest[f] == s->numbers[f])
        close_group(s, f);
    else
        take_lower(s, s->path[s->path_count - 1], s->lowest[f]);
}

static void search_all(struct call_order *order, const struct tally *tally)
{
    const size_t count = tally->function_count;
    struct search s = {.order = order,
                       .tally = tally,
                       .numbers = memory_zeroed(count, sizeof *s.numbers),
                       .lowest = memory_zeroed(count, sizeof *s.lowest),
                       .is_open = memory_zeroed(count, sizeof *s.is_open),
                       .open = memory_zeroed(count, sizeof *s.open),
                       .path = memory_zeroed(count, sizeof *s.path),
                       .next = memory_zeroed(count, sizeof *s.next)};

    for (size_t f = 0; f < count; f++) {
        if (s.numbers[f])
            continue;
        find(&s, f);
        while (s.path_count)
            step(&s);
    }
    free(s.numbers);
    free(s.lowest);
    free(s.is_open);
    free(s.open);
    free(s.path);
    free(s.next);
}

void call_order_make(struct call_order *order, const struct tally *tally)
{
    const size_t count = tally->function_count;

    *order =
        (struct call_order){.functions = memory_zeroed(count, sizeof *order->functions),
                            .groups = memory_zeroed(count, sizeof *order->groups),
                            .outgoing = list_edges(tally, false),
                            .incoming = list_edges(tally, true)};
    search_all(order, tally);
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
