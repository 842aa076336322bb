/* SPDX-License-Identifier: MIT */
#include "lprt_name.h"
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
    memset(longer, 'x', LPRT_NAME_BYTES - 10);
    longer[LPRT_NAME_BYTES - 10] = '\0';
    lprt_name_start(longer, &facts);
    ck_assert_int_eq(lprt_name_candidate(name, PID, 0), 0);
    ck_assert_int_eq(lprt_name_candidate(name, PID, 1), ENAMETOOLONG);
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
    tcase_add_test(tests, shown_as_the_user_knows_it);
    suite_add_tcase(suite, tests);
    return suite;
}
