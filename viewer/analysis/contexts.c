/* SPDX-License-Identifier: MIT */
#include "analysis/contexts.h"

#include "base/call_groups.h"
#include "base/memory.h"
#include "base/saturate.h"

#include <stdlib.h>

enum {
    MOST_CONTEXTS = 1 << 16, /* with more than one for some function */
    MOST_OF_GROUP = 256,     /* of one function, or of those in a circle together */
    LEAST_PART = 10000,      /* of the whole profile: what is less is not told apart */
};

/* A way into a group: a call from a context outside, or from nobody that is shown. */
struct entry {
    const struct call *call;
    size_t parent;
    size_t function;
    double time;
    double count;
    size_t node; /* NO_NODE: not recorded */
};

struct entries {
    struct entry *list;
    size_t count;
    size_t room;
};

struct build {
    const struct profile *profile;
    struct contexts *contexts;
    size_t *groups;
    size_t *order;            /* of functions, callees first */
    const struct call **into; /* calls by callee */
    size_t *first_into;       /* by callee, into those; one more than functions */
    size_t *first_from;       /* by caller, into the profile's calls; the same */
    size_t *last;             /* context, by function */
    size_t *reached;          /* by function: its context from the entry at work */
    double whole;             /* what LEAST_PART is of */
    bool has_times;
    struct node_state *nodes; /* as the profile's */
    size_t *first_node;       /* by call, behind these by function that nobody called */
};

/* A node, and how it is found: of one call, or below one parent, as linked lists. */
struct node_state {
    double time;    /* with all that it called, ns */
    double count;   /* calls, with those that lead back to it */
    size_t context; /* NO_CONTEXT */
    size_t next_of_call;
    size_t first_child;
    size_t next_child;
};

static size_t index_of(const struct build *b, const struct function *f)
{
    return (size_t)(f - b->profile->functions);
}

static uint64_t up_to(double end, uint64_t quantity)
{
    return end >= 1 ? quantity
                    : (uint64_t)((long double)quantity * (long double)end + 0.5L);
}

uint64_t share_of(struct share share, uint64_t quantity)
{
    const uint64_t begin = up_to(share.begin, quantity), end = up_to(share.end, quantity);

    return end > begin ? end - begin : 0;
}

/* ---- Who calls whom ---- */

static void find_groups(struct build *b)
{
    const size_t count = b->profile->call_count;
    struct graph_edge *edges = memory_zeroed(count, sizeof *edges);

    for (size_t i = 0; i < count; i++)
        edges[i] = (struct graph_edge){index_of(b, b->profile->calls[i].caller),
                                       index_of(b, b->profile->calls[i].callee)};
    graph_find_groups(edges, count, b->profile->function_count, b->groups, b->order);
    free(edges);
}

static void list_calls(struct build *b)
{
    const struct profile *p = b->profile;
    size_t *next = memory_zeroed(p->function_count, sizeof *next);

    for (size_t i = 0; i < p->call_count; i++) {
        b->first_into[index_of(b, p->calls[i].callee) + 1]++;
        b->first_from[index_of(b, p->calls[i].caller) + 1]++;
    }
    for (size_t f = 0; f < p->function_count; f++) {
        next[f] = b->first_into[f];
        b->first_into[f + 1] += b->first_into[f];
        b->first_from[f + 1] += b->first_from[f];
    }
    for (size_t i = 0; i < p->call_count; i++)
        b->into[next[index_of(b, p->calls[i].callee)]++] = &p->calls[i];
    free(next);
}

/* ---- Nodes ---- */

static size_t function_of_node(const struct build *b, size_t node)
{
    return index_of(b, b->profile->nodes[node].function);
}

/* The head of the list that a node is in. */
static size_t *list_of_node(struct build *b, const struct node *node)
{
    return node->call
               ? &b->first_node[node->call - b->profile->calls]
               : &b->first_node[b->profile->call_count + index_of(b, node->function)];
}

/* Children come behind their parents. */
static void add_up_nodes(struct build *b)
{
    for (size_t i = b->profile->node_count; i-- > 0;) {
        const struct node *node = &b->profile->nodes[i];
        struct node_state *state = &b->nodes[i];
        b->nodes[node->home].count += (double)node->calls;
        if (node->home != i)
            continue;
        state->time += (double)node->self_ns;
        if (node->parent != NO_NODE)
            b->nodes[node->parent].time += state->time;
    }
}

static void list_nodes(struct build *b)
{
    const struct profile *p = b->profile;
    const size_t lists = p->call_count + p->function_count;

    b->nodes = memory_zeroed(p->node_count, sizeof *b->nodes);
    b->first_node = memory_zeroed(lists, sizeof *b->first_node);
    for (size_t i = 0; i < lists; i++)
        b->first_node[i] = NO_NODE;
    for (size_t i = 0; i < p->node_count; i++)
        b->nodes[i].context = b->nodes[i].first_child = NO_NODE;
    for (size_t i = p->node_count; i-- > 0;) {
        const struct node *node = &p->nodes[i];
        size_t *list = list_of_node(b, node);
        if (node->home != i) /* no context of its own */
            continue;
        b->nodes[i].next_of_call = *list;
        *list = i;
        if (node->parent == NO_NODE)
            continue;
        b->nodes[i].next_child = b->nodes[node->parent].first_child;
        b->nodes[node->parent].first_child = i;
    }
    add_up_nodes(b);
}

/* ---- Ways into a group ---- */

static void add_entry(struct entries *entries, struct entry entry)
{
    if (entries->count == entries->room)
        entries->list = memory_grown(entries->list, entries->room, &entries->room,
                                     sizeof *entries->list);
    entries->list[entries->count++] = entry;
}

static double part(struct share share)
{
    return share.end - share.begin;
}

static double left_of(double whole, double taken)
{
    return whole > taken ? whole - taken : 0;
}

/* What was recorded of a call, by whom from where; returns what there is left. */
static struct entry add_recorded(struct build *b, struct entries *entries,
                                 struct entry whole, size_t first)
{
    for (size_t n = first; n != NO_NODE; n = b->nodes[n].next_of_call) {
        const size_t caller = b->profile->nodes[n].parent;
        const size_t parent = caller == NO_NODE ? NO_CONTEXT : b->nodes[caller].context;
        if (caller != NO_NODE && parent == NO_CONTEXT)
            continue;
        const struct node *node = &b->profile->nodes[n];
        add_entry(entries, (struct entry){node->call, parent, function_of_node(b, n),
                                          b->nodes[n].time, (double)node->calls, n});
        whole.time = left_of(whole.time, b->nodes[n].time);
        whole.count = left_of(whole.count, (double)node->calls);
    }
    return whole;
}

/* All else is shared out among the caller's contexts. */
static void add_call(struct build *b, struct entries *entries, const struct call *call)
{
    const struct context *list = b->contexts->list;
    const size_t caller = index_of(b, call->caller);
    const struct entry left = add_recorded(
        b, entries,
        (struct entry){.time = (double)call->total_ns, .count = (double)call->count},
        b->first_node[call - b->profile->calls]);

    if (!(left.count > 0))
        return;
    for (size_t at = b->contexts->first[caller]; at != NO_CONTEXT; at = list[at].next)
        add_entry(entries, (struct entry){call, at, index_of(b, call->callee),
                                          left.time * part(list[at].time),
                                          left.count * part(list[at].count), NO_NODE});
}

/* No call of a function was timed: its time goes by their number. */
static void take_times_from_counts(struct entries *entries, size_t first, double time)
{
    double count = 0;

    for (size_t i = first; i < entries->count; i++)
        count += entries->list[i].count;
    for (size_t i = first; i < entries->count && count > 0; i++)
        entries->list[i].time = time * entries->list[i].count / count;
}

/* Calls of one function, from outside of its group and by nobody that is shown. */
static void add_entries(struct build *b, struct entries *entries, size_t function)
{
    const struct function *f = &b->profile->functions[function];
    const size_t first = entries->count;
    const size_t called_by_nobody = b->profile->call_count + function;
    uint64_t count = 0, time = 0;

    for (size_t i = b->first_into[function]; i < b->first_into[function + 1]; i++) {
        const struct call *call = b->into[i];
        const bool is_inside =
            b->groups[index_of(b, call->caller)] == b->groups[function];
        if (!call->caller->shown && !is_inside)
            continue;
        count_add(&count, call->count);
        if (is_inside)
            continue;
        count_add(&time, call->total_ns);
        add_call(b, entries, call);
    }
    const struct entry others =
        add_recorded(b, entries,
                     (struct entry){.time = left_of((double)f->total_ns, (double)time),
                                    .count = left_of((double)f->calls, (double)count)},
                     b->first_node[called_by_nobody]);
    if (others.count > 0)
        add_entry(entries, (struct entry){NULL, NO_CONTEXT, function, others.time,
                                          others.count, NO_NODE});
    if (!time)
        take_times_from_counts(entries, first, (double)f->total_ns);
}

static double weight_of(const struct entry *entry)
{
    return entry->time + entry->count * 1e-9; /* by count where no time tells */
}

static int by_weight(const void *a, const void *b)
{
    const double x = weight_of(a), y = weight_of(b);
    return (x < y) - (x > y);
}

static bool is_small(const struct build *b, const struct entry *entry)
{
    return (b->has_times ? entry->time : entry->count) * LEAST_PART < b->whole;
}

static bool is_kept(const struct build *b, const struct entry *entry, size_t number,
                    size_t most)
{
    return b->contexts->count + number < MOST_CONTEXTS &&
           (entry->node != NO_NODE || (number < most && !is_small(b, entry)));
}

/* What was not recorded and is too small, or too much, enters with nobody. */
static void join_small(const struct build *b, struct entries *entries, size_t members)
{
    const size_t most = MOST_OF_GROUP / members + 1;
    struct entry rest = {.parent = NO_CONTEXT, .node = NO_NODE};
    size_t kept = 0;

    if (entries->count)
        qsort(entries->list, entries->count, sizeof *entries->list, by_weight);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry entry = entries->list[i];
        if (entries->count == 1 || is_kept(b, &entry, i, most)) {
            entries->list[kept++] = entry;
            continue;
        }
        if (kept == i)
            rest.function = entry.function;
        rest.time += entry.time;
        rest.count += entry.count;
    }
    if (kept < entries->count)
        entries->list[kept++] = rest;
    entries->count = kept;
}

/* ---- Contexts ---- */

static size_t add_context(struct build *b, struct context context)
{
    struct contexts *contexts = b->contexts;
    const size_t f = context.function, at = contexts->count;

    if (at == contexts->room)
        contexts->list = memory_grown(contexts->list, contexts->room, &contexts->room,
                                      sizeof *contexts->list);
    context.next = NO_CONTEXT;
    if (contexts->first[f] == NO_CONTEXT)
        contexts->first[f] = at;
    else
        contexts->list[b->last[f]].next = at;
    b->last[f] = at;
    contexts->list[contexts->count++] = context;
    return at;
}

/* Until a function's shares are settled, they are weights, as `end`: of its nodes, what
   they took and how often; of its other contexts, which part of these they are. */
static struct share weight(double weight)
{
    return (struct share){.end = weight};
}

static size_t add_node(struct build *b, size_t node, size_t parent)
{
    const struct node *n = &b->profile->nodes[node];

    b->nodes[node].context =
        add_context(b, (struct context){.function = function_of_node(b, node),
                                        .call = parent == NO_CONTEXT ? NULL : n->call,
                                        .parent = parent,
                                        .time = weight((double)n->self_ns),
                                        .count = weight(b->nodes[node].count),
                                        .node = node});
    return b->nodes[node].context;
}

/* What was recorded of the group's functions that are shown, from there on. */
static void enter_node(struct build *b, const struct entry *entry)
{
    const size_t group = b->groups[entry->function];
    size_t at = add_node(b, entry->node, entry->parent);

    for (; at < b->contexts->count; at++) {
        size_t child = b->nodes[b->contexts->list[at].node].first_child;
        for (; child != NO_NODE; child = b->nodes[child].next_child) {
            const size_t function = function_of_node(b, child);
            if (b->groups[function] == group && b->profile->functions[function].shown)
                (void)add_node(b, child, at);
        }
    }
}

/* The group's functions that are shown, from where it is entered on, nearest first. */
static void enter_group(struct build *b, const struct entry *entry, struct share time,
                        struct share count)
{
    const struct profile *p = b->profile;
    const size_t first =
        add_context(b, (struct context){entry->function, entry->call, entry->parent, time,
                                        count, NO_NODE, 0});

    b->reached[entry->function] = first;
    for (size_t at = first; at < b->contexts->count; at++) {
        const size_t from = b->contexts->list[at].function;
        for (size_t i = b->first_from[from]; i < b->first_from[from + 1]; i++) {
            const struct call *call = &p->calls[i];
            const size_t to = index_of(b, call->callee);
            if (b->groups[to] != b->groups[from] || !call->callee->shown ||
                (b->reached[to] != NO_CONTEXT && b->reached[to] >= first))
                continue;
            b->reached[to] =
                add_context(b, (struct context){to, call, at, time, count, NO_NODE, 0});
        }
    }
}

/* Who stands for a circle that nobody else is known to have entered; SIZE_MAX: none is
   shown. */
static size_t first_shown(const struct build *b, const size_t *members, size_t count)
{
    size_t first = SIZE_MAX;

    for (size_t i = 0; i < count; i++) {
        if (b->profile->functions[members[i]].shown && members[i] < first)
            first = members[i];
    }
    return first;
}

/* Of the ways that were recorded, or of the others. */
static struct entry sum_of(const struct entries *entries, bool recorded)
{
    struct entry sum = {0};

    for (size_t i = 0; i < entries->count; i++) {
        if ((entries->list[i].node != NO_NODE) != recorded)
            continue;
        sum.time += entries->list[i].time;
        sum.count += entries->list[i].count;
    }
    return sum;
}

static double part_of(double part, double rest)
{
    return part + rest > 0 ? part / (part + rest) : 0;
}

static void enter(struct build *b, const struct entries *entries)
{
    const struct entry sum = sum_of(entries, false);

    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->list[i];
        const struct share of_count =
            weight(part_of(entry->count, sum.count - entry->count));
        const struct share of_time =
            sum.time > 0 ? weight(entry->time / sum.time) : of_count;
        if (entry->node != NO_NODE)
            enter_node(b, entry);
        else
            enter_group(b, entry, of_time, of_count);
    }
}

/* The part of the group's time that was not recorded. */
static double part_from_calls(const struct entries *entries)
{
    const struct entry recorded = sum_of(entries, true), rest = sum_of(entries, false);

    return recorded.time + rest.time > 0 ? part_of(rest.time, recorded.time)
                                         : part_of(rest.count, recorded.count);
}

/* ---- Shares ---- */

/* Weights of a function's contexts, added up. */
struct weights {
    double time;
    double count;
    bool is_there; /* there is one */
};

static struct weights weights_of(const struct contexts *contexts, size_t function,
                                 bool recorded)
{
    struct weights sum = {0};

    for (size_t at = contexts->first[function]; at != NO_CONTEXT;
         at = contexts->list[at].next) {
        const struct context *context = &contexts->list[at];
        if ((context->node != NO_NODE) != recorded)
            continue;
        sum.time += context->time.end;
        sum.count += context->count.end;
        sum.is_there = true;
    }
    return sum;
}

/* Where no weight tells, the last one gets all. */
static double next_end(double begin, double weight, double sum, double whole)
{
    return sum > 0 ? begin + weight / sum * whole : begin;
}

/* Nodes have the calls that were recorded, and the time that is not `from_calls`; the
   other contexts have the rest. */
static void settle(struct build *b, size_t function, double from_calls)
{
    struct contexts *contexts = b->contexts;
    const struct weights nodes = weights_of(contexts, function, true);
    const struct weights rest = weights_of(contexts, function, false);
    const double calls = (double)b->profile->functions[function].calls;
    const double rest_count =
        nodes.is_there ? part_of(left_of(calls, nodes.count), nodes.count) : 1;
    struct weights of_rest = {.time = nodes.is_there ? from_calls : 1,
                              .count = rest_count};
    double time = 0, count = 0;

    if (!rest.is_there)
        of_rest = (struct weights){0};
    for (size_t at = contexts->first[function]; at != NO_CONTEXT;
         at = contexts->list[at].next) {
        struct context *context = &contexts->list[at];
        const bool is_node = context->node != NO_NODE;
        const struct weights sum = is_node ? nodes : rest;
        const bool by_time = sum.time > 0;
        const double time_end = next_end(
            time, by_time ? context->time.end : context->count.end,
            by_time ? sum.time : sum.count, is_node ? 1 - of_rest.time : of_rest.time);
        const double count_end = next_end(count, context->count.end, sum.count,
                                          is_node ? 1 - of_rest.count : of_rest.count);
        const bool is_last = context->next == NO_CONTEXT;
        context->time = (struct share){time, is_last ? 1 : time_end};
        context->count = (struct share){count, is_last ? 1 : count_end};
        time = context->time.end;
        count = context->count.end;
    }
}

static void add_group(struct build *b, const size_t *members, size_t member_count)
{
    struct entries entries = {0};

    for (size_t i = 0; i < member_count; i++) {
        if (b->profile->functions[members[i]].shown)
            add_entries(b, &entries, members[i]);
    }
    const size_t first = first_shown(b, members, member_count);
    if (!entries.count && first != SIZE_MAX)
        add_entry(&entries, (struct entry){NULL, NO_CONTEXT, first, 0, 1, NO_NODE});
    join_small(b, &entries, member_count);
    enter(b, &entries);
    /* Who is in no context yet was called by nobody, or only by who is not shown. */
    for (size_t i = 0; i < member_count; i++) {
        if (b->profile->functions[members[i]].shown &&
            b->contexts->first[members[i]] == NO_CONTEXT)
            add_context(b, (struct context){.function = members[i],
                                            .parent = NO_CONTEXT,
                                            .time = weight(1),
                                            .count = weight(1),
                                            .node = NO_NODE});
    }
    for (size_t i = 0; i < member_count; i++)
        settle(b, members[i], part_from_calls(&entries));
    free(entries.list);
}

static double whole_of(const struct profile *p, bool has_times)
{
    double whole = 0;

    for (size_t i = 0; i < p->function_count; i++) {
        const struct function *f = &p->functions[i];
        if (f->shown)
            whole += (double)(has_times ? f->self_ns : f->calls);
    }
    return whole;
}

static void add_groups(struct build *b)
{
    size_t end = b->profile->function_count;

    while (end) {
        size_t begin = end - 1;
        while (begin && b->groups[b->order[begin - 1]] == b->groups[b->order[end - 1]])
            begin--;
        add_group(b, b->order + begin, end - begin);
        end = begin;
    }
}

void contexts_make(struct contexts *contexts, const struct profile *profile)
{
    const size_t count = profile->function_count;
    struct build b = {
        .profile = profile,
        .contexts = contexts,
        .groups = memory_zeroed(count, sizeof *b.groups),
        .order = memory_zeroed(count, sizeof *b.order),
        .into = memory_zeroed(profile->call_count, sizeof *b.into),
        .first_into = memory_zeroed(count + 1, sizeof *b.first_into),
        .first_from = memory_zeroed(count + 1, sizeof *b.first_from),
        .last = memory_zeroed(count, sizeof *b.last),
        .reached = memory_zeroed(count, sizeof *b.reached),
    };

    *contexts = (struct contexts){.first = memory_zeroed(count, sizeof *contexts->first)};
    for (size_t i = 0; i < count; i++)
        contexts->first[i] = b.reached[i] = NO_CONTEXT;
    b.has_times = profile_has_times(profile);
    b.whole = whole_of(profile, b.has_times);
    find_groups(&b);
    list_calls(&b);
    list_nodes(&b);
    add_groups(&b);
    free(b.groups);
    free(b.order);
    free(b.into);
    free(b.first_into);
    free(b.first_from);
    free(b.last);
    free(b.reached);
    free(b.nodes);
    free(b.first_node);
}

void contexts_release(struct contexts *contexts)
{
    free(contexts->list);
    free(contexts->first);
    *contexts = (struct contexts){0};
}

enum contexts_basis contexts_basis(const struct contexts *contexts,
                                   const struct profile *profile)
{
    size_t recorded = 0, others = 0;

    for (size_t i = 0; i < contexts->count; i++) {
        const struct context *context = &contexts->list[i];
        if (context->node != NO_NODE)
            recorded++;
        else
            others += function_has_run(&profile->functions[context->function]);
    }
    if (!recorded)
        return CONTEXTS_FROM_CALLS;
    return others ? CONTEXTS_MIXED : CONTEXTS_RECORDED;
}

const char *contexts_basis_name(enum contexts_basis basis)
{
    static const char *const names[] = {
        [CONTEXTS_RECORDED] = "recorded",
        [CONTEXTS_FROM_CALLS] = "calls",
        [CONTEXTS_MIXED] = "both",
    };

    return names[basis];
}
