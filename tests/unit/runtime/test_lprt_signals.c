/* SPDX-License-Identifier: MIT */
/* Marked signal handlers, which come in anywhere, and jumps out of marked functions. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>

#define PROGRAM "lprt_signal_program"
#define PROFILE PROGRAM ".lprof"

static const char *const ways[] = {"longjmp", "longjmp_and_on"};

START_TEST(jumps_leave_nothing_open)
{
    ck_assert(exited_with(RUN(PROGRAM, ways[_i], "1000"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    const struct function_sums *work = function_in(profile, "work");
    const struct function_sums *outer = function_in(profile, "outer");
    ck_assert_uint_eq(work->calls, 3000);
    ck_assert_uint_eq(work->primitive_calls, 1000);
    ck_assert_uint_eq(work->lines[0].hits, 3000);
    ck_assert_uint_eq(work->open, 0);
    ck_assert_uint_eq(outer->lines[1].hits, 1000);
    ck_assert_uint_eq(outer->open, 0);
    ck_assert_uint_eq(function_in(profile, "leaf")->calls, 1);
    ck_assert_uint_lt(profile->size_bytes, 64 * 1024); /* frames were used again */
    for (size_t i = 0; i < outer->line_count; i++)
        ck_assert_uint_le(outer->lines[i].child_ticks, outer->lines[i].ticks);
    check_sums(profile);
}
END_TEST

static const char *const stacks[] = {NULL, "own"};

START_TEST(handlers_lose_no_count)
{
    unsigned long rounds = 0;
    int handled = 0;

    const struct run *run = RUN(PROGRAM, "signals", stacks[_i]);
    ck_assert(exited_with(run, 0));
    ck_assert_int_eq(sscanf(run->out, "%lu %d", &rounds, &handled), 2);
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "outer")->calls, rounds);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[1].hits, 2 * rounds);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 2 * rounds);
    ck_assert_uint_eq(function_in(profile, "work")->lines[1].hits, 6 * rounds);
    ck_assert_uint_eq(function_in(profile, "handler")->calls, (uint64_t)handled);
    ck_assert_uint_eq(function_in(profile, "handler")->lines[1].hits, (uint64_t)handled);
    ck_assert_uint_eq(function_in(profile, "leaf")->calls, (uint64_t)handled);
    for (size_t i = 0; i < profile->function_count; i++)
        ck_assert_uint_eq(profile->functions[i].open, 0);
}
END_TEST

START_TEST(the_first_call_may_be_in_a_handler)
{
    ck_assert(exited_with(RUN(PROGRAM, "first_in_handler"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "handler")->calls, 1);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 1);
    check_sums(profile);
}
END_TEST

START_TEST(a_handlers_stack_is_known_to_be_left)
{
    ck_assert(exited_with(RUN(PROGRAM, "jump_off_stack"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    const struct function_sums *outer = function_in(profile, "outer");
    const size_t leaf = (size_t)(function_in(profile, "leaf") - profile->functions);
    ck_assert_uint_eq(function_in(profile, "handler")->calls, 100);
    ck_assert_uint_eq(function_in(profile, "handler")->open, 0);
    ck_assert_uint_eq(outer->lines[1].calls_to[leaf], 100); /* not the handler's */
    check_sums(profile);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_signals");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_loop_test(tests, jumps_leave_nothing_open, 0, 2);
    tcase_add_loop_test(tests, handlers_lose_no_count, 0, 2);
    tcase_add_test(tests, the_first_call_may_be_in_a_handler);
    tcase_add_test(tests, a_handlers_stack_is_known_to_be_left);
    suite_add_tcase(suite, tests);
    return suite;
}
