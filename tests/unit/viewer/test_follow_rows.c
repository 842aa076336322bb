/* SPDX-License-Identifier: MIT */
/* What has happened between two looks at a program. */
#include "scratch.h"
#include "suite_main.h"

#include "print/follow_rows.h"

#include <stdlib.h>

/* A look at f, and at g when it has begun: hits and ticks of a line each. */
static void save_look(const char *name, uint64_t hits, uint64_t ticks, bool has_g)
{
    static const struct lprof_site sites[] = {{.line = 11}, {.line = 12}};
    const struct builder_cell cells[] = {
        {.hits = hits, .ticks = ticks, .child_ticks = ticks / 2},
        {.hits = 1,            .ticks = 7                 }
    };
    struct file_builder b;

    builder_start(&b);
    for (uint32_t i = 1; i <= (has_g ? 2u : 1u); i++) {
        builder_function(&b, &(struct function_spec){.name = i == 1 ? "f" : "g",
                                                     .line = 20 - 10 * (i - 1),
                                                     .end_line = 20,
                                                     .sites = sites,
                                                     .site_count = 2});
        builder_block(&b,
                      (struct lprof_block){.function = i,
                                           .cell_count = 2,
                                           .thread = 1,
                                           .calls = 1,
                                           .ticks = ticks + 7},
                      cells);
    }
    builder_save(&b, scratch_path(name));
}

START_TEST(rows_have_what_is_new)
{
    struct profile before, now;

    save_look("a", 10, 100, false);
    save_look("b", 15, 160, true); /* g is in front of f: it begins above it */
    scratch_load(&before, (const char *[]){"a"}, 1);
    scratch_load(&now, (const char *[]){"b"}, 1);
    struct follow_rows rows = follow_rows_make(&now, &before, FOLLOW_NOW);
    ck_assert_uint_eq(rows.count, 4);
    ck_assert_str_eq(rows.all[0].function->name, "g"); /* all of it is new */
    ck_assert_uint_eq(rows.all[0].new_time_ns, 160);
    ck_assert_uint_eq(rows.all[0].new_hits, 15);
    ck_assert_str_eq(rows.all[1].function->name, "f");
    ck_assert_uint_eq(rows.all[1].new_time_ns, 60);
    ck_assert_uint_eq(rows.all[1].new_self_ns, 30);
    ck_assert_uint_eq(rows.all[1].new_hits, 5);
    ck_assert_uint_eq(rows.all[2].new_time_ns, 7); /* the other line of g */
    ck_assert_uint_eq(rows.all[3].new_time_ns, 0);
    free(rows.all);
    profile_release(&before);
    profile_release(&now);
}
END_TEST

/* A counter that was read in the middle of a change. */
START_TEST(nothing_goes_back)
{
    struct profile before, now;

    save_look("a", 10, 100, false);
    save_look("b", 9, 90, false);
    scratch_load(&before, (const char *[]){"a"}, 1);
    scratch_load(&now, (const char *[]){"b"}, 1);
    struct follow_rows rows = follow_rows_make(&now, &before, FOLLOW_HITS);
    ck_assert_uint_eq(rows.count, 2);
    ck_assert_uint_eq(rows.all[0].line->hits, 9);
    ck_assert_uint_eq(rows.all[0].new_hits, 0);
    ck_assert_uint_eq(rows.all[0].new_time_ns, 0);
    free(rows.all);
    profile_release(&before);
    profile_release(&now);
}
END_TEST

START_TEST(first_look_is_all_new)
{
    struct profile now;

    save_look("a", 10, 100, false);
    scratch_load(&now, (const char *[]){"a"}, 1);
    struct follow_rows rows = follow_rows_make(&now, NULL, FOLLOW_TIME);
    ck_assert_uint_eq(rows.count, 2);
    ck_assert_uint_eq(rows.all[0].new_time_ns, 100);
    free(rows.all);
    profile_release(&now);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("follow_rows");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, rows_have_what_is_new);
    tcase_add_test(tests, nothing_goes_back);
    tcase_add_test(tests, first_look_is_all_new);
    suite_add_tcase(suite, tests);
    return suite;
}
