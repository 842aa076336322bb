/* SPDX-License-Identifier: MIT */
/* fork, vfork and exec: a file for every process, and each count in one of them. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "lprt_process_program"
#define PROFILE PROGRAM ".lprof"

/* The only profile that is not the first process's. */
static const struct profile_sums *read_child(void)
{
    const char *const *list = profiles();

    ck_assert_uint_eq(profile_count(), 2);
    const struct profile_sums *profile =
        read_profile(strcmp(list[0], PROFILE) == 0 ? list[1] : list[0]);
    char name[64];
    snprintf(name, sizeof name, PROGRAM ".%u.lprof", profile->header.pid);
    ck_assert_str_eq(strcmp(list[0], PROFILE) == 0 ? list[1] : list[0], name);
    return profile;
}

START_TEST(a_child_starts_from_nothing)
{
    ck_assert(exited_with(RUN(PROGRAM, "fork"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "outer")->calls, 1);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 2);
    ck_assert_uint_eq(function_in(profile, "work")->lines[1].hits, 10);
    ck_assert_uint_eq(profile->header.state, LPROF_STATE_COMPLETE);
    check_sums(profile);
    const uint64_t parents_ticks = function_in(profile, "outer")->ticks;

    profile = read_child();
    const struct function_sums *outer = function_in(profile, "outer");
    ck_assert_uint_eq(outer->calls, 0); /* it came into it by being made */
    ck_assert_uint_eq(outer->lines[0].hits, 0);
    ck_assert_uint_eq(outer->lines[1].hits, 0);
    ck_assert_uint_eq(outer->lines[2].hits, 1);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 1);
    ck_assert_uint_eq(function_in(profile, "work")->lines[1].hits, 7);
    ck_assert_uint_gt(outer->ticks, 0);
    ck_assert_uint_lt(outer->ticks,
                      profile->header.end_ticks - profile->header.start_ticks);
    ck_assert_uint_gt(parents_ticks, 0);
    ck_assert_uint_eq(profile->header.state, LPROF_STATE_COMPLETE);
    check_sums(profile);
}
END_TEST

static const struct {
    const char *how;
    uint32_t state;
} line_ends[] = {
    {"exit",  LPROF_STATE_COMPLETE},
    {"_exit", LPROF_STATE_RUNNING },
    {"exec",  LPROF_STATE_RUNNING },
    {"kill",  LPROF_STATE_RUNNING },
};

START_TEST(a_childs_open_line_counts)
{
    ck_assert(exited_with(RUN(PROGRAM, "fork_lines", line_ends[_i].how), 0));
    const struct profile_sums *profile = read_child();
    ck_assert_uint_eq(profile->header.state, line_ends[_i].state);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[1].hits, 1);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[0].hits, 0);
    profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[0].hits, 1);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[1].hits, 0);
    ck_assert_uint_eq(function_in(profile, "outer")->lines[2].hits, 1);
}
END_TEST

START_TEST(a_child_without_marked_code_has_no_file)
{
    ck_assert(exited_with(RUN(PROGRAM, "fork_quiet"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_uint_eq(read_profile(PROFILE)->header.state, LPROF_STATE_COMPLETE);
}
END_TEST

START_TEST(an_ignored_child_has_no_file)
{
    ck_assert(exited_with(RUN_WITH("LINEPROF_FORK=ignore", PROGRAM, "fork"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "work")->calls, 2);
}
END_TEST

/* What the children counted is in images, which are read as files are. */
START_TEST(merged_children_are_in_their_parents_file)
{
    struct lprof_reader *reader = NULL;
    struct lprof_reader *child = NULL;

    ck_assert(
        exited_with(RUN_WITH("LINEPROF_FORK=merge", PROGRAM, "fork_chain", "3"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "work")->calls, 1);
    ck_assert_int_eq(lprof_reader_open(&reader, PROFILE, NULL), LPROF_OK);
    ck_assert_uint_eq(lprof_reader_child_count(reader), 3);
    for (size_t i = 0; i < 3; i++) {
        struct lprof_block_view block;
        ck_assert_int_eq(lprof_reader_open_child(&child, reader, i, NULL), LPROF_OK);
        ck_assert_uint_eq(lprof_reader_header(child)->state, LPROF_STATE_COMPLETE);
        lprof_take_block(child, 0, &block);
        ck_assert_uint_eq(block.fields.calls, 1);
        lprof_reader_close(child);
    }
    lprof_reader_close(reader);
}
END_TEST

START_TEST(a_thread_may_fork_while_others_count)
{
    ck_assert(exited_with(RUN(PROGRAM, "fork_in_thread"), 0));
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 1 + 1 + 1000);
    check_sums(profile);
    profile = read_child();
    ck_assert_uint_eq(function_in(profile, "work")->calls, 2);
    ck_assert_uint_eq(function_in(profile, "work")->lines[1].hits, 3 + 4);
    ck_assert_uint_eq(profile->thread_count, 2); /* the other's record was used again */
    check_sums(profile);
}
END_TEST

START_TEST(every_generation_has_a_file)
{
    ck_assert(exited_with(RUN(PROGRAM, "fork_chain", "3"), 0));
    const char *const *list = profiles();
    for (size_t i = 0; i < 4; i++) {
        ck_assert_ptr_nonnull(list[i]);
        ck_assert_uint_eq(function_in(read_profile(list[i]), "work")->calls, 1);
    }
    ck_assert_ptr_null(list[4]);
}
END_TEST

START_TEST(a_forks_handlers_may_be_marked)
{
    ck_assert(exited_with(RUN(PROGRAM, "fork_handler"), 0));
    ck_assert_uint_eq(function_in(read_child(), "work")->calls, 1);
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "leaf")->calls, 1);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 2);
}
END_TEST

START_TEST(a_vfork_child_counts_in_its_parents_file)
{
    ck_assert(exited_with(RUN(PROGRAM, "vfork"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 3);
    ck_assert_uint_eq(profile->header.state, LPROF_STATE_COMPLETE);
}
END_TEST

START_TEST(an_earlier_image_keeps_its_file)
{
    ck_assert(exited_with(RUN(PROGRAM, "exec", "3"), 0));
    const char *const *list = profiles();
    uint64_t hits = 0;

    ck_assert_uint_eq(profile_count(), 4);
    for (size_t i = 0; i < 4; i++)
        hits += function_in(read_profile(list[i]), "work")->lines[1].hits;
    ck_assert_uint_eq(hits, 4 + 3 + 2 + 1);
    const struct profile_sums *first = read_profile(PROFILE);
    ck_assert_uint_eq(function_in(first, "work")->lines[1].hits, 4);
    ck_assert_uint_eq(first->header.state, LPROF_STATE_RUNNING);
    char name[64];
    snprintf(name, sizeof name, PROGRAM ".%u.3.lprof", first->header.pid);
    ck_assert_uint_eq(function_in(read_profile(name), "work")->lines[1].hits, 1);
}
END_TEST

START_TEST(a_living_process_keeps_its_name)
{
    ck_assert(exited_with(RUN(PROGRAM, "nested"), 0));
    ck_assert_uint_eq(function_in(read_child(), "work")->calls, 1);
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "work")->calls, 1);
}
END_TEST

START_TEST(a_dead_process_does_not)
{
    ck_assert(exited_with(RUN(PROGRAM, "single"), 0));
    const uint32_t first = read_profile(PROFILE)->header.pid;
    ck_assert(exited_with(RUN(PROGRAM, "single"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_uint_ne(read_profile(PROFILE)->header.pid, first);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_processes");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_test(tests, a_child_starts_from_nothing);
    tcase_add_loop_test(tests, a_childs_open_line_counts, 0, 4);
    tcase_add_test(tests, a_child_without_marked_code_has_no_file);
    tcase_add_test(tests, an_ignored_child_has_no_file);
    tcase_add_test(tests, merged_children_are_in_their_parents_file);
    tcase_add_test(tests, every_generation_has_a_file);
    tcase_add_test(tests, a_forks_handlers_may_be_marked);
    tcase_add_test(tests, an_earlier_image_keeps_its_file);
    tcase_add_test(tests, a_living_process_keeps_its_name);
    tcase_add_test(tests, a_dead_process_does_not);
    if (!THREAD_SANITIZER) {
        tcase_add_test(tests, a_thread_may_fork_while_others_count);
        tcase_add_test(tests, a_vfork_child_counts_in_its_parents_file);
    }
    suite_add_tcase(suite, tests);
    return suite;
}
