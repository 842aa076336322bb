/* SPDX-License-Identifier: MIT */
/* What was used in a part of a run, of samples that are given as numbers. */
#include "suite_main.h"

#include "stats/usage.h"

#define SECOND UINT64_C(1000000000)

enum { READ = 5, MEMORY = 7, SAMPLES = 5 };

_Static_assert(1 << READ == LPROF_FIGURE_READ && 1 << MEMORY == LPROF_FIGURE_MEMORY,
               "the numbers are the figures'");

/* One a second, of one reading each; the last of several, which were different. */
static struct stats_sample samples[SAMPLES];

static const struct stats stats = {
    .figures = LPROF_FIGURE_READ | LPROF_FIGURE_MEMORY,
    .samples = samples,
    .sample_count = SAMPLES,
};

static void make_samples(void)
{
    static const uint64_t sums[SAMPLES] = {100, 110, 110, 140, 240};
    static const uint64_t levels[SAMPLES] = {50, 60, 20, 20, 40};

    for (size_t i = 0; i < SAMPLES; i++) {
        const uint64_t rate = i ? sums[i] - sums[i - 1] : 0;
        samples[i] = (struct stats_sample){.at_ns = (i + 1) * SECOND, .readings = 1};
        samples[i].values[READ] = (struct lprof_sample_value){sums[i], rate, rate};
        samples[i].values[MEMORY] =
            (struct lprof_sample_value){levels[i], levels[i], levels[i]};
    }
    samples[0].values[READ].low = UINT64_MAX; /* there was none before */
    samples[4].readings = 4;
    samples[4].values[READ].low = 5;
    samples[4].values[READ].high = 700;
    samples[4].values[MEMORY].value *= 4;
    samples[4].values[MEMORY].high = 90;
}

/* A part of the run in tenths of a second, and what is said of a figure. */
static const struct {
    const char *what;
    unsigned figure;
    uint64_t begin, end;
    struct usage usage;
} rows[] = {
    {"all of a sum",              READ,   10, 50, {0, 35, 700, 140}       },
    {"all of a level",            MEMORY, 10, 50, {20, 35, 90, 0}         },
    {"more than all",             READ,   0,  99, {0, 35, 700, 140}       },
    {"two samples",               READ,   20, 40, {0, 15, 30, 30}         },
    {"a part of one",             READ,   32, 34, {30, 30, 30, 6}         },
    {"one and little of another", READ,   30, 41, {30, 36.363, 36.363, 40}},
};

START_TEST(sums_and_levels_of_a_part_are_known)
{
    const struct stats_span span = {
        .begin_ns = rows[_i].begin * SECOND / 10,
        .end_ns = rows[_i].end * SECOND / 10,
    };
    const struct usage *wanted = &rows[_i].usage;
    struct usage usage;

    ck_assert(usage_of(&usage, &stats, rows[_i].figure, &span));
    ck_assert_msg(usage.min <= usage.avg && usage.avg <= usage.max, "%s", rows[_i].what);
    ck_assert_double_eq_tol(usage.min, wanted->min, 0.01);
    ck_assert_double_eq_tol(usage.avg, wanted->avg, 0.01);
    ck_assert_double_eq_tol(usage.max, wanted->max, 0.01);
    ck_assert_double_eq_tol(usage.total, wanted->total, 0.01);
}
END_TEST

START_TEST(nothing_is_known_where_nothing_was_read)
{
    const struct stats_span before = {.begin_ns = 0, .end_ns = SECOND};
    const struct stats_span empty = {.begin_ns = 2 * SECOND, .end_ns = 2 * SECOND};
    struct usage usage;

    ck_assert(!usage_of(&usage, &stats, READ, &before));
    ck_assert(!usage_of(&usage, &stats, READ, &empty));
}
END_TEST

static const struct usage_column *column_of(unsigned figure)
{
    const struct usage_column *column = usage_columns;

    while (column->figure != figure)
        column++;
    return column;
}

START_TEST(only_what_is_not_always_0_is_shown)
{
    const struct usage_column *read_column = column_of(READ);

    for (size_t i = 0; i < SAMPLES; i++)
        samples[i].values[READ].value *= 1000000;
    ck_assert(usage_is_shown(&stats, read_column));
    ck_assert(!usage_is_shown(&stats, column_of(0))); /* it was not read */
    for (size_t i = 0; i < SAMPLES; i++)
        samples[i].values[READ].value = i; /* bytes, of megabytes that are shown */
    ck_assert(!usage_is_shown(&stats, read_column));
    ck_assert_uint_eq(usage_readings(&stats), 8);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("usage");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, make_samples, NULL);
    tcase_add_loop_test(tests, sums_and_levels_of_a_part_are_known, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(tests, nothing_is_known_where_nothing_was_read);
    tcase_add_test(tests, only_what_is_not_always_0_is_shown);
    suite_add_tcase(suite, tests);
    return suite;
}
