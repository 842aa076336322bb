/* SPDX-License-Identifier: MIT */
#include "store/lprt_name.h"
#include "suite_main.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PID = 31, CHILD = 32 };

static struct lprt_name_facts facts = {.program = "pro%gram",
                                       .host = "host",
                                       .directory = "/start",
                                       .start_s = 99,
                                       .rank = -1};

static char name[LPRT_NAME_BYTES];

static const char *candidate(uint32_t pid, unsigned int n)
{
    ck_assert_int_eq(lprt_name_candidate(name, pid, n), 0);
    return name;
}

START_TEST(names_follow_one_another)
{
    lprt_name_start("out.lprof", &facts);
    ck_assert_str_eq(candidate(PID, 0), "/start/out.lprof");
    ck_assert_str_eq(candidate(PID, 1), "/start/out.31.lprof");
    ck_assert_str_eq(candidate(PID, 2), "/start/out.31.2.lprof");
    ck_assert_str_eq(candidate(CHILD, 1), "/start/out.32.lprof");
    lprt_name_start("out.prof", &facts);
    ck_assert_str_eq(candidate(PID, 1), "/start/out.prof.31.lprof");
}
END_TEST

START_TEST(default_is_the_programs_name)
{
    lprt_name_start(NULL, &facts);
    ck_assert_str_eq(candidate(PID, 0), "/start/pro%gram.lprof");
    struct lprt_name_facts ranked = facts;
    ranked.rank = 4;
    lprt_name_start(NULL, &ranked);
    ck_assert_str_eq(candidate(PID, 0), "/start/pro%gram.4.lprof");
}
END_TEST

/* What a sequence is replaced by is no pattern. */
START_TEST(values_are_taken_as_they_are)
{
    setenv("LPRT_TEST", "%p%%", 1);
    lprt_name_start("/x/%q{LPRT_TEST}%e%t%h%r", &facts);
    ck_assert_str_eq(candidate(PID, 0), "/x/%p%%pro%gram99host0");
}
END_TEST

START_TEST(process_id_is_each_processs_own)
{
    lprt_name_start("%p", &facts);
    ck_assert_str_eq(candidate(PID, 0), "/start/31");
    ck_assert_str_eq(candidate(CHILD, 0), "/start/32");
    ck_assert(!lprt_name_is_shared(PID, CHILD));
    lprt_name_start("%%p", &facts);
    ck_assert(lprt_name_is_shared(PID, CHILD));
}
END_TEST

START_TEST(broken_sequences_stay)
{
    lprt_name_start("/%q{X%q%z%", &facts);
    ck_assert_str_eq(candidate(PID, 0), "/%q{X%q%z%");
}
END_TEST

START_TEST(name_that_is_too_long_is_refused)
{
    static char longer[LPRT_NAME_BYTES + 1];

    memset(longer, '%', LPRT_NAME_BYTES);
    lprt_name_start(longer, &facts);
    ck_assert_int_eq(lprt_name_candidate(name, PID, 0), ENAMETOOLONG);
    for (int i = 0; i < LPRT_NAME_BYTES - 10; i++)
        longer[i] = "x/"[i % 2];
    longer[LPRT_NAME_BYTES - 11] = 'x';
    longer[LPRT_NAME_BYTES - 10] = '\0';
    lprt_name_start(longer, &facts);
    ck_assert_int_eq(lprt_name_candidate(name, PID, 0), 0);
    ck_assert_int_eq(lprt_name_candidate(name, PID, 1), ENAMETOOLONG);
}
END_TEST

/* With room for what else is put behind it, and different for different names. */
START_TEST(name_that_is_too_long_for_a_file_is_shortened)
{
    enum { MOST_BYTES = 255, LEFT_BYTES = 30 };
    static const unsigned int tries[] = {0, 1, 999};
    struct lprt_name_facts named = facts;
    char program[MOST_BYTES + 1] = {0};
    char first[LPRT_NAME_BYTES];

    memset(program, 'x', MOST_BYTES);
    named.program = program;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        lprt_name_start(NULL, &named);
        strcpy(first, candidate(UINT32_MAX, tries[i]));
        ck_assert_uint_le(strlen(strrchr(first, '/') + 1), MOST_BYTES - LEFT_BYTES);
        ck_assert_str_eq(first + strlen(first) - strlen(".lprof"), ".lprof");
        program[MOST_BYTES - 1] = 'y';
        lprt_name_start(NULL, &named);
        ck_assert_str_ne(candidate(UINT32_MAX, tries[i]), first);
        program[MOST_BYTES - 1] = 'x';
    }
}
END_TEST

START_TEST(shortened_name_ends_with_a_whole_character)
{
    enum { CHARACTERS = 127 };
    static const char character[] = "\u00e9";
    char program[CHARACTERS * 2 + 1] = "";
    struct lprt_name_facts named = facts;

    for (int i = 0; i < CHARACTERS; i++)
        strcat(program, character);
    named.program = program;
    lprt_name_start(NULL, &named);
    const char *hash = strchr(candidate(PID, 0), '~');
    ck_assert_ptr_nonnull(hash);
    ck_assert_mem_eq(hash - 2, character, 2);
}
END_TEST

START_TEST(shown_as_the_user_knows_it)
{
    lprt_name_start("a/out.lprof", &facts);
    ck_assert_str_eq(lprt_name_shown("/start/a/out.lprof"), "a/out.lprof");
    ck_assert_str_eq(lprt_name_shown("/starting/out.lprof"), "/starting/out.lprof");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_name");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, names_follow_one_another);
    tcase_add_test(tests, default_is_the_programs_name);
    tcase_add_test(tests, values_are_taken_as_they_are);
    tcase_add_test(tests, process_id_is_each_processs_own);
    tcase_add_test(tests, broken_sequences_stay);
    tcase_add_test(tests, name_that_is_too_long_is_refused);
    tcase_add_test(tests, name_that_is_too_long_for_a_file_is_shortened);
    tcase_add_test(tests, shortened_name_ends_with_a_whole_character);
    tcase_add_test(tests, shown_as_the_user_knows_it);
    suite_add_tcase(suite, tests);
    return suite;
}
