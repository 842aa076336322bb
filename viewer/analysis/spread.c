/* SPDX-License-Identifier: MIT */
#include "analysis/spread.h"

#include <math.h>

/* Fewer always lie on a line. */
#define LEAST_CORRELATED 3

uint64_t portion_value(const struct portion *portion, enum portion_measure measure)
{
    const uint64_t values[] = {
        [PORTION_COUNT] = portion->count,
        [PORTION_TIME] = portion->time_ns,
        [PORTION_SELF] = portion->self_ns,
    };

    return portion->count == NOT_KNOWN ? NOT_KNOWN : values[measure];
}

static void take(struct spread *spread, double value, size_t index)
{
    if (!spread->count || value < spread->least)
        spread->least = value;
    if (!spread->count || value > spread->most) {
        spread->most = value;
        spread->at = index;
    }
    spread->mean += value; /* the sum, until all are there */
    spread->count++;
}

static bool finish(struct spread *spread)
{
    const double n = (double)spread->count;
    const double sum = spread->mean;

    if (!spread->count)
        return false;
    spread->mean = sum / n;
    if (spread->count == 1)
        return true;
    spread->others = (sum - spread->most) / (n - 1);
    spread->lost = fmax(spread->most - spread->mean, 0);
    if (spread->most > 0)
        spread->imbalance = 100 * spread->lost / spread->most * n / (n - 1);
    return true;
}

bool spread_make(struct spread *spread, const struct portions *portions,
                 enum portion_measure measure)
{
    *spread = (struct spread){0};
    for (size_t i = 0; portions && i < portions->count; i++) {
        const uint64_t value = portion_value(&portions->of[i], measure);
        if (value != NOT_KNOWN)
            take(spread, (double)value, i);
    }
    return finish(spread);
}

bool spread_of_values(struct spread *spread, const double *values, size_t count)
{
    *spread = (struct spread){0};
    for (size_t i = 0; i < count; i++)
        take(spread, values[i], i);
    return finish(spread);
}

double portions_correlation(const struct portions *a, const struct portions *b,
                            enum portion_measure measure)
{
    struct spread x, y;
    double products = 0, x_squares = 0, y_squares = 0;

    if (!spread_make(&x, a, measure) || !spread_make(&y, b, measure) ||
        x.count < LEAST_CORRELATED)
        return 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint64_t of_a = portion_value(&a->of[i], measure);
        const uint64_t of_b = portion_value(&b->of[i], measure);
        if (of_a == NOT_KNOWN || of_b == NOT_KNOWN)
            continue;
        const double off_x = (double)of_a - x.mean;
        const double off_y = (double)of_b - y.mean;
        products += off_x * off_y;
        x_squares += off_x * off_x;
        y_squares += off_y * off_y;
    }
    const double scale = sqrt(x_squares) * sqrt(y_squares);
    return scale > 0 ? products / scale : 0;
}
