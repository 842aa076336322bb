/* SPDX-License-Identifier: MIT */
/* Files loaded and added together. */
#include "scratch.h"
#include "suite_main.h"

#include "model/profile_rate.h"

#include <stdlib.h>
#include <string.h>

static const struct lprof_site two_sites[] = {{.line = 11}, {.line = 12}};

/* A file with one function on two threads: hits, times and extremes are known. */
static void save_two_threads(const char *name)
{
    struct file_builder b;
    const struct builder_cell first[] = {
        {.hits = 3,
         .ticks = 40,
         .child_ticks = 10,
         .timed = 3,
         .min_ticks = 5,
         .max_ticks = 20},
        {.hits = 1, .ticks = 60},
    };
    const struct builder_cell second[] = {
        {.hits = 4,   .ticks = 100, .timed = 4, .min_ticks = 2, .max_ticks = 90},
        {.hits = 0},
    };

    builder_start(&b);
    builder_function(&b, &(struct function_spec){.name = "f",
                                                 .line = 10,
                                                 .end_line = 13,
                                                 .sites = two_sites,
                                                 .site_count = 2});
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    builder_thread(&b, (struct lprof_thread){.thread = 2}, "worker");
    builder_block(&b,
                  (struct lprof_block){.function = 1,
                                       .cell_count = 2,
                                       .thread = 1,
                                       .calls = 2,
                                       .primitive_calls = 1,
                                       .ticks = 100},
                  first);
    builder_block(&b,
                  (struct lprof_block){.function = 1,
                                       .cell_count = 2,
                                       .thread = 2,
                                       .calls = 1,
                                       .primitive_calls = 1,
                                       .ticks = 100},
                  second);
    builder_save(&b, scratch_path(name));
}

START_TEST(threads_are_added_up)
{
    struct profile p;

    save_two_threads("a");
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.function_count, 1);
    const struct function *f = &p.functions[0];
    ck_assert_uint_eq(f->calls, 3);
    ck_assert_uint_eq(f->primitive_calls, 2);
    ck_assert_uint_eq(f->total_ns, 200);
    ck_assert_uint_eq(f->self_ns, 190);
    ck_assert_uint_eq(f->lines[0].hits, 7);
    ck_assert_uint_eq(f->lines[0].time_ns, 140);
    ck_assert_uint_eq(f->lines[0].self_ns, 130);
    ck_assert_uint_eq(f->lines[0].timed, 7);
    ck_assert_uint_eq(f->lines[0].min_ns, 2);
    ck_assert_uint_eq(f->lines[0].max_ns, 90);
    ck_assert_uint_eq(f->lines[1].hits, 1);
    ck_assert_uint_eq(p.thread_count, 2);
    ck_assert_str_eq(p.threads[1].name, "worker");
    ck_assert_uint_eq(p.threads[0].total_ns, 90);
    ck_assert_uint_eq(p.threads[1].total_ns, 100);
    profile_release(&p);
}
END_TEST

START_TEST(one_thread_can_be_chosen)
{
    struct profile p;
    char *error = NULL;
    const uint32_t ids[] = {2, 9};
    struct profile_request request = {.path_count = 1, .threads = ids, .thread_count = 1};

    save_two_threads("a");
    request.paths = (const char *[]){scratch_path("a")};
    ck_assert(profile_load(&p, &request, &error));
    ck_assert_uint_eq(p.functions[0].lines[0].hits, 4);
    ck_assert_uint_eq(p.functions[0].total_ns, 100);
    ck_assert_uint_eq(p.thread_count, 1);
    profile_release(&p);

    request.thread_count = 2;
    ck_assert(!profile_load(&p, &request, &error));
    ck_assert_msg(strstr(error, "no thread 9") != NULL, "%s", error);
    free(error);
}
END_TEST

/* Rank 0 has f, rank 3 nothing. */
START_TEST(one_rank_can_be_chosen)
{
    struct file_builder b;
    struct profile p;
    char *error = NULL;
    const uint32_t ranks[] = {3, 4};
    struct profile_request request = {.path_count = 2, .ranks = ranks, .rank_count = 1};

    save_two_threads("a");
    builder_start(&b);
    b.header.rank = 3;
    builder_save(&b, scratch_path("b"));
    char *first = strdup(scratch_path("a"));
    request.paths = (const char *[]){first, scratch_path("b")};
    ck_assert(profile_load(&p, &request, &error));
    ck_assert_uint_eq(p.input_count, 1);
    ck_assert_int_eq(p.inputs[0].rank, 3);
    ck_assert_uint_eq(p.function_count, 0);
    profile_release(&p);

    request.rank_count = 2;
    ck_assert(!profile_load(&p, &request, &error));
    ck_assert_msg(strstr(error, "no rank 4") != NULL, "%s", error);
    free(error);
    free(first);
}
END_TEST

static void put_region(struct file_builder *b, const char *name,
                       struct lprof_region fields)
{
    const struct lprof_region_view region = {
        fields, {name, strlen(name)}
    };
    lprof_put_region(b->writer, &region);
}

START_TEST(regions_of_a_name_are_one)
{
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    put_region(&b, "step",
               (struct lprof_region){.thread = 1,
                                     .calls = 2,
                                     .ticks = 30,
                                     .self_ticks = 20,
                                     .min_ticks = 10,
                                     .max_ticks = 20});
    put_region(&b, "epoch", (struct lprof_region){.thread = 1, .calls = 1, .ticks = 50});
    put_region(&b, "step",
               (struct lprof_region){.thread = 2,
                                     .calls = 1,
                                     .ticks = 5,
                                     .self_ticks = 5,
                                     .min_ticks = 5,
                                     .max_ticks = 5});
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.region_count, 2);
    ck_assert_str_eq(p.regions[0].name, "epoch");
    ck_assert_uint_eq(p.regions[0].max_ns, 0);
    const struct region *step = &p.regions[1];
    ck_assert_uint_eq(step->calls, 3);
    ck_assert_uint_eq(step->total_ns, 35);
    ck_assert_uint_eq(step->self_ns, 25);
    ck_assert_uint_eq(step->min_ns, 5);
    ck_assert_uint_eq(step->max_ns, 20);
    profile_release(&p);
}
END_TEST

START_TEST(files_are_added_up)
{
    struct profile p;

    save_two_threads("a");
    save_two_threads("b");
    scratch_load(&p, (const char *[]){"a", "b"}, 2);
    ck_assert_uint_eq(p.function_count, 1);
    ck_assert_uint_eq(p.functions[0].calls, 6);
    ck_assert_uint_eq(p.functions[0].lines[0].time_ns, 280);
    ck_assert_uint_eq(p.functions[0].total_ns, 400);
    ck_assert_uint_eq(p.thread_count, 4);
    profile_release(&p);
}
END_TEST

/* Files by sets of (name, symbol, line, end_line, hash), one thread, one hit each. */
struct build {
    const char *name, *symbol;
    uint32_t line, end_line;
    uint64_t hash;
    uint32_t flags;
    uint32_t unit;
};

static void save_builds(const char *file, const struct build *builds, size_t count)
{
    struct file_builder b;

    builder_start(&b);
    for (size_t i = 0; i < count; i++) {
        const struct lprof_site site = {.line = builds[i].line + 1 + (uint32_t)i};
        const uint32_t id =
            builder_function(&b, &(struct function_spec){.name = builds[i].name,
                                                         .symbol = builds[i].symbol,
                                                         .line = builds[i].line,
                                                         .end_line = builds[i].end_line,
                                                         .source_hash = builds[i].hash,
                                                         .flags = builds[i].flags,
                                                         .unit = builds[i].unit,
                                                         .sites = &site,
                                                         .site_count = 1});
        builder_block(
            &b,
            (struct lprof_block){
                .function = id, .cell_count = 1, .thread = 1, .calls = 1, .ticks = 10},
            &(struct builder_cell){.hits = 1, .ticks = 10});
    }
    builder_save(&b, scratch_path(file));
}

START_TEST(instances_become_one_function)
{
    const struct build builds[] = {
        {"max", "max_int",      10, 20, 1,  0, 0},
        {"min", "min_int",      30, 40, 2,  0, 0},
        {"max", "max_double",   10, 20, 1,  0, 0},
        {"max", "another_text", 10, 20, 99, 0, 0},
    };
    struct profile p;

    save_builds("a", builds, 4);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.function_count, 3); /* the text of the last is not theirs */
    const struct function *max = &p.functions[0];
    ck_assert_str_eq(max->symbol, "max_double");
    ck_assert_uint_eq(max->line_count, 2);
    ck_assert_uint_eq(max->lines[0].number, 11);
    ck_assert_uint_eq(max->lines[1].number, 13);
    ck_assert_uint_eq(max->calls, 2);
    ck_assert_uint_eq(max->total_ns, 20);
    profile_release(&p);
}
END_TEST

static const struct {
    struct build a, b;
    bool fits;
} pairs[] = {
    {{"f", "f", 10, 20, 1, 0, 0},  {"f", "f", 10, 20, 1, 0, 0},  true }, /* the same */
    {{"f", "f", 10, 20, 1, 0, 0},  {"f", "f", 10, 20, 2, 0, 0},  false}, /* other text */
    {{"f", "f", 10, 20, 1, 0, 0},  {"f", "f", 10, 21, 1, 0, 0},  false}, /* longer */
    {{"f", "f", 10, 20, 1, 0, 0},  {"f", "f", 12, 22, 1, 0, 0},  false}, /* moved */
    {{"f", "f1", 10, 20, 1, 0, 0}, {"f", "f2", 30, 40, 2, 0, 0}, true }, /* overloads */
    {{"f", "f", 10, 20, 1, 0, 0},  {"g", "g", 10, 20, 2, 0, 0},  true }, /* others */
};

START_TEST(other_builds_are_refused)
{
    const char *paths[2];
    struct profile p;
    char *error = NULL;

    save_builds("a", &pairs[_i].a, 1);
    save_builds("b", &pairs[_i].b, 1);
    paths[0] = scratch_path("a");
    paths[1] = scratch_path("b");
    const bool fits = profile_load(
        &p, &(struct profile_request){.paths = paths, .path_count = 2}, &error);
    ck_assert_msg(fits == pairs[_i].fits, "pair %d: %s", _i, error);
    if (fits) {
        profile_release(&p);
        return;
    }
    ck_assert_msg(strstr(error, paths[0]) && strstr(error, paths[1]), "%s", error);
    ck_assert_ptr_null(strchr(error, '\n'));
    free(error);
}
END_TEST

START_TEST(instances_can_be_kept_apart)
{
    const struct build builds[] = {
        {.name = "max",
         .symbol = "_Z3maxIiET_S0_S0_",
         .line = 5,
         .end_line = 9,
         .hash = 1},
        {.name = "max",
         .symbol = "_Z3maxIdET_S0_S0_",
         .line = 5,
         .end_line = 9,
         .hash = 1},
        {.name = "max",
         .symbol = "_Z3maxIiET_S0_S0_.constprop.0",
         .line = 5,
         .end_line = 9,
         .hash = 1},
    };
    struct profile p;
    char *error = NULL;

    save_builds("a", builds, 2);
    save_builds("b", builds + 2, 1); /* that one instance is missing is no other build */
    char *first = strdup(scratch_path("a"));
    const struct profile_request request = {
        .paths = (const char *[]){first, scratch_path("b")},
        .path_count = 2,
        .keep_instances = true,
    };
    ck_assert(profile_load(&p, &request, &error));
    ck_assert_uint_eq(p.function_count, 2);
    ck_assert_str_eq(function_title(&p.functions[0]),
                     "double max<double>(double, double)");
    ck_assert_str_eq(function_title(&p.functions[1]), "int max<int>(int, int)");
    ck_assert_uint_eq(p.functions[1].calls, 2);
    profile_release(&p);
    free(first);
}
END_TEST

START_TEST(order_of_files_does_not_matter)
{
    static const int orders[][3] = {
        {0, 1, 2},
        {0, 2, 1},
        {1, 0, 2},
        {1, 2, 0},
        {2, 0, 1},
        {2, 1, 0}
    };
    static const char *const names[] = {"a", "b", "c"};
    const struct build builds[][2] = {
        {{"max", "max_int", 10, 20, 1, 0, 0},  {"a", "a", 5, 6, 2, 0, 0}},
        {{"max", "max_char", 10, 20, 1, 0, 0}, {"z", "z", 5, 6, 2, 0, 0}},
        {{"max", "max_int", 10, 20, 1, 0, 0},  {"a", "a", 5, 6, 2, 0, 0}},
    };
    char *first = NULL;

    for (size_t i = 0; i < 3; i++)
        save_builds(names[i], builds[i], 2);
    for (size_t i = 0; i < 6; i++) {
        const char *arguments[6] = {"--format=json"};
        for (size_t j = 0; j < 3; j++)
            arguments[j + 1] = scratch_path(names[orders[i][j]]);
        ck_assert_int_eq(scratch_view(arguments), 0);
        char *text = scratch_read("out");
        if (first)
            ck_assert_str_eq(text, first);
        else
            first = strdup(text);
        free(text);
    }
    ck_assert_ptr_nonnull(strstr(first, "\"inputs\""));
    free(first);
}
END_TEST

START_TEST(parts_belong_to_their_function)
{
    /* f waits 70 of its 100 ticks for its part on the same thread; another thread runs
       the part for 50. */
    const struct lprof_site f_site = {.line = 11};
    const struct lprof_site part_site = {.line = 12};
    struct file_builder b;
    struct lprof_edge edge = {.function = 2, .ticks = 70};
    struct profile p;

    builder_start(&b);
    builder_function(
        &b,
        &(struct function_spec){
            .name = "f", .line = 10, .end_line = 13, .sites = &f_site, .site_count = 1});
    builder_function(&b, &(struct function_spec){.name = "f",
                                                 .symbol = "f._omp_fn.0",
                                                 .line = 10,
                                                 .end_line = 13,
                                                 .flags = LPROF_FUNCTION_PART,
                                                 .sites = &part_site,
                                                 .site_count = 1});
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    builder_thread(&b, (struct lprof_thread){.thread = 2}, "worker");
    const uint64_t edges = lprof_put_edges(b.writer, 1, &edge, 1);
    builder_block(&b,
                  (struct lprof_block){.function = 1,
                                       .cell_count = 1,
                                       .thread = 1,
                                       .calls = 1,
                                       .primitive_calls = 1,
                                       .ticks = 100},
                  &(struct builder_cell){
                      .hits = 1, .ticks = 100, .child_ticks = 70, .edges = edges});
    builder_block(
        &b,
        (struct lprof_block){.function = 2, .cell_count = 1, .thread = 1, .ticks = 70},
        &(struct builder_cell){.hits = 5, .ticks = 70});
    builder_block(
        &b,
        (struct lprof_block){.function = 2, .cell_count = 1, .thread = 2, .ticks = 50},
        &(struct builder_cell){.hits = 5, .ticks = 50});
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.function_count, 1);
    ck_assert_str_eq(p.functions[0].symbol, "f");
    ck_assert_uint_eq(p.functions[0].total_ns, 150);
    ck_assert_uint_eq(p.functions[0].lines[0].time_ns, 30);
    ck_assert_uint_eq(p.functions[0].lines[0].self_ns, 30);
    ck_assert_uint_eq(p.functions[0].lines[1].time_ns, 120);
    ck_assert_uint_eq(p.functions[0].lines[1].hits, 10);
    ck_assert_uint_eq(p.call_count, 0);
    profile_release(&p);
}
END_TEST

START_TEST(calls_are_those_of_the_edges)
{
    struct file_builder b;
    struct profile p;
    struct lprof_edge chain[3] = {
        {.function = 2, .calls = 3, .ticks = 30},
        {.function = 1,             .calls = 1,           .ticks = 5},
        {.function = 77,   .calls = 1  }, /* nobody's id */
    };

    builder_start(&b);
    for (int i = 0; i < 2; i++)
        builder_function(&b, &(struct function_spec){.name = i ? "g" : "f",
                                                     .line = i ? 20u : 10u,
                                                     .end_line = i ? 21u : 11u,
                                                     .sites = two_sites,
                                                     .site_count = 1});
    const uint64_t at = lprof_writer_next(b.writer) + sizeof(struct lprof_edges);
    chain[0].next = at + sizeof chain[0];
    chain[1].next = at + 2 * sizeof chain[0];
    chain[2].next = at; /* a circle */
    lprof_put_edges(b.writer, 1, chain, 3);
    builder_block(&b, (struct lprof_block){.function = 1, .cell_count = 1, .thread = 1},
                  &(struct builder_cell){.edges = at});
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.call_count, 2);
    ck_assert_str_eq(p.calls[0].callee->name, "f");
    ck_assert_str_eq(p.calls[1].callee->name, "g");
    ck_assert_uint_eq(p.calls[1].line, 11);
    ck_assert_uint_eq(p.calls[1].count, 3);
    ck_assert_uint_eq(p.calls[1].total_ns, 30);
    ck_assert(p.inputs[0].has_loose_ends);
    profile_release(&p);
}
END_TEST

START_TEST(functions_without_times_have_none)
{
    const struct build builds[] = {
        {"f", "f", 10, 20, 1, 0, 1},
        {"g", "g", 30, 40, 1, 0, 2}
    };
    struct profile p;

    save_builds("a", builds, 2);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert(function_named(&p, "f")->has_times);
    ck_assert_uint_eq(function_named(&p, "f")->total_ns, 10);
    ck_assert(!function_named(&p, "g")->has_times);
    ck_assert_uint_eq(function_named(&p, "g")->total_ns, 0);
    ck_assert_uint_eq(function_named(&p, "g")->lines[0].hits, 1);
    profile_release(&p);
}
END_TEST

/* Thousands of lines at a rate that divides nothing: rounding must not show. */
START_TEST(lines_add_up_to_the_total_in_ns)
{
    enum { COUNT = 5000 };
    static struct lprof_site sites[COUNT];
    static struct builder_cell cells[COUNT];
    struct file_builder b;
    struct profile p;
    uint64_t ticks = 0;
    uint64_t sum_ns = 0;

    for (uint32_t i = 0; i < COUNT; i++) {
        sites[i].line = 11 + i;
        cells[i].ticks = i * 7 % 13;
        ticks += cells[i].ticks;
    }
    builder_start(&b);
    b.header.tick_hz = 0;
    b.header.end_ticks = 12980000001u;
    builder_function(&b, &(struct function_spec){.name = "f",
                                                 .line = 10,
                                                 .end_line = 9000,
                                                 .sites = sites,
                                                 .site_count = COUNT});
    builder_block(&b,
                  (struct lprof_block){
                      .function = 1, .cell_count = COUNT, .thread = 1, .ticks = ticks},
                  cells);
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    for (size_t i = 0; i < COUNT; i++)
        sum_ns += p.functions[0].lines[i].time_ns;
    ck_assert_uint_eq(sum_ns, p.functions[0].total_ns);
    ck_assert_uint_eq(sum_ns, (ticks * 5000000000u + 6490000000u) / 12980000001u);
    profile_release(&p);
}
END_TEST

START_TEST(rate_comes_from_the_header)
{
    const struct rate stated = rate_of(&(struct lprof_header){.tick_hz = 1000000});
    const struct rate by_pairs = rate_of(&(struct lprof_header){
        .start_clock_ns = 100, .end_clock_ns = 200, .start_ticks = 50, .end_ticks = 350});
    const struct rate none = rate_of(&(struct lprof_header){
        .start_clock_ns = 100, .end_clock_ns = 99, .end_ticks = 5});

    ck_assert_uint_eq(rate_ns(stated, 3), 3000);
    ck_assert_uint_eq(rate_ns(by_pairs, 4), 1);
    ck_assert_uint_eq(rate_ns(by_pairs, 5), 2);
    ck_assert_uint_eq(rate_hz(by_pairs), 3000000000u);
    ck_assert_uint_eq(rate_ns(stated, UINT64_MAX), INT64_MAX);
    ck_assert(by_pairs.is_known && stated.is_known && !none.is_known);
    ck_assert_uint_eq(rate_ns(none, 77), 77);
}
END_TEST

START_TEST(threads_without_a_record_of_their_own_are_one)
{
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    builder_function(&b, &(struct function_spec){.name = "f",
                                                 .line = 10,
                                                 .end_line = 13,
                                                 .sites = two_sites,
                                                 .site_count = 1});
    for (uint32_t i = 1; i <= 3; i++) {
        builder_thread(
            &b,
            (struct lprof_thread){.thread = i, .flags = i > 1 ? LPROF_THREAD_OTHER : 0},
            "pool");
        builder_block(
            &b,
            (struct lprof_block){.function = 1, .cell_count = 1, .thread = i, .ticks = i},
            &(struct builder_cell){.hits = 1, .ticks = i});
    }
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.thread_count, 2);
    ck_assert_str_eq(p.threads[0].name, "pool");
    ck_assert_str_eq(p.threads[1].name, "other");
    ck_assert_uint_eq(p.threads[1].total_ns, 5);
    profile_release(&p);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, threads_are_added_up);
    tcase_add_test(tests, one_thread_can_be_chosen);
    tcase_add_test(tests, one_rank_can_be_chosen);
    tcase_add_test(tests, regions_of_a_name_are_one);
    tcase_add_test(tests, instances_can_be_kept_apart);
    tcase_add_test(tests, files_are_added_up);
    tcase_add_test(tests, instances_become_one_function);
    tcase_add_loop_test(tests, other_builds_are_refused, 0,
                        (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_test(tests, order_of_files_does_not_matter);
    tcase_add_test(tests, parts_belong_to_their_function);
    tcase_add_test(tests, calls_are_those_of_the_edges);
    tcase_add_test(tests, functions_without_times_have_none);
    tcase_add_test(tests, lines_add_up_to_the_total_in_ns);
    tcase_add_test(tests, rate_comes_from_the_header);
    tcase_add_test(tests, threads_without_a_record_of_their_own_are_one);
    suite_add_tcase(suite, tests);
    return suite;
}
