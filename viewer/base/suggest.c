/* SPDX-License-Identifier: MIT */
#include "base/suggest.h"

#include <string.h>

enum { LONGEST = 31 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* cost[i][j]: of making the first j letters of b out of the first i of a. */
static size_t cost_of(size_t (*cost)[LONGEST + 1], const char *a, const char *b, size_t i,
                      size_t j)
{
    const size_t differs = a[i - 1] != b[j - 1];
    size_t best = least(cost[i - 1][j], cost[i][j - 1]) + 1;

    best = least(best, cost[i - 1][j - 1] + differs);
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = least(best, cost[i - 2][j - 2] + 1);
    return best;
}

size_t suggest_distance(const char *a, const char *b, size_t limit)
{
    const size_t a_length = strlen(a);
    const size_t b_length = strlen(b);
    size_t cost[LONGEST + 1][LONGEST + 1];

    if (a_length > LONGEST || b_length > LONGEST)
        return limit + 1;
    for (size_t i = 0; i <= a_length; i++)
        cost[i][0] = i;
    for (size_t j = 0; j <= b_length; j++)
        cost[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        for (size_t j = 1; j <= b_length; j++)
            cost[i][j] = cost_of(cost, a, b, i, j);
    }
    return least(cost[a_length][b_length], limit + 1);
}
