/* SPDX-License-Identifier: MIT */
#include "analysis/changes.h"

#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_NAMED = 3 };

/* Of what a phase takes on average. */
static const double least_part = 0.01;

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double value_of(const struct changes *changes, const struct line *line,
                       size_t phase)
{
    return (double)portion_value(&line->portions->of[phase], changes->measure);
}

/* Of an even number the upper one of the two in the middle. */
static double median_of(const struct changes *changes, const struct line *line,
                        double *values)
{
    const size_t count = line->portions->count;

    for (size_t i = 0; i < count; i++)
        values[i] = value_of(changes, line, i);
    qsort(values, count, sizeof *values, compare_numbers);
    return values[count / 2];
}

static size_t count_lines(const struct profile *profile)
{
    size_t count = 0;

    for (size_t i = 0; i < profile->function_count; i++)
        count += profile->functions[i].line_count;
    return count;
}

static void add_function(struct changes *changes, const struct function *f,
                         double *values)
{
    for (size_t i = 0; i < f->line_count; i++) {
        if (f->lines[i].portions)
            changes->lines[changes->count++] = (struct usual_line){
                .line = &f->lines[i],
                .median = median_of(changes, &f->lines[i], values),
            };
    }
}

void changes_make(struct changes *changes, const struct profile *profile)
{
    double *values = memory_zeroed(profile->part_count, sizeof *values);
    double sum = 0;

    *changes = (struct changes){
        .measure = profile_has_times(profile) ? PORTION_SELF : PORTION_COUNT,
        .lines = memory_zeroed(count_lines(profile), sizeof *changes->lines),
    };
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (f->shown && (changes->measure == PORTION_COUNT || f->has_times))
            add_function(changes, f, values);
    }
    for (size_t i = 0; i < changes->count; i++)
        sum += changes->lines[i].median;
    changes->least = least_part * sum;
    free(values);
}

void changes_release(struct changes *changes)
{
    free(changes->lines);
    *changes = (struct changes){0};
}

static double change_of(const struct changes *changes, size_t line, size_t phase)
{
    const struct usual_line *usual = &changes->lines[line];
    return value_of(changes, usual->line, phase) - usual->median;
}

/* Those that differ most come first. */
static size_t find_largest(const struct changes *changes, size_t phase,
                           size_t largest[MOST_NAMED])
{
    size_t count = 0;

    for (size_t i = 0; i < changes->count; i++) {
        const double change = fabs(change_of(changes, i, phase));
        size_t place = count < MOST_NAMED ? count : MOST_NAMED;
        if (!(change > changes->least))
            continue;
        while (place && change > fabs(change_of(changes, largest[place - 1], phase)))
            place--;
        if (place == MOST_NAMED)
            continue;
        count += count < MOST_NAMED;
        for (size_t j = count - 1; j > place; j--)
            largest[j] = largest[j - 1];
        largest[place] = i;
    }
    return count;
}

static void print_change(const struct changes *changes, size_t line, size_t phase,
                         FILE *out)
{
    const struct usual_line *usual = &changes->lines[line];
    const double change = change_of(changes, line, phase);
    const char *sign = change < 0 ? "-" : "+";
    char amount[DURATION_BYTES];

    if (changes->measure == PORTION_COUNT)
        snprintf(amount, sizeof amount, "%.0f hits", fabs(change));
    else
        duration_format(amount, fabs(change));
    fprintf(out, "%s%s at %s:%" PRIu32, sign, amount, path_base(usual->line->file),
            usual->line->number);
    if (usual->median > 0) {
        const double times = 1 + change / usual->median;
        fprintf(out, times < 10 ? ", %.2g times its median" : ", %.0f times its median",
                times);
    }
}

char *changes_text(const struct changes *changes, size_t phase)
{
    size_t largest[MOST_NAMED];
    const size_t count = find_largest(changes, phase, largest);
    char *text = NULL;
    size_t size = 0;
    FILE *out = memory_open(&text, &size);

    for (size_t i = 0; i < count; i++) {
        fputs(i ? "; " : "", out);
        print_change(changes, largest[i], phase, out);
    }
    memory_close(out);
    return text;
}
