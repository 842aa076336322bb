/* SPDX-License-Identifier: MIT */
/* Groups are strongly connected components: R. Tarjan, "Depth-first search and linear
   graph algorithms", 1972, with a stack of its own, as calls may nest deeply. */
#include "base/call_groups.h"

#include "base/memory.h"

#include <stdlib.h>

struct node {
    size_t next_edge; /* of `targets`, to be followed */
    size_t end_edge;
    size_t order; /* of the first visit, from 1; 0: none yet */
    size_t low;   /* the earliest that is reached from it, of those that are open */
    bool is_open; /* its component is not complete */
};

struct search {
    struct node *nodes;
    size_t *targets; /* of all edges, by caller */
    size_t *path;    /* from where the search began to where it is */
    size_t depth;
    size_t *open; /* nodes in the order in which they were met */
    size_t open_count;
    size_t met;
    size_t *groups;
    size_t group_count;
    size_t *order;
    size_t ordered;
};

static void sort_edges(struct search *s, const struct graph_edge *edges, size_t count,
                       size_t node_count)
{
    size_t start = 0;

    for (size_t i = 0; i < count; i++)
        s->nodes[edges[i].from].end_edge++;
    for (size_t i = 0; i < node_count; i++) {
        const size_t own = s->nodes[i].end_edge;
        s->nodes[i].next_edge = s->nodes[i].end_edge = start;
        start += own;
    }
    for (size_t i = 0; i < count; i++)
        s->targets[s->nodes[edges[i].from].end_edge++] = edges[i].to;
}

static void enter(struct search *s, size_t node)
{
    s->nodes[node].order = s->nodes[node].low = ++s->met;
    s->nodes[node].is_open = true;
    s->path[s->depth++] = node;
    s->open[s->open_count++] = node;
}

static void lower(struct node *node, size_t low)
{
    if (low < node->low)
        node->low = low;
}

/* All that was met since its first node is one group. */
static void close_group(struct search *s, size_t first)
{
    size_t node = 0;

    do {
        node = s->open[--s->open_count];
        s->nodes[node].is_open = false;
        s->groups[node] = s->group_count;
        s->order[s->ordered++] = node;
    } while (node != first);
    s->group_count++;
}

static void leave(struct search *s)
{
    const size_t node = s->path[--s->depth];

    if (s->depth)
        lower(&s->nodes[s->path[s->depth - 1]], s->nodes[node].low);
    if (s->nodes[node].low == s->nodes[node].order)
        close_group(s, node);
}

static void search_from(struct search *s, size_t start)
{
    enter(s, start);
    while (s->depth) {
        struct node *node = &s->nodes[s->path[s->depth - 1]];
        if (node->next_edge == node->end_edge) {
            leave(s);
            continue;
        }
        const size_t target = s->targets[node->next_edge++];
        if (!s->nodes[target].order)
            enter(s, target);
        else if (s->nodes[target].is_open)
            lower(node, s->nodes[target].order);
    }
}

void graph_find_groups(const struct graph_edge *edges, size_t edge_count,
                       size_t function_count, size_t *groups, size_t *order)
{
    struct search s = {
        .nodes = memory_zeroed(function_count, sizeof *s.nodes),
        .targets = memory_zeroed(edge_count, sizeof *s.targets),
        .path = memory_zeroed(function_count, sizeof *s.path),
        .open = memory_zeroed(function_count, sizeof *s.open),
        .groups = groups,
        .order = order ? order : memory_zeroed(function_count, sizeof *order),
    };

    sort_edges(&s, edges, edge_count, function_count);
    for (size_t i = 0; i < function_count; i++) {
        if (!s.nodes[i].order)
            search_from(&s, i);
    }
    free(s.nodes);
    free(s.targets);
    free(s.path);
    free(s.open);
    if (!order)
        free(s.order);
}

void graph_mark_cycles(const struct graph_edge *edges, size_t edge_count,
                       size_t function_count, bool *in_cycle)
{
    size_t *groups = memory_zeroed(function_count, sizeof *groups);
    size_t *members = memory_zeroed(function_count, sizeof *members);

    graph_find_groups(edges, edge_count, function_count, groups, NULL);
    for (size_t i = 0; i < function_count; i++)
        members[groups[i]]++;
    for (size_t i = 0; i < function_count; i++)
        in_cycle[i] = members[groups[i]] > 1;
    free(groups);
    free(members);
}
