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

static void add_call(struct build *b, struct entries *entries, const struct call *call)
{
    const struct context *list = b->contexts->list;

    for (size_t at = b->contexts->first[index_of(b, call->caller)]; at != NO_CONTEXT;
         at = list[at].next)
        add_entry(entries, (struct entry){call, at, index_of(b, call->callee),
                                          (double)call->total_ns * part(list[at].time),
                                          (double)call->count * part(list[at].count)});
}

static double left_of(uint64_t whole, uint64_t taken)
{
    return whole > taken ? (double)(whole - taken) : 0;
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
    const double others = left_of(f->calls, count);
    if (others > 0)
        add_entry(entries, (struct entry){NULL, NO_CONTEXT, function,
                                          left_of(f->total_ns, time), others});
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

/* What is too small, or too much, enters with nobody. */
static void join_small(const struct build *b, struct entries *entries, size_t members)
{
    const size_t most = MOST_OF_GROUP / members + 1;
    struct entry rest = {.parent = NO_CONTEXT};
    size_t kept = 0;

    if (entries->count)
        qsort(entries->list, entries->count, sizeof *entries->list, by_weight);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry entry = entries->list[i];
        if (entries->count == 1 || (i < most && b->contexts->count + i < MOST_CONTEXTS &&
                                    !is_small(b, &entry))) {
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

/* The group's functions that are shown, from where it is entered on, nearest first. */
static void enter_group(struct build *b, const struct entry *entry, struct share time,
                        struct share count)
{
    const struct profile *p = b->profile;
    const size_t first = add_context(
        b, (struct context){entry->function, entry->call, entry->parent, time, count, 0});

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
                add_context(b, (struct context){to, call, at, time, count, 0});
        }
    }
}

static struct share next_share(double *begin, double part, double whole, bool is_last)
{
    const struct share share = {*begin, is_last ? 1 : *begin + part / whole};

    *begin = share.end;
    return share;
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

static struct entry sum_of(const struct entries *entries)
{
    struct entry sum = {0};

    for (size_t i = 0; i < entries->count; i++) {
        sum.time += entries->list[i].time;
        sum.count += entries->list[i].count;
    }
    return sum;
}

static void add_group(struct build *b, const size_t *members, size_t member_count)
{
    struct entries entries = {0};
    double time = 0, count = 0;

    for (size_t i = 0; i < member_count; i++) {
        if (b->profile->functions[members[i]].shown)
            add_entries(b, &entries, members[i]);
    }
    const size_t first = first_shown(b, members, member_count);
    if (!entries.count && first != SIZE_MAX)
        add_entry(&entries, (struct entry){NULL, NO_CONTEXT, first, 0, 1});
    join_small(b, &entries, member_count);
    const struct entry sum = sum_of(&entries);
    for (size_t i = 0; i < entries.count; i++) {
        const struct entry *entry = &entries.list[i];
        const bool is_last = i + 1 == entries.count;
        const struct share of_count =
            next_share(&count, entry->count, sum.count, is_last);
        const struct share of_time =
            sum.time > 0 ? next_share(&time, entry->time, sum.time, is_last) : of_count;
        enter_group(b, entry, of_time, of_count);
    }
    /* Who is in no context yet was called by nobody, or only by who is not shown. */
    for (size_t i = 0; i < member_count; i++) {
        if (b->profile->functions[members[i]].shown &&
            b->contexts->first[members[i]] == NO_CONTEXT)
            add_context(b, (struct context){
                               members[i], NULL, NO_CONTEXT, {0, 1},
                                  {0, 1},
                                  0
            });
    }
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

/* Some have lost their last share to rounding, or to a group that did not lead to them.
 */
static void complete_shares(struct contexts *contexts, size_t function)
{
    double time = 0, count = 0;

    for (size_t at = contexts->first[function]; at != NO_CONTEXT;
         at = contexts->list[at].next) {
        struct context *context = &contexts->list[at];
        context->time.begin = time;
        context->count.begin = count;
        if (context->next == NO_CONTEXT)
            context->time.end = context->count.end = 1;
        time = context->time.end;
        count = context->count.end;
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
    add_groups(&b);
    for (size_t i = 0; i < count; i++)
        complete_shares(contexts, i);
    free(b.groups);
    free(b.order);
    free(b.into);
    free(b.first_into);
    free(b.first_from);
    free(b.last);
    free(b.reached);
}

void contexts_release(struct contexts *contexts)
{
    free(contexts->list);
    free(contexts->first);
    *contexts = (struct contexts){0};
}
