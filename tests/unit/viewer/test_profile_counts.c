/* SPDX-License-Identifier: MIT */
/* Files of light code: counts of modules, and layouts that say what they add up to. */
#include "scratch.h"
#include "suite_main.h"

#include "base/call_groups.h"
#include "model/profile_save.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH(table) (sizeof(table) / sizeof(table)[0])
#define VIEW(...)     scratch_view((const char *const[]){__VA_ARGS__, NULL})

enum { MODULE = 3, HITS_UNIT = 2 };

/* A function with lines 11 and 12. */
static uint32_t add_function(struct file_builder *b, const char *name, uint32_t unit,
                             uint32_t flags)
{
    static const struct lprof_site sites[] = {{.line = 11}, {.line = 12}};

    return builder_function(b, &(struct function_spec){.name = name,
                                                       .line = 10 * b->function_count,
                                                       .end_line = 10,
                                                       .flags = flags,
                                                       .unit = unit,
                                                       .sites = sites,
                                                       .site_count = 2});
}

/* Its first count is that of the activations, which begin line 11; the second that of
   line 12, which is begun once more with each activation; then one for each call, all
   from line 12. */
static void add_layout(struct file_builder *b, struct lprof_layout fields,
                       struct lprof_text symbols)
{
    static const struct lprof_call calls[] = {{.site = 1}, {.site = 1}, {.site = 1}};
    static const uint32_t sums[] = {1, 0, 2, 0, 1, 1, 0, 1, 2, 1, 3, 1, 4};

    for (size_t i = 0; i < symbols.size; i++)
        fields.call_count += symbols.bytes[i] == '\0';
    fields.module = fields.module ? fields.module : MODULE;
    fields.site_count = 2;
    fields.count_count = fields.count_count ? fields.count_count : 2 + fields.call_count;
    fields.sum_words = 7 + 2 * fields.call_count;
    ck_assert_uint_le(fields.call_count, LENGTH(calls));
    lprof_put_layout(b->writer, &(struct lprof_layout_view){.fields = fields,
                                                            .sums = sums,
                                                            .calls = calls,
                                                            .symbols = symbols});
}

/* How often each was, half of the pairs as the code leaves them once they were renewed.
 */
static uint64_t add_counts(struct file_builder *b, struct lprof_counts fields,
                           const uint64_t *values)
{
    const uint64_t bias = UINT64_C(1) << 40;
    struct lprof_count pairs[32] = {0};
    const uint64_t address = lprof_writer_next(b->writer);

    ck_assert_uint_le(fields.count_count, LENGTH(pairs));
    for (uint64_t i = 0; i < fields.count_count; i++) {
        pairs[i].bias = i % 2 ? bias : 0;
        pairs[i].count = values[i] - pairs[i].bias;
    }
    fields.module = fields.module ? fields.module : MODULE;
    lprof_put_counts(b->writer,
                     &(struct lprof_counts_view){.fields = fields, .counts = pairs});
    return address;
}

static void finish(struct file_builder *b, const char *name)
{
    b->header.mode = LPROF_MODE_HITS;
    builder_save(b, scratch_path(name));
}

static const struct call *call_between(const struct profile *p, const char *caller,
                                       const char *callee)
{
    for (size_t i = 0; i < p->call_count; i++) {
        if (!strcmp(p->calls[i].caller->name, caller) &&
            !strcmp(p->calls[i].callee->name, callee))
            return &p->calls[i];
    }
    return NULL;
}

/* main calls f and puts; f calls itself.  Two threads of this run, one of before a reset
   and counts of before one. */
static void save_two_threads(void)
{
    struct file_builder b;

    builder_start(&b);
    add_function(&b, "main", HITS_UNIT, 0);
    add_function(&b, "f", HITS_UNIT, 0);
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    builder_thread(&b, (struct lprof_thread){.thread = 2}, "worker");
    builder_thread(&b, (struct lprof_thread){.thread = 4, .flags = LPROF_THREAD_OUTDATED},
                   "before");
    add_layout(&b, (struct lprof_layout){.function = 1}, TEXT("f\0puts\0"));
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 8},
               (const uint64_t[]){1, 4, 3, 2, 99, 30, 100, 27});
    add_layout(&b, (struct lprof_layout){.function = 2, .first_count = 5}, TEXT("f\0"));
    add_counts(&b, (struct lprof_counts){.thread = 2, .count_count = 8},
               (const uint64_t[]){0, 0, 0, 0, 99, 5, 2, 4});
    add_counts(&b,
               (struct lprof_counts){
                   .thread = 4, .count_count = 8, .flags = LPROF_COUNTS_OUTDATED},
               (const uint64_t[]){7, 7, 7, 7, 7, 7, 7, 7});
    add_counts(&b,
               (struct lprof_counts){
                   .thread = 1, .count_count = 8, .flags = LPROF_COUNTS_OUTDATED},
               (const uint64_t[]){7, 7, 7, 7, 7, 7, 7, 7});
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 8, .module = 9},
               (const uint64_t[]){7, 7, 7, 7, 7, 7, 7, 7});
    finish(&b, "a");
}

START_TEST(counts_add_up_over_threads)
{
    struct profile p;

    save_two_threads();
    scratch_load(&p, (const char *[]){"a"}, 1);
    const struct function *main_function = function_named(&p, "main");
    const struct function *f = function_named(&p, "f");
    ck_assert(!f->has_times);
    ck_assert_uint_eq(main_function->calls, 1);
    ck_assert_uint_eq(main_function->primitive_calls, 1);
    ck_assert_uint_eq(main_function->lines[0].hits, 1);
    ck_assert_uint_eq(main_function->lines[1].hits, 5);
    ck_assert_uint_eq(f->calls, 35);
    ck_assert_uint_eq(f->primitive_calls, 35 - 31);
    ck_assert_uint_eq(f->lines[0].hits, 35);
    ck_assert_uint_eq(f->lines[1].hits, 35 + 102);
    ck_assert_uint_eq(p.call_count, 2);
    ck_assert_uint_eq(call_between(&p, "main", "f")->count, 3);
    ck_assert_uint_eq(call_between(&p, "main", "f")->line, 12);
    ck_assert_uint_eq(call_between(&p, "f", "f")->count, 31);
    ck_assert_uint_eq(p.inputs[0].has_loose_ends, false);
    profile_release(&p);
}
END_TEST

START_TEST(one_thread_can_be_chosen)
{
    struct profile p;
    char *error = NULL;
    const uint32_t ids[] = {2};
    struct profile_request request = {.path_count = 1, .threads = ids, .thread_count = 1};

    save_two_threads();
    request.paths = (const char *[]){scratch_path("a")};
    ck_assert(profile_load(&p, &request, &error));
    ck_assert_uint_eq(function_named(&p, "main")->calls, 0);
    ck_assert_uint_eq(function_named(&p, "main")->lines[1].hits, 0);
    ck_assert_uint_eq(function_named(&p, "f")->calls, 5);
    ck_assert_uint_eq(function_named(&p, "f")->primitive_calls, 1);
    profile_release(&p);
}
END_TEST

/* The module's counts are not there, end before the layout's, or begin nowhere. */
static const struct lprof_layout astray[] = {
    {.function = 1, .module = 77             },
    {.function = 1, .first_count = 3         },
    {.function = 1, .first_count = 5         },
    {.function = 1, .first_count = UINT64_MAX},
    {.function = 1, .count_count = UINT32_MAX},
};

START_TEST(layout_without_counts_adds_nothing)
{
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    add_function(&b, "f", HITS_UNIT, 0);
    add_layout(&b, astray[_i], TEXT(""));
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 4},
               (const uint64_t[]){7, 7, 7, 7});
    finish(&b, "a");
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.functions[0].calls, 0);
    ck_assert_uint_eq(p.functions[0].primitive_calls, 0);
    ck_assert_uint_eq(p.functions[0].lines[1].hits, 0);
    profile_release(&p);
}
END_TEST

/* What GCC split off f adds lines and no calls; and when it calls f, f calls itself.  The
   code of a part may be there twice. */
START_TEST(part_adds_lines_but_no_calls)
{
    static const struct lprof_site sites[] = {{.line = 11}, {.line = 12}};
    struct function_spec f = {
        .name = "f", .line = 10, .unit = HITS_UNIT, .sites = sites, .site_count = 2};
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    builder_function(&b, &f);
    f.flags = LPROF_FUNCTION_PART;
    builder_function(&b, &f);
    add_layout(&b, (struct lprof_layout){.function = 1}, TEXT("f.part.0\0"));
    for (uint64_t i = 0; i < 2; i++)
        add_layout(&b,
                   (struct lprof_layout){.function = 2,
                                         .first_count = 3 + 3 * i,
                                         .flags = LPROF_FUNCTION_PART},
                   TEXT("f\0"));
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 9},
               (const uint64_t[]){10, 0, 6, 4, 1, 5, 2, 0, 2});
    finish(&b, "a");
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.function_count, 1);
    ck_assert_uint_eq(p.functions[0].calls, 10);
    ck_assert_uint_eq(p.functions[0].primitive_calls, 10 - 7);
    ck_assert_uint_eq(p.functions[0].lines[0].hits, 16);
    ck_assert_uint_eq(p.functions[0].lines[1].hits, 17);
    ck_assert_uint_eq(p.call_count, 1);
    ck_assert_uint_eq(call_between(&p, "f", "f")->count, 7);
    profile_release(&p);
}
END_TEST

/* main calls even, which calls odd and is called by it; idle would be in a cycle as well,
   had it run. */
static void save_cycle(const char *name)
{
    struct file_builder b;

    builder_start(&b);
    add_function(&b, "main", HITS_UNIT, 0);
    add_function(&b, "even", HITS_UNIT, 0);
    add_function(&b, "odd", HITS_UNIT, 0);
    add_function(&b, "idle", HITS_UNIT, 0);
    add_layout(&b, (struct lprof_layout){.function = 1}, TEXT("even\0"));
    add_layout(&b, (struct lprof_layout){.function = 2, .first_count = 3},
               TEXT("odd\0idle\0"));
    add_layout(&b, (struct lprof_layout){.function = 3, .first_count = 7},
               TEXT("even\0"));
    add_layout(&b, (struct lprof_layout){.function = 4, .first_count = 10},
               TEXT("even\0"));
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 13},
               (const uint64_t[]){1, 0, 1, 6, 0, 5, 0, 5, 0, 5, 0, 0, 0});
    finish(&b, name);
}

static void check_cycle(const struct profile *p, uint64_t runs)
{
    ck_assert_uint_eq(function_named(p, "main")->primitive_calls, runs);
    ck_assert_uint_eq(function_named(p, "even")->calls, 6 * runs);
    ck_assert_uint_eq(function_named(p, "even")->primitive_calls, NOT_KNOWN);
    ck_assert_uint_eq(function_named(p, "even")->lines[0].hits, 6 * runs);
    ck_assert_uint_eq(function_named(p, "odd")->primitive_calls, NOT_KNOWN);
    ck_assert_uint_eq(function_named(p, "idle")->primitive_calls, 0);
    ck_assert_uint_eq(p->call_count, 3);
    ck_assert_uint_eq(call_between(p, "main", "even")->count, runs);
    ck_assert_uint_eq(call_between(p, "even", "odd")->count, 5 * runs);
    ck_assert_uint_eq(call_between(p, "odd", "even")->count, 5 * runs);
}

START_TEST(primitive_calls_in_a_cycle_are_not_known)
{
    struct profile p;

    save_cycle("a");
    scratch_load(&p, (const char *[]){"a"}, 1);
    check_cycle(&p, 1);
    profile_release(&p);
}
END_TEST

START_TEST(what_is_not_known_is_null_and_not_shown)
{
    save_cycle("a");
    ck_assert_int_eq(VIEW("--format=json", scratch_path("a")), 0);
    scratch_check_holds("out", "\"calls\": 6, \"primitive_calls\": null");
    scratch_check_holds("out", "\"calls\": 1, \"primitive_calls\": 1");
    ck_assert_int_eq(VIEW("--table=functions", scratch_path("a")), 0);
    scratch_check_holds("out", "\n         12 function calls in ");
    scratch_check_holds("out", "\n        6        -        -        -        - ");
}
END_TEST

START_TEST(merged_runs_keep_counts_and_calls)
{
    struct profile p;
    char *error = NULL;

    save_cycle("a");
    save_cycle("b");
    scratch_load(&p, (const char *[]){"a", "b"}, 2);
    check_cycle(&p, 2);
    char *path = strdup(scratch_path("merged"));
    ck_assert_msg(profile_save_file(&p, path, &error), "%s", error);
    free(path);
    profile_release(&p);
    scratch_load(&p, (const char *[]){"merged"}, 1);
    check_cycle(&p, 2);
    ck_assert(!function_named(&p, "even")->has_times);
    profile_release(&p);
}
END_TEST

/* Static functions have the same name in several units, inline ones in several modules.
 */
START_TEST(name_means_the_nearest_that_counts)
{
    static const uint32_t no_terms = 0;
    static const struct lprof_layout counted[] = {
        {.function = 2, .module = MODULE, .sum_words = 1}, /* h1 */
        {.function = 3, .module = 8,      .sum_words = 1}, /* i1 */
        {.function = 5, .module = MODULE, .sum_words = 1}, /* h2 */
        {.function = 6, .module = MODULE, .sum_words = 1}, /* i2 */
    };
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    add_function(&b, "main", HITS_UNIT, 0);
    for (uint32_t unit = 1; unit <= 2; unit++) {
        builder_function(&b, &(struct function_spec){.name = unit == 1 ? "h1" : "h2",
                                                     .symbol = "helper",
                                                     .unit = unit});
        builder_function(&b, &(struct function_spec){.name = unit == 1 ? "i1" : "i2",
                                                     .symbol = "inlined",
                                                     .unit = 6 + unit});
        builder_function(&b, &(struct function_spec){.name = unit == 1 ? "o1" : "o2",
                                                     .symbol = "other",
                                                     .unit = 9});
    }
    add_layout(&b, (struct lprof_layout){.function = 1},
               TEXT("helper\0inlined\0other\0"));
    for (size_t i = 0; i < LENGTH(counted); i++)
        lprof_put_layout(b.writer, &(struct lprof_layout_view){.fields = counted[i],
                                                               .sums = &no_terms});
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 5},
               (const uint64_t[]){1, 0, 2, 3, 4});
    finish(&b, "a");
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(p.call_count, 3);
    ck_assert_uint_eq(call_between(&p, "main", "h2")->count, 2);
    ck_assert_uint_eq(call_between(&p, "main", "i2")->count, 3);
    ck_assert_uint_eq(call_between(&p, "main", "o1")->count, 4);
    profile_release(&p);
}
END_TEST

/* Light code calls code with blocks and is called by it: a cycle as well. */
START_TEST(blocks_and_layouts_are_one_graph)
{
    struct lprof_edge edge = {.function = 1, .calls = 3};
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    add_function(&b, "light", 1, 0); /* of a unit that has times, too */
    add_function(&b, "timed", 1, 0);
    add_layout(&b, (struct lprof_layout){.function = 1}, TEXT("timed\0"));
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 3},
               (const uint64_t[]){4, 0, 3});
    const uint64_t edges = lprof_put_edges(b.writer, 1, &edge, 1);
    builder_block(&b,
                  (struct lprof_block){
                      .function = 2,
                      .cell_count = 2,
                      .thread = 1,
                      .calls = 3,
                      .primitive_calls = 1,
                      .ticks = 50
    },
                  (const struct builder_cell[]){{.hits = 3, .ticks = 50, .edges = edges},
                                                {.hits = 0}});
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_eq(function_named(&p, "light")->primitive_calls, NOT_KNOWN);
    ck_assert(!function_named(&p, "light")->has_times);
    ck_assert_uint_eq(function_named(&p, "timed")->primitive_calls, 1);
    ck_assert(function_named(&p, "timed")->has_times);
    ck_assert_uint_eq(function_named(&p, "timed")->total_ns, 50);
    ck_assert_uint_eq(call_between(&p, "light", "timed")->count, 3);
    ck_assert_uint_eq(call_between(&p, "timed", "light")->count, 3);
    profile_release(&p);
}
END_TEST

/* The file at two moments: the second thread came in between. */
static void save_moment(const char *name, const uint64_t *first, const uint64_t *second)
{
    struct file_builder b;

    builder_start(&b);
    b.header.state = LPROF_STATE_RUNNING;
    add_function(&b, "f", HITS_UNIT, 0);
    add_layout(&b, (struct lprof_layout){.function = 1}, TEXT("f\0"));
    add_counts(&b, (struct lprof_counts){.thread = 1, .count_count = 3}, first);
    if (second)
        add_counts(&b, (struct lprof_counts){.thread = 2, .count_count = 3}, second);
    finish(&b, name);
}

START_TEST(earlier_reading_is_left_out)
{
    struct profile_request request = {.path_count = 1};
    struct lprof_reader *since = NULL;
    struct profile p;
    char *error = NULL;

    save_moment("before", (const uint64_t[]){10, 100, 8}, NULL);
    save_moment("after", (const uint64_t[]){15, 130, 12}, (const uint64_t[]){2, 3, 1});
    ck_assert_int_eq(lprof_reader_open(&since, scratch_path("before"), NULL), LPROF_OK);
    request.since = since;
    request.paths = (const char *[]){scratch_path("after")};
    ck_assert_msg(profile_load(&p, &request, &error), "%s", error);
    ck_assert_uint_eq(p.functions[0].calls, 7);
    ck_assert_uint_eq(p.functions[0].primitive_calls, 2);
    ck_assert_uint_eq(p.functions[0].lines[0].hits, 7);
    ck_assert_uint_eq(p.functions[0].lines[1].hits, 7 + 33);
    ck_assert_uint_eq(p.calls[0].count, 5);
    profile_release(&p);
    lprof_reader_close(since);
}
END_TEST

/* ---- Cycles ---- */

enum { NODES = 12 };

/* Two functions are in a cycle if each reaches the other. */
static void mark_by_hand(const struct graph_edge *edges, size_t count, bool *in_cycle)
{
    bool reaches[NODES][NODES] = {{false}};

    for (size_t i = 0; i < count; i++)
        reaches[edges[i].from][edges[i].to] = true;
    for (size_t k = 0; k < NODES; k++)
        for (size_t i = 0; i < NODES; i++)
            for (size_t j = 0; j < NODES; j++)
                reaches[i][j] |= reaches[i][k] && reaches[k][j];
    for (size_t i = 0; i < NODES; i++)
        for (size_t j = 0; j < NODES; j++)
            in_cycle[i] |= i != j && reaches[i][j] && reaches[j][i];
}

START_TEST(cycles_are_those_of_functions_that_reach_each_other)
{
    struct graph_edge edges[3 * NODES];

    srand(_i + 1u);
    for (size_t count = 0; count <= LENGTH(edges); count++) {
        bool got[NODES] = {false};
        bool want[NODES] = {false};
        for (size_t i = 0; i < count; i++)
            edges[i] = (struct graph_edge){.from = (size_t)rand() % NODES,
                                           .to = (size_t)rand() % NODES};
        graph_mark_cycles(edges, count, NODES, got);
        mark_by_hand(edges, count, want);
        ck_assert_mem_eq(got, want, sizeof got);
    }
}
END_TEST

START_TEST(long_chain_needs_no_stack)
{
    const size_t count = 1000000;
    struct graph_edge *edges = calloc(count, sizeof *edges);
    bool *in_cycle = calloc(count, sizeof *in_cycle);

    for (size_t i = 0; i < count; i++)
        edges[i] = (struct graph_edge){.from = i, .to = (i + 1) % count};
    graph_mark_cycles(edges, count - 1, count, in_cycle);
    ck_assert(!in_cycle[0] && !in_cycle[count - 1]);
    graph_mark_cycles(edges, count, count, in_cycle);
    ck_assert(in_cycle[0] && in_cycle[count / 2] && in_cycle[count - 1]);
    free(edges);
    free(in_cycle);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile_counts");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, counts_add_up_over_threads);
    tcase_add_test(tests, one_thread_can_be_chosen);
    tcase_add_loop_test(tests, layout_without_counts_adds_nothing, 0,
                        (int)LENGTH(astray));
    tcase_add_test(tests, part_adds_lines_but_no_calls);
    tcase_add_test(tests, primitive_calls_in_a_cycle_are_not_known);
    tcase_add_test(tests, what_is_not_known_is_null_and_not_shown);
    tcase_add_test(tests, merged_runs_keep_counts_and_calls);
    tcase_add_test(tests, name_means_the_nearest_that_counts);
    tcase_add_test(tests, blocks_and_layouts_are_one_graph);
    tcase_add_test(tests, earlier_reading_is_left_out);
    tcase_add_loop_test(tests, cycles_are_those_of_functions_that_reach_each_other, 0,
                        50);
    tcase_add_test(tests, long_chain_needs_no_stack);
    suite_add_tcase(suite, tests);
    return suite;
}
