/* SPDX-License-Identifier: MIT */
#include "analysis/jobs.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Both are known, and not the same. */
static bool differ(uint64_t a, uint64_t b)
{
    return a && b && a != b;
}

static bool is_other_job(const struct input *a, const struct input *b)
{
    return (*a->job && *b->job && strcmp(a->job, b->job)) ||
           differ(a->job_start_ns, b->job_start_ns) || differ(a->job_size, b->job_size);
}

static bool ran_together(const struct input *a, const struct input *b)
{
    return a->start_ns <= b->start_ns + b->wall_ns &&
           b->start_ns <= a->start_ns + a->wall_ns;
}

/* A job has each of its ranks once, but a rank may have several processes. */
static bool is_twice(const struct input *a, const struct input *b)
{
    return a->rank == b->rank && !(*a->job && *b->job && ran_together(a, b));
}

static char *job_text(const struct input *input)
{
    if (*input->job)
        return memory_format("the job %s", input->job);
    if (input->job_size)
        return memory_format("a job of %" PRIu32 " ranks", input->job_size);
    return memory_format("another job");
}

static char *explain_jobs(const struct input *one, const struct input *other)
{
    char *its = job_text(other);
    char *first = job_text(one);
    char *text = memory_format("rank %d is of %s, rank %d of %s: ranks of several jobs "
                               "are added together",
                               (int)other->rank, its, (int)one->rank, first);

    free(its);
    free(first);
    return text;
}

static char *explain_twice(const struct input *one, const struct input *other)
{
    if (!strcmp(one->path, other->path))
        return memory_format("rank %d is in it twice: ranks of several jobs are added "
                             "together",
                             (int)one->rank);
    return memory_format("rank %d is in %s as well: ranks of several jobs are added "
                         "together",
                         (int)other->rank, one->path);
}

/* Of the job that all are of: ranks that are not there.  One rank alone is what was asked
   for. */
static char *explain_missing(const struct input *inputs, size_t count)
{
    const uint32_t size = count ? inputs[0].job_size : 0;
    uint32_t there = count != 0;

    for (size_t i = 1; i < count; i++) {
        there += inputs[i].rank != inputs[i - 1].rank;
        if (inputs[i].job_size != size)
            return NULL;
    }
    if (there < 2 || there >= size)
        return NULL;
    return memory_format("%" PRIu32 " of the job's %" PRIu32 " ranks are not here",
                         size - there, size);
}

char *jobs_explain(const struct input *inputs, size_t count, const char **about)
{
    *about = NULL;
    while (count && inputs->rank < 0) { /* these come first */
        inputs++;
        count--;
    }
    for (size_t i = 1; i < count; i++) {
        *about = inputs[i].path;
        if (is_other_job(&inputs[0], &inputs[i]))
            return explain_jobs(&inputs[0], &inputs[i]);
        if (is_twice(&inputs[i - 1], &inputs[i]))
            return explain_twice(&inputs[i - 1], &inputs[i]);
    }
    *about = NULL;
    return explain_missing(inputs, count);
}
