/* SPDX-License-Identifier: MIT */
#include "store/lprt_runs.h"
#include "suite_main.h"

#include <stdint.h>
#include <string.h>

enum { PAGE = 4096, ROOM = 64 * PAGE, RECORD = sizeof(struct lprof_record) };

static _Alignas(8) unsigned char from[ROOM];
static _Alignas(8) unsigned char to[ROOM];

/* Records of these sizes one behind the other; returns their end. */
static uint64_t put_records(const uint64_t *sizes, size_t count)
{
    uint64_t at = LPROF_HEADER_BYTES;

    memset(from, 0, sizeof from);
    memset(to, 0, sizeof to);
    memset(from, 'h', LPROF_HEADER_BYTES);
    for (size_t i = 0; i < count; i++) {
        const struct lprof_record record = {.kind = LPROF_RECORD_REGION,
                                            .bytes = sizes[i]};
        memset(from + at, (int)('a' + i), sizes[i]);
        memcpy(from + at, &record, sizeof record);
        at += sizes[i];
    }
    return at;
}

static char wanted; /* of which records are kept */

static bool keeps_wanted(enum lprof_record_kind kind, const void *payload)
{
    return kind == LPROF_RECORD_REGION && *(const char *)payload == wanted;
}

static bool keeps_nothing(enum lprof_record_kind kind, const void *payload)
{
    (void)kind;
    (void)payload;
    return false;
}

static struct lprof_record record_at(uint64_t at)
{
    struct lprof_record record;

    memcpy(&record, to + at, sizeof record);
    return record;
}

START_TEST(what_is_kept_stays_where_it_was)
{
    static const uint64_t sizes[] = {64, 3 * PAGE, 128, 5 * PAGE};
    const uint64_t used = put_records(sizes, 4);
    const uint64_t place = LPROF_HEADER_BYTES + 64 + 3 * PAGE;

    wanted = 'c';
    ck_assert_uint_eq(lprt_runs_copy(to, from, used, keeps_wanted), place + 128);
    ck_assert_mem_eq(to, from, LPROF_HEADER_BYTES);
    ck_assert_mem_eq(to + place, from + place, 128);
    ck_assert_uint_eq(record_at(LPROF_HEADER_BYTES).kind, 0);
    ck_assert_uint_eq(record_at(LPROF_HEADER_BYTES).bytes, 64 + 3 * PAGE);
    ck_assert_uint_eq(to[LPROF_HEADER_BYTES + RECORD], 0);
    ck_assert_uint_eq(to[place + 128], 0);
}
END_TEST

START_TEST(nothing_kept_is_the_header_alone)
{
    static const uint64_t sizes[] = {64, PAGE};
    const uint64_t used = put_records(sizes, 2);

    ck_assert_uint_eq(lprt_runs_copy(to, from, used, keeps_nothing), LPROF_HEADER_BYTES);
}
END_TEST

static struct {
    uint64_t from[8];
    uint64_t to[8];
    size_t count;
} runs;

static int note_run(uint64_t begin, uint64_t end, void *arg)
{
    (void)arg;
    runs.from[runs.count] = begin;
    runs.to[runs.count++] = end;
    return 0;
}

static int refuse(uint64_t begin, uint64_t end, void *arg)
{
    (void)begin;
    (void)end;
    ++*(int *)arg;
    return 5;
}

START_TEST(pages_between_are_left_out)
{
    static const uint64_t sizes[] = {64, 9 * PAGE, 2 * PAGE, 64};
    const uint64_t used = put_records(sizes, 4);

    wanted = 'c';
    const uint64_t end = lprt_runs_copy(to, from, used, keeps_wanted);
    runs.count = 0;
    ck_assert_int_eq(lprt_runs_walk(to, end, note_run, NULL), 0);
    ck_assert_uint_eq(runs.count, 2);
    ck_assert_uint_eq(runs.from[0], 0);
    ck_assert_uint_eq(runs.to[0], 2 * PAGE); /* the gap's own record */
    ck_assert_uint_eq(runs.from[1], 10 * PAGE);
    ck_assert_uint_eq(runs.to[1], 13 * PAGE);
}
END_TEST

START_TEST(neighbours_are_one_run)
{
    static const uint64_t sizes[] = {64, 64, PAGE, 128};
    const uint64_t used = put_records(sizes, 4);

    runs.count = 0;
    ck_assert_int_eq(lprt_runs_walk(from, used, note_run, NULL), 0);
    ck_assert_uint_eq(runs.count, 1);
    ck_assert_uint_eq(runs.to[0], 3 * PAGE);
}
END_TEST

START_TEST(first_refusal_ends_it)
{
    static const uint64_t sizes[] = {64, 9 * PAGE, 64};
    const uint64_t used = put_records(sizes, 3);
    int calls = 0;

    wanted = 'c';
    const uint64_t end = lprt_runs_copy(to, from, used, keeps_wanted);
    ck_assert_int_eq(lprt_runs_walk(to, end, refuse, &calls), 5);
    ck_assert_int_eq(calls, 1);
}
END_TEST

/* A file that was cut reads as zeros: no endless walk. */
START_TEST(record_without_a_size_ends_it)
{
    memset(from, 0, sizeof from);
    ck_assert_uint_eq(lprt_runs_copy(to, from, ROOM, keeps_nothing), LPROF_HEADER_BYTES);
    runs.count = 0;
    ck_assert_int_eq(lprt_runs_walk(from, ROOM, note_run, NULL), 0);
    ck_assert_uint_eq(runs.count, 1);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_runs");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, what_is_kept_stays_where_it_was);
    tcase_add_test(tests, nothing_kept_is_the_header_alone);
    tcase_add_test(tests, pages_between_are_left_out);
    tcase_add_test(tests, neighbours_are_one_run);
    tcase_add_test(tests, first_refusal_ends_it);
    tcase_add_test(tests, record_without_a_size_ends_it);
    suite_add_tcase(suite, tests);
    return suite;
}
