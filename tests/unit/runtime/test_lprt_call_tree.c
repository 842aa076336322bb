/* SPDX-License-Identifier: MIT */
/* Calls at random, with recursion and longjmp: counts, times, call edges. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>

enum { FUNCTIONS = 4, LINES = 3, SEEDS = 40 };

static const char *opinion; /* what is left of the program's */

static unsigned long next_number(void)
{
    char *end = NULL;
    const unsigned long number = strtoul(opinion, &end, 10);

    ck_assert_msg(end != opinion, "the program's output ends early");
    opinion = end;
    return number;
}

static const struct function_sums *tree_function(const struct profile_sums *profile,
                                                 int i)
{
    char name[32];

    snprintf(name, sizeof name, "tree_%d", i);
    return function_in(profile, name);
}

static void check_edges_to(const struct profile_sums *profile,
                           const struct function_sums *callee)
{
    const size_t index = (size_t)(callee - profile->functions);

    for (int i = 0; i < FUNCTIONS; i++) {
        const struct function_sums *caller = tree_function(profile, i);
        for (int l = 0; l < LINES; l++) {
            const unsigned long calls = next_number();
            const unsigned long ticks = next_number();
            ck_assert_msg(caller->lines[l].calls_to[index] == calls &&
                              caller->lines[l].ticks_in[index] == ticks,
                          "%s line %d to %s: %lu calls, %lu ticks, profile %llu, %llu",
                          caller->name, l, callee->name, calls, ticks,
                          (unsigned long long)caller->lines[l].calls_to[index],
                          (unsigned long long)caller->lines[l].ticks_in[index]);
        }
    }
}

static void check_function(const struct profile_sums *profile,
                           const struct function_sums *function)
{
    ck_assert_uint_eq(function->calls, next_number());
    ck_assert_uint_eq(function->primitive_calls, next_number());
    ck_assert_uint_eq(function->ticks, next_number());
    for (int l = 0; l < LINES; l++) {
        ck_assert_uint_eq(function->lines[l].hits, next_number());
        ck_assert_uint_eq(function->lines[l].ticks, next_number());
        ck_assert_uint_eq(function->lines[l].child_ticks, next_number());
    }
    check_edges_to(profile, function);
}

static void check_run(const struct run *run)
{
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    opinion = run->out;
    const struct profile_sums *profile = read_profile("lprt_call_tree.lprof");
    check_sums(profile);
    for (int i = 0; i < FUNCTIONS; i++)
        check_function(profile, tree_function(profile, i));
}

START_TEST(calls_are_counted_as_by_plain_counting)
{
    char seed[16];

    snprintf(seed, sizeof seed, "%d", _i);
    check_run(RUN("lprt_call_tree", seed, "3000"));
}
END_TEST

START_TEST(so_are_calls_that_longjmp_leaves)
{
    char seed[16];

    snprintf(seed, sizeof seed, "%d", _i);
    check_run(RUN("lprt_call_tree", seed, "3000", "jumps"));
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_call_tree");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_loop_test(tests, calls_are_counted_as_by_plain_counting, 0, SEEDS);
    tcase_add_loop_test(tests, so_are_calls_that_longjmp_leaves, 0, SEEDS);
    suite_add_tcase(suite, tests);
    return suite;
}
