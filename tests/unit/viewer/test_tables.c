/* SPDX-License-Identifier: MIT */
/* Tables to the byte, for what the programs of the other tests do not have. */
#include "scratch.h"
#include "suite_main.h"

#include "lprof.h"

#include <stdlib.h>
#include <string.h>

#define VIEW(...) scratch_view((const char *const[]){__VA_ARGS__, NULL})

static void put_region(struct file_builder *b, const char *name,
                       struct lprof_region fields)
{
    const struct lprof_region_view region = {
        fields, {name, strlen(name)}
    };
    lprof_put_region(b->writer, &region);
}

/* A run of five seconds with two regions, and a function of half a second. */
static void save_regions(void)
{
    static const struct lprof_site site = {.line = 11};
    struct file_builder b;

    builder_start(&b);
    builder_function(
        &b,
        &(struct function_spec){
            .name = "load", .line = 10, .end_line = 12, .sites = &site, .site_count = 1});
    builder_block(
        &b,
        (struct lprof_block){
            .function = 1, .cell_count = 1, .thread = 1, .calls = 2, .ticks = 500000000},
        &(struct builder_cell){.hits = 2, .ticks = 500000000});
    put_region(&b, "run_training_epoch",
               (struct lprof_region){.thread = 1, .calls = 3, .ticks = 4123456789});
    put_region(&b, "step",
               (struct lprof_region){.thread = 1, .calls = 40000, .ticks = 1000000000});
    builder_save(&b, scratch_path("a"));
}

#define ACTION_RULE                                                 \
    "-------------------------------------------------------------" \
    "-------------------------------------------------------------\n"

START_TEST(actions_are_the_regions)
{
    save_regions();
    ck_assert_int_eq(VIEW("--table=actions", scratch_path("a")), 0);
    scratch_check("out",
                  "Profiler Report\n"
                  "\n" ACTION_RULE
                  "|  Action            \t|  Mean duration (s)\t|  Num calls      \t|  "
                  "Total time (s) \t|  Percentage %   \t|\n" ACTION_RULE
                  "|  Total             \t|  -              \t|  40003          \t|  "
                  "5.0            \t|  100 %          \t|\n" ACTION_RULE
                  "|  run_training_epoch\t|  1.3745         \t|  3              \t|  "
                  "4.1235         \t|  82.469         \t|\n"
                  "|  step              \t|  2.5e-05        \t|  40000          \t|  "
                  "1.0            \t|  20.0           \t|\n" ACTION_RULE);
    scratch_check("err", "");
}
END_TEST

/* The start of each row, by its order. */
static const struct {
    const char *option;
    const char *first;
    const char *last;
} orders[] = {
    {"--sort-by=total",      "|  run_", "|  load"},
    {"--sort-by=mean",       "|  run_", "|  step"},
    {"--sort-by=calls",      "|  step", "|  load"},
    {"--sort-by=cumtime",    "|  run_", "|  load"},
    {"--sort-by=count",      "|  step", "|  load"},
    {"--sort-by=name",       "|  load", "|  step"},
    {"--sort-by=calls,name", "|  step", "|  load"},
};

START_TEST(actions_are_sorted)
{
    save_regions();
    ck_assert_int_eq(
        VIEW("--table=actions", "--all", orders[_i].option, scratch_path("a")), 0);
    char *text = scratch_read("out");
    const char *first = strstr(text, orders[_i].first);
    const char *last = strstr(text, orders[_i].last);
    ck_assert_msg(first && last && first < last, "%s: %s", orders[_i].option, text);
    free(text);
}
END_TEST

START_TEST(limit_leaves_the_total_whole)
{
    save_regions();
    ck_assert_int_eq(VIEW("--table=actions", "--limit=1", scratch_path("a")), 0);
    scratch_check_holds("out", "|  Total             \t|  -              \t|  40003 ");
    char *text = scratch_read("out");
    ck_assert_ptr_null(strstr(text, "step"));
    free(text);
}
END_TEST

#define LONG_NAME "namespace_of_some_length::class_of_some_length::function"

/* A name of 56 characters, of 52, of 51. */
START_TEST(long_names_of_operators_are_cut)
{
    static const struct lprof_site site = {.line = 11};
    struct file_builder b;

    builder_start(&b);
    for (uint32_t i = 0; i < 3; i++) {
        char name[sizeof LONG_NAME] = LONG_NAME;
        name[i == 0 ? 56 : 53 - i] = '\0';
        builder_function(&b, &(struct function_spec){.name = name,
                                                     .line = 10 + 5 * i,
                                                     .end_line = 12 + 5 * i,
                                                     .sites = &site,
                                                     .site_count = 1});
    }
    builder_save(&b, scratch_path("a"));
    ck_assert_int_eq(VIEW("--table=ops", scratch_path("a")), 0);
    scratch_check_holds(
        "out", "\nnamespace_of_some_length::class_of_some_length::func...           NaN");
    scratch_check_holds(
        "out", "\n    namespace_of_some_length::class_of_some_length::fun           NaN");
}
END_TEST

/* ---- What was used ---- */

#define SECOND UINT64_C(1000000000)

/* Of a GPU: at each second how much it was used, and the memory. */
struct gpu_sample {
    struct lprof_sample fields;
    struct lprof_sample_value use, memory;
    struct lprof_sample_end end;
};

/* Of the process: its time on the processor. */
struct cpu_sample {
    struct lprof_sample fields;
    struct lprof_sample_value cpu;
    struct lprof_sample_end end;
};

static void put_stats(struct file_builder *b, struct lprof_stats fields,
                      const void *samples, size_t bytes)
{
    const struct lprof_stats_view stats = {
        .fields = fields,
        .samples = samples,
        .name = fields.gpu ? TEXT("a GPU") : TEXT(""),
    };

    ck_assert_uint_eq(fields.capacity * (uint64_t)fields.sample_bytes, bytes);
    lprof_put_stats(b->writer, &stats);
}

static void put_phase(struct file_builder *b, uint64_t region, uint64_t reading)
{
    const struct lprof_phase_view phase = {
        .fields = {.region = region,
                   .reading = reading,
                   .used_bytes = lprof_writer_next(b->writer) - BUILDER_BASE -
                                 sizeof(struct lprof_record)}
    };

    lprof_put_phase(b->writer, &phase);
}

/* Half of a processor for two seconds, in which one phase is, then both for two. */
static void save_stats(uint64_t clock)
{
    const struct cpu_sample cpu[] = {
        {{1 * SECOND, 1}, {0, UINT64_MAX, 0},                   {1 * SECOND}},
        {{3 * SECOND, 4}, {SECOND, 300000000, 700000000},       {3 * SECOND}},
        {{5 * SECOND, 4}, {5 * SECOND, 2 * SECOND, 2 * SECOND}, {5 * SECOND}},
    };
    const struct gpu_sample gpu[] = {
        {{3 * SECOND, 1},
         {40, 40, 40},
         {3000000000, 3000000000, 3000000000},
         {3 * SECOND}},
        {{5 * SECOND, 2},
         {60, 10, 50},
         {7000000000, 3000000000, 4000000000},
         {5 * SECOND}},
    };
    struct file_builder b;

    builder_start(&b);
    b.header.clock = (uint32_t)clock;
    const uint64_t region = lprof_writer_next(b.writer);
    put_region(&b, "epoch", (struct lprof_region){.thread = 1, .calls = 1});
    put_phase(&b, region, 3 * SECOND);
    put_stats(&b,
              (struct lprof_stats){.hz = 2,
                                   .figures = LPROF_FIGURE_CPU,
                                   .sample_bytes = sizeof cpu[0],
                                   .capacity = 3},
              cpu, sizeof cpu);
    put_stats(
        &b,
        (struct lprof_stats){.gpu = 2,
                             .hz = 2,
                             .figures = LPROF_FIGURE_GPU_USE | LPROF_FIGURE_GPU_MEMORY,
                             .sample_bytes = sizeof gpu[0],
                             .capacity = 2},
        gpu, sizeof gpu);
    builder_save(&b, scratch_path("a"));
}

START_TEST(stats_are_by_phases_and_in_all)
{
    save_stats(LPROF_CLOCK_MONOTONIC);
    ck_assert_int_eq(VIEW("--table=stats", scratch_path("a")), 0);
    scratch_check(
        "out",
        "prog, process 7: 9 readings, 2 a second, 4 of them in a sample\n"
        "\n"
        "Phase                          Wall           CPU %    GPU 1 %   GPU 1 MB\n"
        "1 epoch                         3 s  min       30.0          -          -\n"
        "                                     avg       50.0          -          -\n"
        "                                     max       70.0          -          -\n"
        "rest                            2 s  min      200.0       10.0       3000\n"
        "                                     avg      200.0       30.0       3500\n"
        "                                     max      200.0       50.0       4000\n"
        "whole run                       4 s  min       30.0       10.0       3000\n"
        "                                     avg      125.0       30.0       3500\n"
        "                                     max      200.0       50.0       4000\n");
}
END_TEST

/* Of such a clock no reading says when a phase was. */
START_TEST(stats_have_no_phases_of_a_clock_that_counts)
{
    save_stats(LPROF_CLOCK_COUNT);
    ck_assert_int_eq(VIEW("--table=stats", scratch_path("a")), 0);
    scratch_check_holds("out", "\nwhole run");
    char *text = scratch_read("out");
    ck_assert_ptr_null(strstr(text, "epoch"));
    free(text);
}
END_TEST

START_TEST(where_nothing_was_read_is_said)
{
    save_regions();
    ck_assert_int_eq(VIEW("--table=stats", scratch_path("a")), 1);
    scratch_check("out", "");
    scratch_check_holds("err", ": nothing was read of what the process uses; "
                               "LINEPROF_STATS=10 has it read ten times a second\n");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("tables");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, stats_are_by_phases_and_in_all);
    tcase_add_test(tests, stats_have_no_phases_of_a_clock_that_counts);
    tcase_add_test(tests, where_nothing_was_read_is_said);
    tcase_add_test(tests, actions_are_the_regions);
    tcase_add_loop_test(tests, actions_are_sorted, 0,
                        (int)(sizeof orders / sizeof orders[0]));
    tcase_add_test(tests, limit_leaves_the_total_whole);
    tcase_add_test(tests, long_names_of_operators_are_cut);
    suite_add_tcase(suite, tests);
    return suite;
}
