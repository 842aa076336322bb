/* SPDX-License-Identifier: MIT */
/* Libraries that are opened and closed, objects of other kinds, the static archive. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>

#define PROGRAM "lprt_module_program"
#define PROFILE PROGRAM ".lprof"

START_TEST(a_library_that_comes_back_counts_on)
{
    const struct run *run = RUN(PROGRAM, "dlopen", PROGRAM_DIR "/lprt_part.so");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "part")->calls, 3);
    ck_assert_uint_eq(function_in(profile, "part")->lines[1].hits, 12);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 3);
    ck_assert_uint_eq(profile->function_count, 5); /* part is one of them, once */
    check_sums(profile);
}
END_TEST

START_TEST(a_library_of_another_clock_runs_uncounted)
{
    const struct run *run = RUN(PROGRAM, "dlopen", PROGRAM_DIR "/lprt_part_monotonic.so");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "lineprof: /src/part.c: was built for another clock than "
                               "the rest: not profiled\n");
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 3);
    ck_assert_uint_ne(profile->header.warnings & LPROF_WARNING_FOREIGN_UNITS, 0);
}
END_TEST

/* The processor's counter is one clock, however it is read. */
START_TEST(a_library_of_the_unordered_clock_is_counted)
{
    const struct run *run = RUN(PROGRAM, "dlopen", PROGRAM_DIR "/lprt_part_fast.so");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "part")->calls, 3);
}
END_TEST

START_TEST(a_module_of_another_version_is_left_alone)
{
    const struct run *run = RUN(PROGRAM, "other_module");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: " PROGRAM ": was built for version 101 of the interface, "
                     "this runtime for 3: not profiled\n");
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "work")->calls, 1);
}
END_TEST

START_TEST(a_function_of_another_version_is_not_recorded)
{
    const struct run *run = RUN(PROGRAM, "other_function");
    ck_assert(exited_with(run, 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 1);
    ck_assert_uint_ne(profile->header.warnings & LPROF_WARNING_FOREIGN_UNITS, 0);
}
END_TEST

static const char *const linked[] = {"lprt_linked", LINKED_STATIC};

START_TEST(the_archive_is_linked_by_a_common_symbol)
{
    char path[64];

    ck_assert(exited_with(RUN(linked[_i], "plain", "6"), 0));
    snprintf(path, sizeof path, "%s.lprof", linked[_i]);
    const struct profile_sums *profile = read_profile(path);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 6);
    ck_assert_uint_eq(profile->header.state, LPROF_STATE_COMPLETE);
    check_sums(profile);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_modules");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_test(tests, a_library_that_comes_back_counts_on);
    tcase_add_test(tests, a_library_of_another_clock_runs_uncounted);
    tcase_add_test(tests, a_library_of_the_unordered_clock_is_counted);
    tcase_add_test(tests, a_module_of_another_version_is_left_alone);
    tcase_add_test(tests, a_function_of_another_version_is_not_recorded);
    tcase_add_loop_test(tests, the_archive_is_linked_by_a_common_symbol, 0,
                        ANY_SANITIZER ? 1 : 2);
    suite_add_tcase(suite, tests);
    return suite;
}
