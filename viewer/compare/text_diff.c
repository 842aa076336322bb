/* SPDX-License-Identifier: MIT */
/* Myers' greedy algorithm: how far one gets on each diagonal with d differences. */
#include "compare/text_diff.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Memory grows with the square of it. */
#define MOST_DIFFERENCES 3000

/* What is between the equal beginnings and ends. */
struct middle {
    const struct text_diff *diff;
    size_t start;   /* elements equal at the beginning */
    long old_count; /* of the rest */
    long new_count;
    long **furthest; /* [d][k + d]: old elements consumed on diagonal k; k = old - new */
    long depth;      /* arrays in `furthest` */
};

static bool is_same(const struct middle *m, long a, long b)
{
    return m->diff->is_same(m->diff->arg, m->start + (size_t)a, m->start + (size_t)b);
}

/* Whether the best way to a diagonal with d differences came from the one below it, by an
   insertion; otherwise it came from above, by a removal. */
static bool comes_by_insertion(const struct middle *m, long d, long k)
{
    const long *before = m->furthest[d - 1] + (d - 1);
    return k == -d || (k != d && before[k - 1] < before[k + 1]);
}

static long start_of_run(const struct middle *m, long d, long k)
{
    if (d == 0)
        return 0;
    const long *before = m->furthest[d - 1] + (d - 1);
    return comes_by_insertion(m, d, k) ? before[k + 1] : before[k - 1] + 1;
}

/* Fill in the row of d differences; true when the end is reached. */
static bool advance(struct middle *m, long d)
{
    long *row = memory_zeroed((size_t)(2 * d + 1), sizeof *row);
    bool is_done = false;

    m->furthest[d] = row;
    m->depth = d + 1;
    for (long k = -d; k <= d; k += 2) {
        long a = start_of_run(m, d, k);
        while (a < m->old_count && a - k < m->new_count && a - k >= 0 &&
               is_same(m, a, a - k))
            a++;
        row[k + d] = a;
        is_done |= k == m->old_count - m->new_count && a >= m->old_count;
    }
    return is_done;
}

/* Back from the end, noting the elements that were the same. */
static void trace(const struct middle *m, long d, size_t *partners)
{
    long a = m->old_count;
    long b = m->new_count;

    for (; d >= 0; d--) {
        const long k = a - b;
        const long start = start_of_run(m, d, k);
        for (; a > start; a--, b--)
            partners[m->start + (size_t)(b - 1)] = m->start + (size_t)(a - 1);
        if (d == 0)
            return;
        if (comes_by_insertion(m, d, k))
            b--;
        else
            a--;
    }
}

static void match_middle(struct middle *m, size_t *partners)
{
    const long most = m->old_count + m->new_count;
    const long limit = most < MOST_DIFFERENCES ? most : MOST_DIFFERENCES;

    m->furthest = memory_zeroed((size_t)limit + 1, sizeof *m->furthest);
    for (long d = 0; d <= limit; d++) {
        if (advance(m, d)) {
            trace(m, d, partners);
            break;
        }
    }
    for (long d = 0; d < m->depth; d++)
        free(m->furthest[d]);
    free(m->furthest);
}

size_t *text_diff_partners(const struct text_diff *diff)
{
    size_t *partners = memory_zeroed(diff->new_count, sizeof *partners);
    size_t old_end = diff->old_count;
    size_t new_end = diff->new_count;
    size_t start = 0;

    memset(partners, 0xff, diff->new_count * sizeof *partners);
    while (start < old_end && start < new_end && diff->is_same(diff->arg, start, start)) {
        partners[start] = start;
        start++;
    }
    while (old_end > start && new_end > start &&
           diff->is_same(diff->arg, old_end - 1, new_end - 1))
        partners[--new_end] = --old_end;
    struct middle middle = {
        .diff = diff,
        .start = start,
        .old_count = (long)(old_end - start),
        .new_count = (long)(new_end - start),
    };
    match_middle(&middle, partners);
    return partners;
}
