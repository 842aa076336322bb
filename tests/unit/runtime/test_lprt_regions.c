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

/* ---- When they were ---- */

struct scene {
    const char *setting;
    const char *scenario;
    const char *spans; /* name begin-end, in the order in which they ended */
};

/* By readings, of which the first that is shown is 1. */
static const struct scene scenes[] = {
    {"LINEPROF_TIMELINE=",   "nested",       "inner 2-3, inner 4-5, outer 1-6, "  },
    {"LINEPROF_TIMELINE=8",  "recursive",
     "recursive 3-4, recursive 2-5, recursive 1-6, recursive 7-8, "               },
    {"LINEPROF_TIMELINE=3",  "recursive",
     "recursive 3-4, recursive 2-5, recursive 1-6, recursive 7-8, "               }, /* is 4 */
    {"LINEPROF_TIMELINE=2",  "recursive",    "recursive 1-6, recursive 7-8, "     },
    {"LINEPROF_TIMELINE=1",  "recursive",    "recursive 1-2, "                    },
    {"LINEPROF_TIMELINE=0",  "recursive",    ""                                   },
    {"LINEPROF_TIMELINE=64", "out_of_order", "first 2-4, second 3-5, around 1-6, "},
    {"LINEPROF_TIMELINE=64", "overlapping",
     "same 3-5, same 2-6, tick 7-8, last 4-9, around 1-10, "                      },
    {"LINEPROF_TIMELINE=64", "ranges",
     "tick 3-4, here 1-5, across 2-6, in the thread 7-8, "                        },
    {"LINEPROF_TIMELINE=64", "fibers",
     "tick 6-7, task 3-8, first 2-9, task 5-10, second 4-11, scheduler 1-12, "    },
    {"LINEPROF_TIMELINE=64", "moving",       "tick 3-4, task 2-5, first 1-6, "    },
};

static uint64_t first_begin(const struct lprof_timeline_view *view)
{
    const struct lprof_span_range range = lprof_timeline_spans(view);
    uint64_t first = UINT64_MAX;

    for (uint64_t i = range.begin; i < range.end; i++) {
        struct lprof_span span;
        lprof_take_span(view, i, &span);
        if (span.begin < first)
            first = span.begin;
    }
    return first;
}

/* All that a file's timelines show, thread by thread. */
static void print_spans(FILE *out, const struct lprof_reader *reader, uint64_t first)
{
    for (size_t t = 0; t < lprof_reader_count(reader, LPROF_RECORD_TIMELINE); t++) {
        struct lprof_timeline_view view;
        lprof_take_timeline(reader, t, &view);
        const struct lprof_span_range range = lprof_timeline_spans(&view);
        for (uint64_t i = range.begin; i < range.end; i++) {
            struct lprof_region_view region;
            struct lprof_span span;
            size_t index = 0;
            lprof_take_span(&view, i, &span);
            ck_assert(lprof_find_region(reader, span.region, &index));
            lprof_take_region(reader, index, &region);
            fprintf(out, "%.*s %lu-%lu, ", (int)region.name.size, region.name.bytes,
                    span.begin - first + 1, span.end - first + 1);
        }
    }
}

START_TEST(spans_are_exact)
{
    struct lprof_reader *reader = NULL;
    uint64_t first = UINT64_MAX;
    char got[4096] = "";
    FILE *out = fmemopen(got, sizeof got, "w");

    ck_assert(exited_with(RUN_WITH(scenes[_i].setting, TIMED, scenes[_i].scenario), 0));
    ck_assert_int_eq(lprof_reader_open(&reader, TIMED ".lprof", NULL), LPROF_OK);
    for (size_t t = 0; t < lprof_reader_count(reader, LPROF_RECORD_TIMELINE); t++) {
        struct lprof_timeline_view view;
        lprof_take_timeline(reader, t, &view);
        if (first_begin(&view) < first)
            first = first_begin(&view);
    }
    print_spans(out, reader, first);
    fclose(out);
    ck_assert_str_eq(got, scenes[_i].spans);
    lprof_reader_close(reader);
}
END_TEST

START_TEST(what_is_no_size_of_a_timeline_is_told)
{
    static const char *const settings[] = {
        "LINEPROF_TIMELINE=many", "LINEPROF_TIMELINE=-1", "LINEPROF_TIMELINE=12k",
        "LINEPROF_TIMELINE=1048577", "LINEPROF_TIMELINE=18446744073709551617"};
    const struct run *run = RUN_WITH(settings[_i], TIMED, "nested");

    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "lineprof: LINEPROF_TIMELINE: is not a number from 0 to "
                               "1048576\n");
    ck_assert_uint_eq(calls_in(TIMED, "inner"), 2);
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
    tcase_add_loop_test(tests, spans_are_exact, 0,
                        (int)(sizeof scenes / sizeof scenes[0]));
    tcase_add_loop_test(tests, what_is_no_size_of_a_timeline_is_told, 0, 5);
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
