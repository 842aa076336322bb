/* SPDX-License-Identifier: MIT */
/* What is counted, and what is left of it however the program ends. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "lprt_run_program"
#define PROFILE PROGRAM ".lprof"

static const struct line_sums *line_of(const struct profile_sums *profile,
                                       const char *function, size_t line)
{
    return &function_in(profile, function)->lines[line];
}

static size_t index_of(const struct profile_sums *profile, const char *function)
{
    return (size_t)(function_in(profile, function) - profile->functions);
}

START_TEST(lines_calls_and_edges_are_counted)
{
    ck_assert(exited_with(RUN(PROGRAM, "plain", "10"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    const struct function_sums *outer = function_in(profile, "outer");
    const struct function_sums *work = function_in(profile, "work");

    ck_assert_uint_eq(outer->calls, 1);
    ck_assert_uint_eq(outer->lines[0].hits, 1);
    ck_assert_uint_eq(outer->lines[1].hits, 10);
    ck_assert_uint_eq(outer->lines[2].hits, 1);
    ck_assert_uint_eq(work->calls, 10);
    ck_assert_uint_eq(work->primitive_calls, 10);
    ck_assert_uint_eq(work->lines[0].hits, 10);
    ck_assert_uint_eq(work->lines[1].hits, 30);
    ck_assert_uint_eq(outer->lines[1].calls_to[index_of(profile, "work")], 10);
    ck_assert_uint_eq(outer->lines[1].ticks_in[index_of(profile, "work")], work->ticks);
    ck_assert_uint_eq(outer->lines[1].child_ticks, work->ticks);
    check_sums(profile);
}
END_TEST

START_TEST(header_tells_of_the_run)
{
    char directory[4096];

    ck_assert_ptr_nonnull(getcwd(directory, sizeof directory));
    ck_assert(exited_with(RUN_WITH("LINEPROF_RANK=5", PROGRAM, "plain"), 0));
    const struct profile_sums *profile = read_profile(PROGRAM ".5.lprof");
    const struct lprof_header *header = &profile->header;
    ck_assert_uint_eq(header->state, LPROF_STATE_COMPLETE);
    ck_assert_int_eq(header->rank, 5);
    ck_assert_uint_gt(header->process_start, 0);
    ck_assert_uint_gt(header->probe_ticks, 0);
    ck_assert_uint_gt(header->taken_out_ticks, 40 * header->probe_ticks);
    ck_assert_uint_gt(header->end_ticks, header->start_ticks);
    ck_assert_uint_gt(header->end_clock_ns, header->start_clock_ns);
    ck_assert_str_eq(profile->program, PROGRAM);
    ck_assert_str_eq(profile->directory, directory);
    ck_assert_ptr_nonnull(strstr(profile->command, PROGRAM));
}
END_TEST

START_TEST(no_marked_code_no_file)
{
    ck_assert(exited_with(RUN(PROGRAM, "nothing"), 0));
    ck_assert_uint_eq(profile_count(), 0);
}
END_TEST

START_TEST(off_leaves_nothing)
{
    const struct run *run = RUN_WITH("LINEPROF=0", PROGRAM, "plain");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    ck_assert_uint_eq(profile_count(), 0);
}
END_TEST

START_TEST(deep_recursion_adds_up)
{
    ck_assert(exited_with(RUN(PROGRAM, "deep", "20000"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    const struct function_sums *work = function_in(profile, "work");
    ck_assert_uint_eq(work->calls, 40000);
    ck_assert_uint_eq(work->primitive_calls, 2);
    ck_assert_uint_eq(work->lines[0].hits, 40000);
    ck_assert_uint_eq(work->lines[0].calls_to[index_of(profile, "work")], 39998);
    ck_assert_uint_eq(work->lines[0].child_ticks, 0);
    check_sums(profile);
}
END_TEST

START_TEST(flagged_functions_nest_and_parts_are_no_calls)
{
    ck_assert(exited_with(RUN(PROGRAM, "flags"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "inlined")->calls, 5);
    ck_assert_uint_eq(function_in(profile, "leaf")->calls, 5);
    ck_assert_uint_eq(function_in(profile, "part")->calls, 0);
    ck_assert_uint_eq(line_of(profile, "part", 0)->hits, 5);
    ck_assert_uint_eq(
        line_of(profile, "outer", 1)->calls_to[index_of(profile, "inlined")], 5);
    ck_assert_uint_eq(line_of(profile, "outer", 1)->calls_to[index_of(profile, "part")],
                      0);
    ck_assert_uint_eq(line_of(profile, "inlined", 0)->calls_to[index_of(profile, "leaf")],
                      5);
    check_sums(profile);
}
END_TEST

START_TEST(errno_is_left_alone)
{
    ck_assert(exited_with(RUN(PROGRAM, "errno"), 0));
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "outer")->calls, 3);
}
END_TEST

/* However it ends, what was counted three calls deep is there. */
static const struct {
    const char *name;
    int signal; /* 0: exit */
    int code;
    enum lprof_state state;
} ends[] = {
    {"exit",      0,       3, LPROF_STATE_COMPLETE},
    {"fast_exit", 0,       4, LPROF_STATE_RUNNING },
    {"kill",      SIGKILL, 0, LPROF_STATE_RUNNING },
    {"abort",     SIGABRT, 0, LPROF_STATE_RUNNING },
};

START_TEST(every_end_keeps_the_counts)
{
    const struct run *run = RUN(PROGRAM, ends[_i].name);
    const int status = run->status;

    if (ends[_i].signal)
        ck_assert_int_eq(WIFSIGNALED(status) ? WTERMSIG(status) : 0, ends[_i].signal);
    else
        ck_assert(exited_with(run, ends[_i].code));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(profile->header.state, ends[_i].state);
    ck_assert_uint_eq(function_in(profile, "outer")->calls, 3);
    ck_assert_uint_eq(function_in(profile, "outer")->open, 1);
    ck_assert_uint_eq(line_of(profile, "outer", 1)->hits, 3);
    ck_assert_uint_eq(line_of(profile, "work", 1)->hits, 6);
    ck_assert_uint_gt(profile->header.end_ticks, profile->header.start_ticks);
}
END_TEST

START_TEST(a_finished_file_counts_on_in_destructors)
{
    ck_assert(exited_with(RUN(PROGRAM, "late"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 2);
    ck_assert_uint_eq(function_in(profile, "leaf")->calls, 1);
}
END_TEST

START_TEST(verbose_says_where_the_file_is)
{
    const struct run *run = RUN_WITH("LINEPROF_VERBOSE=1", PROGRAM, "plain");
    ck_assert_str_eq(run->err, "lineprof: wrote " PROFILE
                               "; view it with: lineprof-view " PROFILE "\n");
}
END_TEST

/* The clock that counts its readings: one a probe, so every figure is known. */
START_TEST(times_follow_the_clock)
{
    ck_assert(exited_with(RUN("lprt_run_count", "plain", "10"), 0));
    const struct profile_sums *profile = read_profile("lprt_run_count.lprof");
    const struct function_sums *outer = function_in(profile, "outer");

    ck_assert_uint_eq(profile->header.clock, LPROF_CLOCK_COUNT);
    ck_assert_uint_eq(profile->header.tick_hz, 1000000);
    ck_assert_uint_eq(profile->header.probe_ticks, 0);
    /* A call of work(3): entry, its second line, exit; lines that are current already
       make no reading. */
    ck_assert_uint_eq(outer->ticks, 1 + 10 * 3 + 1 + 1);
    ck_assert_uint_eq(outer->lines[0].ticks, 1);
    ck_assert_uint_eq(outer->lines[1].ticks, 10 * 3 + 1);
    ck_assert_uint_eq(outer->lines[1].child_ticks, 10 * 2);
    ck_assert_uint_eq(outer->lines[2].ticks, 1);
    check_sums(profile);
}
END_TEST

START_TEST(other_clocks_add_up)
{
    static const char *const programs[] = {"lprt_run_fast", "lprt_run_monotonic",
                                           "lprt_run_cpu"};
    static const uint32_t clocks[] = {LPROF_CLOCK_FAST, LPROF_CLOCK_MONOTONIC,
                                      LPROF_CLOCK_CPU};
    char path[64];

    ck_assert(exited_with(RUN(programs[_i], "deep", "300"), 0));
    snprintf(path, sizeof path, "%s.lprof", programs[_i]);
    const struct profile_sums *profile = read_profile(path);
    ck_assert_uint_eq(profile->header.clock, clocks[_i]);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 600);
    ck_assert_uint_gt(profile->header.probe_ticks, 0);
    check_sums(profile);
}
END_TEST

START_TEST(a_clock_that_steps_back_is_told_and_harmless)
{
    ck_assert(exited_with(RUN("lprt_clock_program", "steps"), 0));
    const struct profile_sums *profile = read_profile("lprt_clock_program.lprof");
    const struct function_sums *outer = function_in(profile, "outer");
    uint64_t steps = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        steps += profile->functions[i].steps_back;
        ck_assert_uint_lt(profile->functions[i].ticks, UINT64_C(1000000000));
    }
    ck_assert_uint_eq(steps, 10);
    ck_assert_uint_ne(profile->header.warnings & LPROF_WARNING_CLOCK_STEPPED, 0);
    ck_assert_uint_eq(outer->calls, 10);
    check_sums(profile);
}
END_TEST

START_TEST(a_clock_that_leaps_is_told_and_its_hours_are_no_time)
{
    ck_assert(exited_with(RUN("lprt_clock_program", "leaps"), 0));
    const struct profile_sums *profile = read_profile("lprt_clock_program.lprof");

    ck_assert_uint_eq(function_in(profile, "outer")->steps_back, 10);
    ck_assert_uint_eq(function_in(profile, "leaf")->steps_back, 10);
    for (size_t i = 0; i < profile->function_count; i++)
        ck_assert_uint_lt(profile->functions[i].ticks, UINT64_C(3600000000000));
    ck_assert_uint_ne(profile->header.warnings & LPROF_WARNING_CLOCK_STEPPED, 0);
    ck_assert_uint_eq(function_in(profile, "outer")->calls, 10);
    ck_assert_uint_lt(profile->header.taken_out_ticks, UINT64_C(3600000000000));
    check_sums(profile);
}
END_TEST

START_TEST(hits_alone_have_no_times)
{
    ck_assert(exited_with(RUN("lprt_run_hits", "plain", "10"), 0));
    const struct profile_sums *profile = read_profile("lprt_run_hits.lprof");
    ck_assert_uint_eq(profile->header.mode, LPROF_MODE_HITS);
    ck_assert_uint_eq(profile->header.taken_out_ticks, 0);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 10);
    ck_assert_uint_eq(line_of(profile, "work", 1)->hits, 30);
    ck_assert_uint_eq(line_of(profile, "outer", 1)->calls_to[index_of(profile, "work")],
                      10);
    for (size_t i = 0; i < profile->function_count; i++) {
        ck_assert_uint_eq(profile->functions[i].ticks, 0);
        for (size_t j = 0; j < profile->functions[i].line_count; j++)
            ck_assert_uint_eq(profile->functions[i].lines[j].ticks +
                                  profile->functions[i].lines[j].child_ticks,
                              0);
    }
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_run");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_test(tests, lines_calls_and_edges_are_counted);
    tcase_add_test(tests, header_tells_of_the_run);
    tcase_add_test(tests, no_marked_code_no_file);
    tcase_add_test(tests, off_leaves_nothing);
    tcase_add_test(tests, deep_recursion_adds_up);
    tcase_add_test(tests, flagged_functions_nest_and_parts_are_no_calls);
    tcase_add_test(tests, errno_is_left_alone);
    tcase_add_loop_test(tests, every_end_keeps_the_counts, 0,
                        (int)(sizeof ends / sizeof ends[0]));
    tcase_add_test(tests, a_finished_file_counts_on_in_destructors);
    tcase_add_test(tests, verbose_says_where_the_file_is);
    tcase_add_test(tests, times_follow_the_clock);
    tcase_add_loop_test(tests, other_clocks_add_up, 0, 3);
    tcase_add_test(tests, a_clock_that_steps_back_is_told_and_harmless);
    tcase_add_test(tests, a_clock_that_leaps_is_told_and_its_hours_are_no_time);
    tcase_add_test(tests, hits_alone_have_no_times);
    suite_add_tcase(suite, tests);
    return suite;
}
