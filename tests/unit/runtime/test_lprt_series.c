/* SPDX-License-Identifier: MIT */
/* Readings in a record of a fixed size: however many there are, nothing of them is lost
   but when they were. */
#include "base/lprt_lock.h"
#include "lprof.h"
#include "stats/lprt_series.h"
#include "store/lprt_region.h"
#include "suite_main.h"

#define SECOND UINT64_C(1000000000)

enum { CPU, MEMORY = LPROF_SUM_FIGURE_COUNT };

static struct lprt_series series;
static struct lprt_guard guard;

static void make_series(void)
{
    static bool is_started;

    lprt_lock_take(&guard);
    if (!is_started)
        ck_assert_int_eq(lprt_region_start(), 0);
    is_started = true;
    const struct lprof_stats fields = {
        .hz = 10, .figures = LPROF_FIGURE_CPU | LPROF_FIGURE_MEMORY, .name_bytes = 3};
    ck_assert(lprt_series_make(&series, fields, "GPU"));
}

static void drop_series(void)
{
    lprt_lock_release(&guard);
}

/* The number of a reading decides all of it: in its tenth of a second the sum grows by
   the number, and that is the level. */
static void add(uint64_t number)
{
    struct lprt_reading reading = {.clock_ns = SECOND + number * SECOND / 10};

    reading.values[CPU] = number * (number + 1) / 2;
    reading.values[MEMORY] = number;
    lprt_series_add(&series, &reading);
}

static struct lprof_stats_view view(void)
{
    const char *samples = (const char *)(series.record + 1);

    return (struct lprof_stats_view){
        .fields = *series.record,
        .samples = samples,
        .name = {samples + (size_t)series.record->capacity * series.record->sample_bytes,
                 series.record->name_bytes}
    };
}

/* What is read back of so many readings. */
static size_t check_samples(uint64_t count)
{
    const struct lprof_stats_view stats = view();
    struct lprof_sample_view sample = {0};
    uint64_t readings = 0;
    size_t samples = 0;
    uint64_t at = 0;

    for (; lprof_next_sample(&stats, &at, &sample); samples++) {
        const uint64_t first = readings; /* their numbers count from 0 */
        const struct lprof_sample_value *cpu = &sample.values[CPU];
        const struct lprof_sample_value *memory = &sample.values[MEMORY];
        readings += sample.fields.readings;
        const uint64_t last = readings - 1;
        ck_assert_uint_eq(sample.fields.clock_ns, SECOND + last * SECOND / 10);
        ck_assert_uint_eq(cpu->value, last * (last + 1) / 2);
        ck_assert_uint_eq(cpu->low, first ? 10 * first : UINT64_MAX);
        ck_assert_uint_eq(cpu->high, 10 * last);
        ck_assert_uint_eq(memory->low, first);
        ck_assert_uint_eq(memory->high, last);
        ck_assert_uint_eq(memory->value, (first + last) * sample.fields.readings / 2);
    }
    ck_assert_uint_eq(readings, count);
    return samples;
}

static const uint64_t counts[] = {1, 2, 1025, 1026, 1537, 2049, 2050, 50000};

START_TEST(nothing_of_so_many_readings_is_lost)
{
    for (uint64_t i = 0; i < counts[_i]; i++)
        add(i);
    const size_t samples = check_samples(counts[_i]);
    ck_assert_uint_le(samples, series.record->capacity);
    ck_assert_uint_ge(samples, counts[_i] < 513 ? counts[_i] : 513);
}
END_TEST

START_TEST(name_stands_behind_the_samples)
{
    const struct lprof_stats_view stats = view();

    ck_assert_uint_eq(stats.name.size, 3);
    ck_assert_mem_eq(stats.name.bytes, "GPU", 3);
}
END_TEST

/* As at the end: one step of a clock in a moment would be a wild rate. */
START_TEST(of_a_moment_no_rate_is_known)
{
    struct lprof_sample_view sample = {0};
    struct lprt_reading soon;
    uint64_t at = 0;

    add(0);
    add(1);
    soon = series.last;
    soon.clock_ns += 1000;
    soon.values[CPU] += 1000000;
    lprt_series_add(&series, &soon);
    const struct lprof_stats_view stats = view();
    while (lprof_next_sample(&stats, &at, &sample))
        continue;
    ck_assert_uint_eq(sample.values[CPU].value, soon.values[CPU]);
    ck_assert_uint_gt(sample.values[CPU].low, sample.values[CPU].high);
}
END_TEST

START_TEST(sums_do_not_fall_and_times_do_not_repeat)
{
    struct lprt_reading less;

    add(0);
    add(9);
    less = series.last;
    less.values[CPU] = 1;
    lprt_series_add(&series, &less);
    ck_assert_uint_eq(series.used, 2);
    less.clock_ns += SECOND;
    lprt_series_add(&series, &less);
    ck_assert_uint_eq(series.last.values[CPU], 45);
}
END_TEST

START_TEST(of_a_forked_child_nothing_is_left)
{
    const struct lprof_stats_view stats = view();
    struct lprof_sample_view sample = {0};
    uint64_t at = 0;

    for (uint64_t i = 0; i < 100; i++)
        add(i);
    lprt_series_clear(series.record);
    ck_assert(!lprof_next_sample(&stats, &at, &sample));
    ck_assert_uint_eq(view().name.bytes[0], 'G');
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_series");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, make_series, drop_series);
    tcase_add_loop_test(tests, nothing_of_so_many_readings_is_lost, 0,
                        (int)(sizeof counts / sizeof counts[0]));
    tcase_add_test(tests, name_stands_behind_the_samples);
    tcase_add_test(tests, of_a_moment_no_rate_is_known);
    tcase_add_test(tests, sums_do_not_fall_and_times_do_not_repeat);
    tcase_add_test(tests, of_a_forked_child_nothing_is_left);
    suite_add_tcase(suite, tests);
    return suite;
}
