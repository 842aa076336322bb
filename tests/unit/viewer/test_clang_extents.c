/* SPDX-License-Identifier: MIT */
/* Where libclang, the real one, says that functions begin. */
#include "scratch.h"
#include "suite_main.h"

#include "source/clang_extents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct unit c_unit = {.language = LPROF_LANGUAGE_C, .directory = ""};
static const struct unit cxx_unit = {.language = LPROF_LANGUAGE_CXX, .directory = ""};

static const struct {
    const char *what;
    const struct unit *unit;
    const char *text;
    uint32_t name_line;
    uint32_t first_line; /* 0: not found */
} rows[] = {
    {"plain",                &c_unit,   "\nint f(void)\n{\n}\n",                                         2, 2},
    {"attribute above",      &c_unit,   "\n__attribute__((profile))\nint f(void)\n{\n}\n",               3, 2},
    {"return type above",    &c_unit,
     "int before;\n__attribute__((profile))\nstatic unsigned\nlong\nf(void)\n{\n}\n",                    5,
     2                                                                                                       },
    {"attribute in a macro", &c_unit,
     "#define PROFILE __attribute__((profile))\n\nPROFILE\nint f(void)\n{\n}\n",                         4, 3},
    {"old style",            &c_unit,   "\nint\nf(a)\nint a;\n{\n return a; }\n",                        3, 2},
    {"after a comment",      &c_unit,   "/* int\n   g */\n\nint f(void)\n{\n}\n",                        4, 4},
    {"unknown types",        &c_unit,   "#include \"gone.h\"\nstatic\nint f(some_t *x)\n{\n}\n",         3,
     2                                                                                                       },
    {"nothing there",        &c_unit,   "int x;\n",                                                      1, 0},
    {"template",             &cxx_unit,
     "namespace ns {\ntemplate <typename T>\n__attribute__((profile))\nT f(T x)\n{\n"
     "return x; }\n}\n",                                                                                 4, 2},
    {"member",               &cxx_unit, "struct S {\n  __attribute__((profile))\n  S()\n  {\n  }\n};\n",
     3,                                                                                                     2},
    {"member outside",       &cxx_unit,
     "struct S { int f(); };\n__attribute__((profile))\nint\nS::f()\n{ return 1; }\n",                   4,
     2                                                                                                       },
    {"made by a macro",      &c_unit,   "#define MAKE(n) int n(void) { return 1; }\n\nMAKE(f)\n",
     3,                                                                                                     3},
};

START_TEST(first_line_is_the_declarations)
{
    const struct extent_query query = {
        .path = "/nowhere/code",
        .unit = rows[_i].unit,
        .contents = {rows[_i].text, strlen(rows[_i].text)},
    };
    struct extents extents = extents_of(&query);

    const uint32_t first = extents_first_line(&extents, rows[_i].name_line);
    ck_assert_msg(first == rows[_i].first_line, "%s: %u, not %u", rows[_i].what, first,
                  rows[_i].first_line);
    extents_release(&extents);
}
END_TEST

/* A function that is there only with the right flags. */
static const char *const conditional = "#include \"answer.h\"\n"
                                       "#if defined YES && ANSWER == 42\n"
                                       "static\n"
                                       "int f(void) { return 1; }\n"
                                       "#endif\n";

static uint32_t first_with(const char *flags)
{
    const struct unit unit = {
        .language = LPROF_LANGUAGE_C, .directory = "/", .flags = {flags, strlen(flags)}
    };
    const struct extent_query query = {.path = scratch_path("code.c"), .unit = &unit};
    struct extents extents = extents_of(&query);

    const uint32_t first = extents_first_line(&extents, 4);
    extents_release(&extents);
    return first;
}

START_TEST(flags_of_the_compilation_count)
{
    char *flags = NULL;

    scratch_write("code.c", (struct lprof_text){conditional, strlen(conditional)});
    scratch_write("answer.h", TEXT("#define ANSWER 42\n"));
    ck_assert_uint_eq(first_with("-UNO\n"), 0);
    ck_assert_uint_eq(first_with("-DYES\n"), 3);
    ck_assert_uint_eq(first_with("-D\nYES\n-std=gnu11\n"), 3);
    /* what clang does not know, or could not stand, does not spoil the rest */
    ck_assert_uint_eq(first_with("-DYES\n-std=gnu77\n"), 3);
    ck_assert_uint_eq(first_with("-fno-such-flag\nother.c\n-DYES\n-o\n/dev/full\n"), 3);
    ck_assert_int_ge(asprintf(&flags, "-include\n%s\n-DYES", scratch_path("answer.h")),
                     0);
    ck_assert_uint_eq(first_with(flags), 3);
    free(flags);
}
END_TEST

START_TEST(other_languages_have_none)
{
    const struct unit unit = {.language = LPROF_LANGUAGE_FORTRAN, .directory = ""};
    const char *text = "int f(void) {}\n";
    struct extents extents = extents_of(&(struct extent_query){
        .path = "/nowhere/code.f90", .unit = &unit, .contents = {text, strlen(text)}
    });

    ck_assert_uint_eq(extents.count, 0);
    extents_release(&extents);
}
END_TEST

START_TEST(missing_file_has_none)
{
    struct extents extents =
        extents_of(&(struct extent_query){.path = "/nowhere/code.c", .unit = &c_unit});

    ck_assert_uint_eq(extents.count, 0);
    extents_release(&extents);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("clang_extents");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, first_line_is_the_declarations, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(tests, flags_of_the_compilation_count);
    tcase_add_test(tests, other_languages_have_none);
    tcase_add_test(tests, missing_file_has_none);
    suite_add_tcase(suite, tests);
    return suite;
}
