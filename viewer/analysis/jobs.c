/* SPDX-License-Identifier: MIT */
#include "analysis/jobs.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
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

/* sequel   what follows from it */
static char *explain_jobs(const struct input *one, const struct input *other,
                          const char *sequel)
{
    char *its = job_text(other);
    char *first = job_text(one);
    char *text = memory_format("rank %d is of %s, rank %d of %s: %s", (int)other->rank,
                               its, (int)one->rank, first, sequel);

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
            return explain_jobs(&inputs[0], &inputs[i],
                                "ranks of several jobs are added together");
        if (is_twice(&inputs[i - 1], &inputs[i]))
            return explain_twice(&inputs[i - 1], &inputs[i]);
    }
    *about = NULL;
    return explain_missing(inputs, count);
}

/* ---- Where ranks are compared ---- */

static bool is_same_process(const struct input *a, const struct input *b)
{
    return a->pid == b->pid && a->start_ns == b->start_ns && !strcmp(a->host, b->host);
}

/* A rank may have several processes, each with a file, but no process has two. */
static char *refuse_twice(const struct input *one, const struct input *other)
{
    if (one->rank != other->rank ||
        (!is_twice(one, other) && !is_same_process(one, other)))
        return NULL;
    if (!strcmp(one->path, other->path))
        return memory_format("rank %d is in it twice: the ranks of one job are compared",
                             (int)other->rank);
    return memory_format("rank %d is in %s as well; leave one of them out",
                         (int)other->rank, one->path);
}

static char *refuse_pair(const struct input *one, const struct input *other,
                         const struct input *before)
{
    if (is_other_job(one, other))
        return explain_jobs(one, other, "the ranks of one job are compared");
    return refuse_twice(before, other);
}

char *jobs_refuse(const struct input *inputs, size_t count, const char **about)
{
    *about = count ? inputs[0].path : NULL;
    if (count && inputs[0].rank < 0) /* these come first */
        return memory_format("no rank is known of it, and ranks are compared; "
                             "LINEPROF_RANK says which a process is");
    for (size_t i = 1; i < count; i++) {
        *about = inputs[i].path;
        char *text = refuse_pair(&inputs[0], &inputs[i], &inputs[i - 1]);
        if (text)
            return text;
    }
    *about = NULL;
    return NULL;
}

static void print_missing(FILE *out, uint32_t begin, uint32_t end, size_t *said)
{
    enum { MOST_NAMED = 8 };

    for (uint32_t rank = begin; rank < end && *said <= MOST_NAMED; rank++, ++*said)
        fprintf(out,
                *said == MOST_NAMED ? ", ..."
                : *said             ? ", %" PRIu32
                                    : "%" PRIu32,
                rank);
}

char *jobs_missing(const struct input *inputs, size_t count)
{
    const uint32_t size = count ? inputs[0].job_size : 0;
    char *ranks = NULL;
    size_t bytes = 0;
    size_t said = 0;
    uint32_t next = 0;
    FILE *out = memory_open(&ranks, &bytes);

    for (size_t i = 0; i < count; i++) {
        const uint32_t rank = (uint32_t)inputs[i].rank;
        print_missing(out, next, rank < size ? rank : size, &said);
        next = rank + 1 > next ? rank + 1 : next;
    }
    print_missing(out, next, size, &said);
    memory_close(out);
    char *text = said ? memory_format("rank%s %s of %" PRIu32 " left no file",
                                      said > 1 ? "s" : "", ranks, size)
                      : NULL;
    free(ranks);
    return text;
}
