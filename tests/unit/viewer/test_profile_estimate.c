/* SPDX-License-Identifier: MIT */
/* Sampled lines of a file: what stands for others, and what does not. */
#include "suite_main.h"

#include "file_builder.h"
#include "scratch.h"

#include "model/profile_save.h"

#include <stdlib.h>
#include <string.h>

enum { LIFE = 1000000 };

static const struct lprof_site sites[] = {{.line = 11}, {.line = 12}};

/* A function `f` whose calls are sampled, on a thread that lived for LIFE of the 5 s. */
static void save_block(const struct builder_cell *cells, struct lprof_thread thread,
                       uint32_t flags, uint64_t ticks)
{
    struct file_builder b;

    builder_start(&b);
    b.header.mode = LPROF_MODE_ADAPTIVE;
    builder_function(
        &b,
        &(struct function_spec){
            .name = "f", .line = 10, .end_line = 13, .sites = sites, .site_count = 2});
    thread.thread = 1;
    builder_thread(&b, thread, "main");
    builder_block(&b,
                  (struct lprof_block){.function = 1,
                                       .cell_count = 2,
                                       .thread = 1,
                                       .flags = LPROF_BLOCK_SAMPLED | flags,
                                       .calls = 6400,
                                       .primitive_calls = 6400,
                                       .ticks = ticks},
                  cells);
    builder_save(&b, scratch_path("a"));
}

static void save_sampled(const struct builder_cell *cells, struct lprof_thread thread,
                         uint32_t flags)
{
    save_block(cells, thread, flags, flags & LPROF_BLOCK_WEIGHTED ? 0 : 500);
}

/* 6,400 visits, of which 100 took 1,000 ticks and stand for 64 each. */
#define SAMPLE \
    .hits = 6400, .timed = 100, .drawn = 6401, .sampled = 100, .sampled_ticks = 64000

START_TEST(samples_stand_for_all_visits)
{
    const struct builder_cell cells[] = {
        {SAMPLE     },
        { .hits = 1, .ticks = 7, .timed = 1}
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, LPROF_BLOCK_CALLS_SAMPLED);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].lines[0].time_ns, 64000);
    ck_assert_uint_eq(p.functions[0].lines[1].time_ns, 7);
    ck_assert_uint_eq(p.functions[0].total_ns, 64007);
    ck_assert_uint_eq(p.threads[0].total_ns, 64007);
    profile_release(&p);
}
END_TEST

/* What the writer has seen no time for, each visit has as much of as any other; but a
   line is left half of what lines are on average: then the others have the rest. */
START_TEST(what_is_too_much_is_taken_from_each_visit)
{
    static const struct {
        uint64_t too_much, first, second;
    } rows[] = {
        {0,     64000, 8000},
        {12800, 55911, 3289},
        {32000, 37778, 2222},
    };
    const struct builder_cell cells[] = {
        {SAMPLE               },
        { .hits = 6400,
         .timed = 100,
         .drawn = 6400,
         .sampled = 100,
         .sampled_ticks = 8000}
    };
    struct profile p;

    save_block(cells, (struct lprof_thread){.lived = LIFE}, LPROF_BLOCK_WEIGHTED,
               rows[_i].too_much);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_double_eq_tol((double)p.functions[0].lines[0].time_ns,
                            (double)rows[_i].first, 2);
    ck_assert_double_eq_tol((double)p.functions[0].lines[1].time_ns,
                            (double)rows[_i].second, 2);
    profile_release(&p);
}
END_TEST

/* A line in which the kernel's tick saw four calls; what one of them took for sure is in
   `ticks`. */
START_TEST(ticks_stand_for_long_calls)
{
    const struct builder_cell cells[] = {
        {SAMPLE, .ticks = 30, .outliers = 4, .outlier_ticks = 4000},
        {.hits = 1,      .ticks = 7,         .timed = 1      }
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, LPROF_BLOCK_WEIGHTED);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].lines[0].time_ns, 64000 + 30 + 4000);
    ck_assert_double_ge(p.functions[0].lines[0].time_se_ns, 2000);
    profile_release(&p);
}
END_TEST

/* However many there are. */
START_TEST(outliers_are_counted_once)
{
    const uint64_t count = (uint64_t)_i * 10;
    const struct builder_cell cells[] = {
        {SAMPLE,                         .outliers = count, .outlier_ticks = 1000 * count},
        {0}
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, LPROF_BLOCK_CALLS_SAMPLED);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].total_ns, 64000 + 1000 * count);
    profile_release(&p);
}
END_TEST

/* What a sampled visit did not run is in its time already. */
START_TEST(interruptions_are_counted_once)
{
    const struct builder_cell cells[] = {
        {SAMPLE,                  .ticks = 5000, .sampled_off_ns = 5000},
        {0}
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, LPROF_BLOCK_CALLS_SAMPLED);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].lines[0].time_ns, 69000);
    profile_release(&p);
}
END_TEST

START_TEST(no_function_outlives_its_thread)
{
    const struct builder_cell cells[] = {
        {.hits = 6400,
         .timed = 100,
         .drawn = 6401,
         .sampled = 100,
         .sampled_ticks = 64000000000},
        {0},
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, LPROF_BLOCK_CALLS_SAMPLED);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].total_ns, LIFE);
    ck_assert_uint_le(p.threads[0].total_ns, LIFE);
    ck_assert_str_eq(p.inputs[0].cut_name, "f");
    ck_assert_uint_eq(p.inputs[0].cut_ns, UINT64_C(64000000000) - LIFE);
    profile_release(&p);
}
END_TEST

/* It began at the run's third second, and has not ended. */
START_TEST(a_thread_lives_from_its_beginning)
{
    const struct builder_cell cells[] = {
        {.hits = 6400,
         .timed = 100,
         .drawn = 6401,
         .sampled = 100,
         .sampled_ticks = 64000000000},
        {0},
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.begun = 3000000000},
                 LPROF_BLOCK_CALLS_SAMPLED);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].total_ns, 2000000000);
    profile_release(&p);
}
END_TEST

/* A measured total is not. */
START_TEST(measured_totals_stay)
{
    const struct builder_cell cells[] = {
        {SAMPLE     },
        { .hits = 1, .ticks = 7, .timed = 1}
    };
    struct profile p;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, 0);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].total_ns, 500);
    ck_assert_uint_eq(p.functions[0].lines[1].time_ns, 7);
    profile_release(&p);
}
END_TEST

/* Squares of seconds in ns do not fit into 64 bits. */
START_TEST(long_standard_errors_are_kept)
{
    const uint64_t se_ns = 100000000000;
    const squared_ns variance = (squared_ns)se_ns * se_ns;
    const struct builder_cell cells[] = {
        {.hits = 1,
         .ticks = 400,
         .variance = (uint64_t)variance,
         .sampled_squares_high = (uint64_t)(variance >> 64)},
        {.hits = 1, .ticks = 100},
    };
    struct profile p;
    char *error = NULL;

    save_sampled(cells, (struct lprof_thread){.lived = LIFE}, 0);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].lines[0].time_se_ns, se_ns);
    ck_assert(profile_save_file(&p, scratch_path("b"), &error));
    profile_release(&p);
    scratch_load(&p, (const char *[]){"b"}, 1);
    ck_assert_uint_eq(p.functions[0].lines[0].time_se_ns, se_ns);
    profile_release(&p);
}
END_TEST

static const struct {
    uint64_t delayed_ns;
    const char *text; /* NULL: nothing is said */
} delays[] = {
    {0,          NULL                                                                  },
    {100000000,  NULL                                                                  },
    {1520000000, "other programs had the processor for 38 % of the run; times are wall"},
};

START_TEST(delays_are_said)
{
    const struct builder_cell cells[] = {
        {.hits = 1, .ticks = 400},
        {0        }
    };

    save_sampled(
        cells,
        (struct lprof_thread){.lived = 4000000000, .delayed_ns = delays[_i].delayed_ns},
        0);
    scratch_view((const char *[]){scratch_path("a"), NULL});
    char *said = scratch_read("err");
    ck_assert_int_eq(strstr(said, "had the processor") != NULL, delays[_i].text != NULL);
    free(said);
    if (delays[_i].text)
        scratch_check_holds("err", delays[_i].text);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile_estimate");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, samples_stand_for_all_visits);
    tcase_add_loop_test(tests, what_is_too_much_is_taken_from_each_visit, 0, 3);
    tcase_add_test(tests, ticks_stand_for_long_calls);
    tcase_add_loop_test(tests, outliers_are_counted_once, 0, 5);
    tcase_add_test(tests, interruptions_are_counted_once);
    tcase_add_test(tests, no_function_outlives_its_thread);
    tcase_add_test(tests, a_thread_lives_from_its_beginning);
    tcase_add_test(tests, measured_totals_stay);
    tcase_add_test(tests, long_standard_errors_are_kept);
    tcase_add_loop_test(tests, delays_are_said, 0,
                        (int)(sizeof delays / sizeof delays[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
