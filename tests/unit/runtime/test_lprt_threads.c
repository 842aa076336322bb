/* SPDX-License-Identifier: MIT */
/* Threads: nothing is lost, and the file does not grow with their number. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#define PROGRAM "lprt_thread_program"
#define PROFILE PROGRAM ".lprof"

START_TEST(threads_add_up)
{
    ck_assert(exited_with(RUN(PROGRAM, "threads", "100000"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 8);
    ck_assert_uint_eq(function_in(profile, "work")->lines[1].hits, 800000);
    ck_assert_uint_eq(profile->thread_count, 8);
    ck_assert_uint_eq(profile->ended_count, 8);
    check_sums(profile);
}
END_TEST

/* The first 64 have records of their own, all others share one. */
START_TEST(short_threads_take_turns)
{
    ck_assert(exited_with(RUN(PROGRAM, "short_threads", "1000"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 1000);
    ck_assert_uint_eq(function_in(profile, "work")->lines[1].hits, 10000);
    ck_assert_uint_eq(profile->thread_count, 65);
    ck_assert_uint_eq(profile->other_count, 1);
    ck_assert_uint_eq(profile->ended_count, 65);
    check_sums(profile);
}
END_TEST

START_TEST(shared_records_are_as_many_as_run_at_a_time)
{
    ck_assert(exited_with(RUN(PROGRAM, "many_threads", "100"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 600);
    ck_assert_uint_ge(profile->other_count, 100 - 64);
    ck_assert_uint_le(profile->other_count, 100);
    check_sums(profile);
}
END_TEST

START_TEST(a_thread_may_end_inside_and_run_on_in_destructors)
{
    ck_assert(exited_with(RUN(PROGRAM, "thread_exit"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "outer")->calls, 1);
    ck_assert_uint_eq(function_in(profile, "outer")->open, 0);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 3);
    ck_assert_uint_eq(function_in(profile, "leaf")->calls, 1);
    check_sums(profile);
}
END_TEST

START_TEST(cancellation_does_not_act_in_a_probe)
{
    ck_assert(exited_with(RUN(PROGRAM, "cancel"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "leaf")->lines[0].hits, 1);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[1].hits, 1);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 1);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_threads");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_test(tests, threads_add_up);
    tcase_add_test(tests, short_threads_take_turns);
    tcase_add_test(tests, shared_records_are_as_many_as_run_at_a_time);
    tcase_add_test(tests, a_thread_may_end_inside_and_run_on_in_destructors);
    tcase_add_test(tests, cancellation_does_not_act_in_a_probe);
    suite_add_tcase(suite, tests);
    return suite;
}
