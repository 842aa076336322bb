/* SPDX-License-Identifier: MIT */
/* The front program lineprof. */
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>

#define COMMAND(...) scratch_command((const char *const[]){__VA_ARGS__, NULL})

static void save_file(void)
{
    struct file_builder b;

    builder_start(&b);
    builder_function(&b, &(struct function_spec){.name = "f", .line = 1, .end_line = 2});
    builder_save(&b, scratch_path("a"));
}

START_TEST(no_command_is_wrong_usage)
{
    ck_assert_int_eq(COMMAND(NULL), 2);
    scratch_check("out", "");
    scratch_check_holds("err", "Usage: lineprof COMMAND");
}
END_TEST

START_TEST(unknown_command_is_named)
{
    ck_assert_int_eq(COMMAND("nonsense\n"), 2);
    scratch_check("err",
                  "lineprof: there is no command nonsense\\x0a; see: lineprof help\n");
}
END_TEST

static const struct {
    const char *word;
    const char *meant;
} misspelt[] = {
    {"veiw",     "view"     },
    {"mrege",    "merge"    },
    {"marge",    "merge"    },
    {"diffs",    "diff"     },
    {"-help",    "help"     },
    {"-version", "--version"},
};

START_TEST(misspelt_command_is_guessed)
{
    char expected[128];

    ck_assert_int_eq(COMMAND(misspelt[_i].word), 2);
    snprintf(expected, sizeof expected,
             "lineprof: there is no command %s; did you mean %s?\n", misspelt[_i].word,
             misspelt[_i].meant);
    scratch_check("err", expected);
}
END_TEST

START_TEST(help_lists_what_there_is)
{
    static const char *const spellings[] = {"help", "--help", "-h"};

    ck_assert_int_eq(COMMAND(spellings[_i]), 0);
    scratch_check_holds("out", "view [OPTION]... FILE...");
    scratch_check_holds("out", "dump FILE");
    scratch_check_holds("out", "--cflags");
    scratch_check("err", "");
}
END_TEST

START_TEST(version_is_told)
{
    ck_assert_int_eq(COMMAND("--version"), 0);
    scratch_check_holds("out", "lineprof 0.");
}
END_TEST

START_TEST(view_is_lineprof_view)
{
    save_file();
    ck_assert_int_eq(COMMAND("view", "--list", scratch_path("a")), 0);
    scratch_check("out", "/nowhere/code.c:1: f\n");
    ck_assert_int_eq(COMMAND("view", "/nowhere/x"), 1);
}
END_TEST

START_TEST(diff_is_lineprof_view_with_a_base)
{
    save_file();
    ck_assert_int_eq(COMMAND("diff", scratch_path("a"), scratch_path("a")), 0);
    ck_assert_int_eq(COMMAND("diff", "/nowhere/base", scratch_path("a")), 1);
    scratch_check("err", "lineprof-view: /nowhere/base: No such file or directory; a "
                         "program writes its profile "
                         "where it was started, or where LINEPROF_OUT says\n");
    ck_assert_int_eq(COMMAND("diff", scratch_path("a")), 2);
    scratch_check_holds("err", "two files");
}
END_TEST

START_TEST(dump_shows_records)
{
    save_file();
    ck_assert_int_eq(COMMAND("dump", scratch_path("a")), 0);
    scratch_check_holds("out", "0: HEADER\n");
    scratch_check_holds("out", ": FUNCTION, ");
    scratch_check_holds("out", "    name               \"f\"\n");
    ck_assert_int_eq(COMMAND("dump"), 2);
    ck_assert_int_eq(COMMAND("dump", "/nowhere/x"), 1);
    scratch_check("err", "lineprof dump: /nowhere/x: No such file or directory; a "
                         "program writes its profile "
                         "where it was started, or where LINEPROF_OUT says\n");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("command");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, no_command_is_wrong_usage);
    tcase_add_test(tests, unknown_command_is_named);
    tcase_add_loop_test(tests, misspelt_command_is_guessed, 0,
                        (int)(sizeof misspelt / sizeof misspelt[0]));
    tcase_add_loop_test(tests, help_lists_what_there_is, 0, 3);
    tcase_add_test(tests, version_is_told);
    tcase_add_test(tests, view_is_lineprof_view);
    tcase_add_test(tests, diff_is_lineprof_view_with_a_base);
    tcase_add_test(tests, dump_shows_records);
    suite_add_tcase(suite, tests);
    return suite;
}
