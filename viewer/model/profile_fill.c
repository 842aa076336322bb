/* SPDX-License-Identifier: MIT */
#include "model/flow/profile_flow.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

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

/* Nobody knows an estimate better than that, in parts of it. */
static const double best_known = 0.01;

static double bias_of(const struct flow_part *part)
{
    return part->more > 0 ? fmax(part->bias, best_known * part->more) : 0;
}

/* With the sum of parts whose biases are `bias` together. */
static double covariance(const struct flow_part *part, double bias)
{
    return part->more > 0 ? part->variance + bias_of(part) * bias : 0;
}

/* Of the parts of which something is left. */
struct left_parts {
    double bias;
    double rate; /* how much of the excess comes to a unit of covariance */
};

static struct left_parts look_at(const struct flow_part *parts, size_t count,
                                 double excess)
{
    struct left_parts left = {0};
    double variance = 0;

    for (size_t i = 0; i < count; i++)
        left.bias += bias_of(&parts[i]);
    for (size_t i = 0; i < count; i++)
        variance += covariance(&parts[i], left.bias);
    left.rate = variance > 0 ? excess / variance : 0;
    return left;
}

void flow_take_excess(struct flow_part *parts, size_t count, double excess)
{
    struct left_parts left = {0};
    bool changed = true;

    while (changed && excess > 0) {
        changed = false;
        left = look_at(parts, count, excess);
        for (size_t i = 0; i < count; i++) {
            if (parts[i].more > 0 &&
                parts[i].more <= left.rate * covariance(&parts[i], left.bias)) {
                excess -= parts[i].more;
                parts[i].more = 0;
                changed = true;
            }
        }
    }
    for (size_t i = 0; i < count && excess > 0; i++)
        parts[i].more =
            fmax(parts[i].more - left.rate * covariance(&parts[i], left.bias), 0);
}

/* What more is likely, up to `most`; returns how much that was. */
static double add_likely(struct flow_line *lines, size_t count, double most)
{
    struct flow_part *parts = memory_zeroed(count, sizeof *parts);
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        parts[i] = (struct flow_part){
            .more = lines[i].likely - lines[i].sure,
            .variance = lines[i].variance,
            .bias = lines[i].bias,
        };
        sum += parts[i].more;
    }
    flow_take_excess(parts, count, sum - fmax(most, 0));
    for (size_t i = 0; i < count; i++)
        lines[i].total += parts[i].more;
    free(parts);
    return fmin(sum, fmax(most, 0));
}

double flow_fill(struct flow_line *lines, size_t count, double whole)
{
    double left = whole;

    for (size_t i = 0; i < count; i++)
        lines[i].total = 0;
    left -= add_in_proportion(lines, count, fmin(left, sum_of(lines, count, sure_of)),
                              sure_of);
    left -= add_likely(lines, count, left);
    left -= add_in_proportion(
        lines, count, fmin(left, sum_of(lines, count, more_possible)), more_possible);
    left -= add_in_proportion(lines, count, left, weight_of);
    return whole - fmax(left, 0);
}
