/* SPDX-License-Identifier: MIT */
/* The runs on one side of a comparison, each for itself: how much their times differ. */
#ifndef RUNS_H
#define RUNS_H

#include "model/profile.h"

struct runs {
    struct profile *profiles; /* none: there is one run, or they cannot be told apart */
    size_t count;             /* of them */
};

/* How many runs were added up: files of different ranks are one. */
size_t runs_count(const struct profile *profile);

/* Load each file of a request for itself where it is a run; to be released. */
LPROF_MUST_USE bool runs_load(struct runs *runs, const struct profile_request *request,
                              const struct profile *all, char **error);
void runs_release(struct runs *runs);

/* Variance of a single run's time, in ns^2, of a line, or of the function where that is
   NULL; -1 if there are not two runs. */
double runs_variance(const struct runs *runs, const struct function *function,
                     const struct line *line);

/* The probability that Student's t with so many degrees of freedom is under t. */
double student_probability(double t, unsigned degrees);

#endif
