/* SPDX-License-Identifier: MIT */
/* Regions: their times to the tick, their limits, and what programs do wrong. */
#include "lprof.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <string.h>

#define TIMED   "lprt_region_count"  /* a tick a reading */
#define CLOCK   "lprt_clock_program" /* steps back where it is told to */
#define PROGRAM "lprt_region_program"

/* All threads' regions of a name. */
struct region_sums {
    uint64_t records; /* with that name */
    struct lprof_region sum;
};

static void add(struct region_sums *sums, const struct lprof_region *more)
{
    struct lprof_region *sum = &sums->sum;

    sums->records++;
    sum->calls += more->calls;
    sum->ticks += more->ticks;
    sum->self_ticks += more->self_ticks;
    if (more->max_ticks && (!sum->max_ticks || more->min_ticks < sum->min_ticks))
        sum->min_ticks = more->min_ticks;
    if (more->max_ticks > sum->max_ticks)
        sum->max_ticks = more->max_ticks;
}

static struct region_sums region_in(const char *program, const char *name)
{
    struct region_sums sums = {0};
    struct lprof_reader *reader = NULL;
    char path[64];

    snprintf(path, sizeof path, "%s.lprof", program);
    ck_assert_int_eq(lprof_reader_open(&reader, path, NULL), LPROF_OK);
    for (size_t i = 0; i < lprof_reader_count(reader, LPROF_RECORD_REGION); i++) {
        struct lprof_region_view view;
        lprof_take_region(reader, i, &view);
        if (view.name.size == strlen(name) &&
            memcmp(view.name.bytes, name, view.name.size) == 0)
            add(&sums, &view.fields);
    }
    lprof_reader_close(reader);
    return sums;
}

static uint64_t calls_in(const char *program, const char *name)
{
    return region_in(program, name).sum.calls;
}

struct expected {
    const char *scenario;
    const char *name;
    struct lprof_region sum; /* thread and name left out */
};

/* Readings are 1, 2, ... from the first region on. */
static const struct expected to_the_tick[] = {
    {"nested",
     "outer",                     {.calls = 1, .ticks = 5, .self_ticks = 3, .min_ticks = 5, .max_ticks = 5}    },
    {"nested",
     "inner",                     {.calls = 2, .ticks = 2, .self_ticks = 2, .min_ticks = 1, .max_ticks = 1}    },
    {"recursive",
     "recursive",                 {.calls = 4, .ticks = 6, .self_ticks = 6, .min_ticks = 1, .max_ticks = 5}    },
    {"out_of_order",
     "around",                    {.calls = 1, .ticks = 5, .self_ticks = 2, .min_ticks = 5, .max_ticks = 5}    },
    {"out_of_order",
     "first",                     {.calls = 1, .ticks = 2, .self_ticks = 1, .min_ticks = 2, .max_ticks = 2}    },
    {"out_of_order",
     "second",                    {.calls = 1, .ticks = 2, .self_ticks = 2, .min_ticks = 2, .max_ticks = 2}    },
    {"overlapping",
     "around",                    {.calls = 1, .ticks = 9, .self_ticks = 2, .min_ticks = 9, .max_ticks = 9}    },
    {"overlapping",
     "same",                      {.calls = 2, .ticks = 4, .self_ticks = 2, .min_ticks = 2, .max_ticks = 4}    },
    {"overlapping",
     "last",                      {.calls = 1, .ticks = 5, .self_ticks = 4, .min_ticks = 5, .max_ticks = 5}    },
    {"ranges",
     "here",                      {.calls = 1, .ticks = 4, .self_ticks = 4, .min_ticks = 4, .max_ticks = 4}    },
    {"ranges",
     "across",                    {.calls = 1, .ticks = 4, .self_ticks = 4, .min_ticks = 4, .max_ticks = 4}    },
    {"ranges",       "left open", {.calls = 1}                                                                 },
    {"fibers",
     "scheduler",                 {.calls = 1, .ticks = 11, .self_ticks = 10, .min_ticks = 11, .max_ticks = 11}},
    {"fibers",
     "first",                     {.calls = 1, .ticks = 7, .self_ticks = 2, .min_ticks = 7, .max_ticks = 7}    },
    {"fibers",
     "second",                    {.calls = 1, .ticks = 7, .self_ticks = 2, .min_ticks = 7, .max_ticks = 7}    },
    {"fibers",
     "task",                      {.calls = 2, .ticks = 10, .self_ticks = 10, .min_ticks = 5, .max_ticks = 5}  },
    {"moving",
     "first",                     {.calls = 1, .ticks = 5, .self_ticks = 2, .min_ticks = 5, .max_ticks = 5}    },
    {"moving",
     "task",                      {.calls = 1, .ticks = 3, .self_ticks = 3, .min_ticks = 3, .max_ticks = 3}    },
};

START_TEST(times_are_exact)
{
    const struct expected *row = &to_the_tick[_i];

    ck_assert(exited_with(RUN(TIMED, row->scenario), 0));
    const struct lprof_region got = region_in(TIMED, row->name).sum;
    ck_assert_msg(got.calls == row->sum.calls && got.ticks == row->sum.ticks &&
                      got.self_ticks == row->sum.self_ticks &&
                      got.min_ticks == row->sum.min_ticks &&
                      got.max_ticks == row->sum.max_ticks,
                  "%s: calls %lu, ticks %lu, self %lu, %lu to %lu", row->name, got.calls,
                  got.ticks, got.self_ticks, got.min_ticks, got.max_ticks);
}
END_TEST

START_TEST(none_is_shorter_than_what_is_in_it)
{
    static const char *const names[] = {"around", "recursive", "left", "within"};
    const uint64_t minute_ns = UINT64_C(60000000000);

    ck_assert(exited_with(RUN(CLOCK, "regions"), 0));
    const struct lprof_region got = region_in(CLOCK, names[_i]).sum;
    ck_assert_msg(got.ticks >= got.max_ticks && got.max_ticks >= minute_ns &&
                      got.ticks < 2 * minute_ns,
                  "%s: ticks %lu, longest %lu", names[_i], got.ticks, got.max_ticks);
}
END_TEST

START_TEST(too_many_open_are_told_once)
{
    const struct run *run = RUN(PROGRAM, "deep", "1100");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: deep: too many regions are open, not recorded\n");
    ck_assert_uint_eq(calls_in(PROGRAM, "deep"), 1024);
    ck_assert_uint_eq(calls_in(PROGRAM, "afterwards"), 1);
}
END_TEST

START_TEST(too_many_names_are_told_once)
{
    const struct run *run = RUN(PROGRAM, "names", "5000");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: name 4096: too many names of regions, not recorded\n");
    ck_assert_uint_eq(calls_in(PROGRAM, "name 0"), 2);
    ck_assert_uint_eq(calls_in(PROGRAM, "name 4095"), 1);
    ck_assert_uint_eq(region_in(PROGRAM, "name 4096").records, 0);
}
END_TEST

START_TEST(a_name_is_its_text)
{
    ck_assert(exited_with(RUN(PROGRAM, "texts"), 0));
    ck_assert_uint_eq(calls_in(PROGRAM, "first"), 2);
    ck_assert_uint_eq(calls_in(PROGRAM, "other"), 1);
}
END_TEST

START_TEST(any_name_is_kept)
{
    const struct run *run = RUN(PROGRAM, "hostile");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    ck_assert_uint_eq(calls_in(PROGRAM, ""), 1);
    ck_assert_uint_eq(calls_in(PROGRAM, "%s%n"), 1);
    ck_assert_uint_eq(calls_in(PROGRAM, "\x1b[31m\n"), 1);
    ck_assert_uint_eq(calls_in(PROGRAM, "\xff\xfe"), 1);
}
END_TEST

START_TEST(unbalanced_use_is_told_once)
{
    const struct run *run = RUN(PROGRAM, "unbalanced");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: never begun: a region ends that has not begun\n");
    ck_assert_uint_eq(calls_in(PROGRAM, "good"), 100);
    ck_assert_uint_eq(calls_in(PROGRAM, "left open"), 100);
}
END_TEST

START_TEST(what_a_fiber_leaves_open_ends)
{
    const struct run *run = RUN(TIMED, "left_on_fiber");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: left in it: a region was left without its end, which is "
                     "taken to be that of the one around it\n");
    const struct lprof_region outer = region_in(TIMED, "outer").sum;
    const struct lprof_region left = region_in(TIMED, "left").sum;
    ck_assert_uint_gt(left.ticks, 0);
    ck_assert_uint_gt(left.self_ticks, 0);
    ck_assert_uint_gt(outer.ticks, left.ticks);
    ck_assert_uint_eq(region_in(TIMED, "open").sum.ticks, 3);
    ck_assert_uint_eq(region_in(TIMED, "open around").sum.ticks, 4);
    ck_assert_uint_eq(region_in(TIMED, "open around").sum.self_ticks, 1);
}
END_TEST

START_TEST(a_fiber_has_as_many_as_a_thread)
{
    const struct run *run = RUN(PROGRAM, "many_on_fiber");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "lineprof: deep: too many regions are open on fibers, not "
                               "recorded\n");
    ck_assert_uint_eq(calls_in(PROGRAM, "deep"), 1023);
    ck_assert_uint_eq(calls_in(PROGRAM, "outer"), 1);
    ck_assert_uint_eq(calls_in(PROGRAM, "afterwards"), 1);
}
END_TEST

START_TEST(too_many_ranges_are_told_once)
{
    const struct run *run = RUN(PROGRAM, "many_ranges");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: range: too many ranges are open, not recorded\n");
    ck_assert_uint_eq(calls_in(PROGRAM, "range"), 4096);
    ck_assert_uint_eq(calls_in(PROGRAM, "afterwards"), 1);
}
END_TEST

START_TEST(what_a_thread_leaves_open_ends_with_it)
{
    ck_assert(exited_with(RUN(TIMED, "ranges"), 0));
    ck_assert_uint_eq(region_in(TIMED, "in the thread").sum.ticks, 1);
}
END_TEST

START_TEST(each_thread_counts_its_own)
{
    ck_assert(exited_with(RUN(PROGRAM, "threads"), 0));
    const struct region_sums everywhere = region_in(PROGRAM, "everywhere");
    ck_assert_uint_eq(everywhere.records, 4);
    ck_assert_uint_eq(everywhere.sum.calls, 80000);
    ck_assert_uint_le(everywhere.sum.self_ticks, everywhere.sum.ticks);
}
END_TEST

START_TEST(a_handler_loses_nothing)
{
    uint64_t everywhere = 0, in_handler = 0;
    const struct run *run = RUN(PROGRAM, "signals");

    ck_assert(exited_with(run, 0));
    ck_assert_int_eq(sscanf(run->out, "%lu %lu", &everywhere, &in_handler), 2);
    ck_assert_uint_eq(calls_in(PROGRAM, "everywhere"), everywhere);
    ck_assert_uint_eq(calls_in(PROGRAM, "in a handler"), in_handler);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_regions");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_loop_test(tests, times_are_exact, 0,
                        sizeof to_the_tick / sizeof *to_the_tick);
    tcase_add_loop_test(tests, none_is_shorter_than_what_is_in_it, 0, 4);
    tcase_add_test(tests, too_many_open_are_told_once);
    tcase_add_test(tests, too_many_names_are_told_once);
    tcase_add_test(tests, a_name_is_its_text);
    tcase_add_test(tests, any_name_is_kept);
    tcase_add_test(tests, unbalanced_use_is_told_once);
    tcase_add_test(tests, what_a_fiber_leaves_open_ends);
    tcase_add_test(tests, a_fiber_has_as_many_as_a_thread);
    tcase_add_test(tests, too_many_ranges_are_told_once);
    tcase_add_test(tests, what_a_thread_leaves_open_ends_with_it);
    tcase_add_test(tests, each_thread_counts_its_own);
    tcase_add_test(tests, a_handler_loses_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
