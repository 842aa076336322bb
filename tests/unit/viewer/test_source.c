/* SPDX-License-Identifier: MIT */
/* What text is shown beside the numbers, and where a listing begins. */
#include "scratch.h"
#include "suite_main.h"

#include "source/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Line 4 is f's first; 3 to 6 is what the profile holds. */
#define FILE_TEXT        \
    "/* head */\n"       \
    "[[gnu::profile]]\n" \
    "static\n"           \
    "int f(void)\n"      \
    "{\n"                \
    "}\n"                \
    "/* tail */\n"
#define HELD_TEXT "static\nint f(void)\n{\n}"

static struct profile profile;

/* f in the scratch's code.cc, as if compiled from FILE_TEXT. */
static void load(const char *recorded_dir, struct lprof_text held)
{
    struct file_builder b;
    const struct lprof_site site = {.line = 6};
    char *file = NULL;
    const int size = asprintf(&file, "%s/code.cc%c", recorded_dir, 0);

    builder_start(&b);
    builder_function(&b, &(struct function_spec){
                             .name = "f",
                             .files = {file, (size_t)size},
                             .line = 4,
                             .end_line = 6,
                             .source_line = 3,
                             .source = held,
                             .sites = &site,
                             .site_count = 1
    });
    builder_save(&b, scratch_path("a"));
    scratch_load(&profile, (const char *[]){"a"}, 1);
    free(file);
}

static char *scratch_dir(void)
{
    char *dir = strdup(scratch_path("x"));
    *strrchr(dir, '/') = '\0';
    return dir;
}

static void load_from_scratch(struct lprof_text held)
{
    char *dir = scratch_dir();
    load(dir, held);
    free(dir);
}

static void teardown(void)
{
    profile_release(&profile);
    scratch_teardown();
}

static void check_line(struct sources *s, uint32_t number, const char *expected)
{
    const struct function *f = &profile.functions[0];
    const struct lprof_text line = sources_line(s, f, f->file, number);

    if (!expected) {
        ck_assert_msg(!line.bytes, "line %u is known", number);
        return;
    }
    ck_assert_msg(line.size == strlen(expected) &&
                      !memcmp(line.bytes, expected, line.size),
                  "line %u: \"%.*s\"", number, (int)line.size, line.bytes);
}

START_TEST(file_as_compiled_gives_all_lines)
{
    const struct source_options options = {.use_clang = false};

    scratch_write("code.cc", TEXT(FILE_TEXT));
    load_from_scratch(TEXT(HELD_TEXT));
    struct sources *s = sources_open(&profile, &options);
    const struct source_view view = sources_view(s, &profile.functions[0]);
    ck_assert(view.has_text && !view.is_stale);
    ck_assert_uint_eq(view.first_line, 3);
    check_line(s, 0, NULL);
    check_line(s, 1, "/* head */");
    check_line(s, 4, "int f(void)");
    check_line(s, 7, "/* tail */");
    check_line(s, 8, NULL);
    sources_close(s);
}
END_TEST

START_TEST(changed_file_is_not_shown)
{
    const struct source_options options = {.use_clang = false};

    scratch_write("code.cc", TEXT("/* new */\n" FILE_TEXT));
    load_from_scratch(TEXT(HELD_TEXT));
    struct sources *s = sources_open(&profile, &options);
    ck_assert(sources_view(s, &profile.functions[0]).is_stale);
    check_line(s, 2, NULL);
    check_line(s, 3, "static");
    check_line(s, 6, "}");
    check_line(s, 7, NULL);
    sources_close(s);
}
END_TEST

START_TEST(missing_file_is_no_change)
{
    const struct source_options options = {.use_clang = false};

    load_from_scratch(TEXT(HELD_TEXT));
    struct sources *s = sources_open(&profile, &options);
    const struct source_view view = sources_view(s, &profile.functions[0]);
    ck_assert(view.has_text && !view.is_stale);
    check_line(s, 2, NULL);
    check_line(s, 5, "{");
    sources_close(s);
}
END_TEST

START_TEST(nothing_known_is_said)
{
    const struct source_options options = {.use_clang = true};

    load_from_scratch((struct lprof_text){0});
    struct sources *s = sources_open(&profile, &options);
    const struct source_view view = sources_view(s, &profile.functions[0]);
    ck_assert(!view.has_text && !view.is_stale);
    ck_assert_uint_eq(view.first_line, 4);
    sources_close(s);
}
END_TEST

START_TEST(sources_can_have_moved)
{
    char *dir = scratch_dir();
    const struct source_move moves[] = {
        {"/ol",       "/wrong"},
        {"/old/tree", dir     }
    };
    const struct source_options options = {.moves = moves, .move_count = 2};

    scratch_write("code.cc", TEXT(FILE_TEXT));
    load("/old/tree", (struct lprof_text){0});
    struct sources *s = sources_open(&profile, &options);
    ck_assert_str_eq(sources_path(s, profile.functions[0].file), scratch_path("code.cc"));
    check_line(s, 4, "int f(void)");
    sources_close(s);
    free(dir);
}
END_TEST

/* libclang sees the whole file; an attribute in brackets is above what it sees. */
START_TEST(libclang_finds_the_first_line)
{
    const struct source_options options = {.use_clang = true};

    scratch_write("code.cc", TEXT(FILE_TEXT));
    load_from_scratch(TEXT(HELD_TEXT));
    struct sources *s = sources_open(&profile, &options);
    ck_assert_uint_eq(sources_view(s, &profile.functions[0]).first_line, 2);
    sources_close(s);
}
END_TEST

/* Of a file that is gone or changed, it sees what the profile holds: here more than
   belongs to the function. */
START_TEST(libclang_reads_what_the_profile_holds)
{
    const struct source_options options = {.use_clang = true};

    if (_i)
        scratch_write("code.cc", TEXT("// quite another file\n"));
    load_from_scratch(TEXT("int other;\nint f(void)\n{\n}\n"));
    struct sources *s = sources_open(&profile, &options);
    ck_assert_uint_eq(sources_view(s, &profile.functions[0]).first_line, 4);
    sources_close(s);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("source");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_setup, teardown);
    tcase_add_test(tests, file_as_compiled_gives_all_lines);
    tcase_add_test(tests, changed_file_is_not_shown);
    tcase_add_test(tests, missing_file_is_no_change);
    tcase_add_test(tests, nothing_known_is_said);
    tcase_add_test(tests, sources_can_have_moved);
    tcase_add_test(tests, libclang_finds_the_first_line);
    tcase_add_loop_test(tests, libclang_reads_what_the_profile_holds, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
