/* SPDX-License-Identifier: MIT */
/*
 * The nodes of all files and threads as one tree.  Instances of a function are one here,
 * so what calls itself is found anew.  Where some code had no frames, a function can have
 * been called through that: then the nodes of a call count more than there were, and tell
 * nothing.
 */
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_entries.h"

#include <stdlib.h>
#include <string.h>

struct tree {
    const struct entries *entries;
    struct profile *profile;
    const size_t *places;
    size_t *merged;    /* by the entries' nodes; NO_NODE */
    size_t *slots;     /* a table of nodes by parent and call; NO_NODE: free */
    size_t slot_count; /* a power of 2 */
};

/* ---- The table ---- */

/* Multiplicative hashing: Knuth, "The Art of Computer Programming", 6.4. */
static size_t home_slot(const struct tree *tree, const struct node *node)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t what = node->call
                              ? (uint64_t)(node->call - tree->profile->calls)
                              : (uint64_t)(node->function - tree->profile->functions);
    const uint64_t hash = ((node->parent + 1) * factor ^ what) * factor;

    return (size_t)(hash >> 32) & (tree->slot_count - 1);
}

static bool is_same(const struct node *a, const struct node *b)
{
    return a->parent == b->parent && a->call == b->call && a->function == b->function;
}

/* There are twice as many slots as there can be nodes. */
static size_t *slot_of(const struct tree *tree, const struct node *node)
{
    size_t at = home_slot(tree, node);

    while (tree->slots[at] != NO_NODE &&
           !is_same(&tree->profile->nodes[tree->slots[at]], node))
        at = (at + 1) & (tree->slot_count - 1);
    return &tree->slots[at];
}

/* ---- Nodes ---- */

static int compare_call(const void *key, const void *element)
{
    const struct call *a = key, *b = element;

    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    const int files = a->file == b->file ? 0 : strcmp(a->file, b->file);
    if (files)
        return files;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->callee > b->callee) - (a->callee < b->callee);
}

static const struct call *find_call(const struct tree *tree, struct call key)
{
    const struct profile *p = tree->profile;

    return p->call_count
               ? bsearch(&key, p->calls, p->call_count, sizeof *p->calls, compare_call)
               : NULL;
}

/* The node of that function from one on outwards; NO_NODE: it is not called there yet. */
static size_t find_outwards(const struct profile *profile, size_t node,
                            const struct function *function)
{
    while (node != NO_NODE && profile->nodes[node].function != function)
        node = profile->nodes[node].parent;
    return node;
}

static size_t add_node(struct tree *tree, struct node node)
{
    struct profile *p = tree->profile;
    size_t *slot = slot_of(tree, &node);

    if (*slot != NO_NODE)
        return *slot;
    node.home = find_outwards(p, node.parent, node.function);
    if (node.home == NO_NODE)
        node.home = p->node_count;
    *slot = p->node_count;
    p->nodes[p->node_count] = node;
    return p->node_count++;
}

static size_t merge_node(struct tree *tree, const struct entry_node *from)
{
    struct profile *p = tree->profile;
    struct node node = {.parent = NO_NODE};

    if (from->is_lost ||
        (from->parent != NO_NODE && tree->merged[from->parent] == NO_NODE))
        return NO_NODE;
    node.function = &p->functions[tree->places[from->callee]];
    if (from->parent == NO_NODE)
        return from->is_part ? NO_NODE : add_node(tree, node);
    const struct function *caller = &p->functions[tree->places[from->caller]];
    node.parent = p->nodes[tree->merged[from->parent]].home;
    if (p->nodes[node.parent].function != caller)
        return NO_NODE;
    if (from->is_part) /* in the function it is in that; elsewhere it has no place */
        return caller == node.function ? node.parent : NO_NODE;
    node.call = find_call(tree, (struct call){.caller = caller,
                                              .callee = node.function,
                                              .file = from->file,
                                              .line = from->line});
    return node.call ? add_node(tree, node) : NO_NODE;
}

static void count_node(struct profile *p, size_t at, const struct entry_node *from)
{
    struct node *node = &p->nodes[at];

    count_add(&node->calls, from->calls);
    time_add(&p->nodes[node->home].self_ns, from->self_ns);
}

static void merge_nodes(struct tree *tree)
{
    const struct entries *entries = tree->entries;

    for (size_t i = 0; i < entries->node_count; i++) {
        const struct entry_node *from = &entries->nodes[i];
        tree->merged[i] = merge_node(tree, from);
        if (tree->merged[i] != NO_NODE)
            count_node(tree->profile, tree->merged[i], from);
    }
}

/* ---- What tells nothing ---- */

/* How often a function was called by nobody that is profiled, as far as calls tell. */
static uint64_t *count_others(const struct profile *p)
{
    uint64_t *others = memory_zeroed(p->function_count, sizeof *others);

    for (size_t i = 0; i < p->call_count; i++)
        count_add(&others[p->calls[i].callee - p->functions], p->calls[i].count);
    for (size_t f = 0; f < p->function_count; f++)
        others[f] =
            p->functions[f].calls > others[f] ? p->functions[f].calls - others[f] : 0;
    return others;
}

/* How many calls of each, behind the calls of each function by nobody. */
static uint64_t *count_recorded(const struct profile *p)
{
    uint64_t *sums = memory_zeroed(p->call_count + p->function_count, sizeof *sums);

    for (size_t i = 0; i < p->node_count; i++) {
        const struct node *node = &p->nodes[i];
        count_add(node->call
                      ? &sums[node->call - p->calls]
                      : &sums[p->call_count + (size_t)(node->function - p->functions)],
                  node->calls);
    }
    return sums;
}

struct doubts {
    uint64_t *recorded;
    uint64_t *others;
    size_t *moved; /* by node: where it is now; NO_NODE: it is left out */
};

static bool is_sure(const struct profile *p, const struct doubts *doubts,
                    const struct node *node)
{
    const size_t function = (size_t)(node->function - p->functions);

    if (node->parent == NO_NODE)
        return doubts->recorded[p->call_count + function] <= doubts->others[function];
    return doubts->moved[node->parent] != NO_NODE &&
           doubts->moved[node->home] != NO_NODE &&
           doubts->recorded[node->call - p->calls] <= node->call->count;
}

static void leave_out_doubtful(struct profile *p)
{
    struct doubts doubts = {.recorded = count_recorded(p),
                            .others = count_others(p),
                            .moved = memory_zeroed(p->node_count, sizeof *doubts.moved)};
    size_t kept = 0;

    for (size_t i = 0; i < p->node_count; i++) {
        struct node node = p->nodes[i];
        doubts.moved[i] = kept; /* where it is its own home */
        if (!is_sure(p, &doubts, &node)) {
            doubts.moved[i] = NO_NODE;
            continue;
        }
        node.parent = node.parent == NO_NODE ? NO_NODE : doubts.moved[node.parent];
        node.home = doubts.moved[node.home];
        p->nodes[kept++] = node;
    }
    p->node_count = kept;
    free(doubts.recorded);
    free(doubts.others);
    free(doubts.moved);
}

void entries_merge_nodes(const struct entries *entries, struct profile *profile,
                         const size_t *places)
{
    struct tree tree = {.entries = entries,
                        .profile = profile,
                        .places = places,
                        .merged = memory_zeroed(entries->node_count, sizeof(size_t)),
                        .slot_count = 2};

    while (tree.slot_count < 2 * entries->node_count)
        tree.slot_count *= 2;
    tree.slots = memory_zeroed(tree.slot_count, sizeof *tree.slots);
    for (size_t i = 0; i < tree.slot_count; i++)
        tree.slots[i] = NO_NODE;
    profile->nodes = memory_zeroed(entries->node_count, sizeof *profile->nodes);
    merge_nodes(&tree);
    if (entries->has_light)
        leave_out_doubtful(profile);
    free(tree.merged);
    free(tree.slots);
}
