/* SPDX-License-Identifier: MIT */
#include "profile_flow.h"

#include <math.h>

static double sum_of(const struct flow_line *lines, size_t count,
                     double (*part)(const struct flow_line *line))
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += part(&lines[i]);
    return sum;
}

static double sure_of(const struct flow_line *line)
{
    return line->sure;
}

static double more_likely(const struct flow_line *line)
{
    return line->likely - line->sure;
}

static double more_possible(const struct flow_line *line)
{
    return line->possible;
}

static double weight_of(const struct flow_line *line)
{
    return line->weight;
}

/* Add up to `most` in proportion to a part of each; returns how much. */
static double add_in_proportion(struct flow_line *lines, size_t count, double most,
                                double (*part)(const struct flow_line *line))
{
    const double sum = sum_of(lines, count, part);

    if (!(sum > 0) || !(most > 0))
        return 0;
    for (size_t i = 0; i < count; i++)
        lines[i].total += most * (part(&lines[i]) / sum);
    return most;
}

double flow_fill(struct flow_line *lines, size_t count, double whole)
{
    double (*const parts[])(const struct flow_line *) = {sure_of, more_likely,
                                                         more_possible};
    double left = whole;

    for (size_t i = 0; i < count; i++)
        lines[i].total = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        left -= add_in_proportion(lines, count,
                                  fmin(left, sum_of(lines, count, parts[i])), parts[i]);
    left -= add_in_proportion(lines, count, left, weight_of);
    return whole - fmax(left, 0);
}
