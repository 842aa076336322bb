/* SPDX-License-Identifier: MIT */
/* How unevenly ranks or threads share something. */
#ifndef SPREAD_H
#define SPREAD_H

#include "model/profile.h"

/* What of the portions is compared. */
enum portion_measure { PORTION_COUNT, PORTION_TIME, PORTION_SELF };

/* Nanoseconds, or hits or calls. */
struct spread {
    double least;
    double mean;
    double most;
    double lost;      /* most - mean: what all others could have saved if it were even */
    double imbalance; /* percent, 100 (most - mean) / most * n / (n - 1); 0 if n is 1 */
    double others;    /* mean of all but the one that has most; 0 if there are none */
    size_t at;        /* index of the part that has most; the first of equal ones */
    size_t count;     /* of the parts that are compared */
};

/* Of one portion; NOT_KNOWN where the part is not compared. */
uint64_t portion_value(const struct portion *portion, enum portion_measure measure);

/* False if there are no portions. */
bool spread_make(struct spread *spread, const struct portions *portions,
                 enum portion_measure measure);

/* The same of plain numbers. */
bool spread_of_values(struct spread *spread, const double *values, size_t count);

/* Pearson's correlation of two lines of a function over the parts; 0 where one is the
   same in all of them, or fewer than three are compared. */
double portions_correlation(const struct portions *a, const struct portions *b,
                            enum portion_measure measure);

#endif
