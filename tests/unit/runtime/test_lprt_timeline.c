/* SPDX-License-Identifier: MIT */
/* The ring of a thread's regions: what whoever reads it meanwhile takes for whole is. */
#include "count/lprt_timeline.h"
#include "lprof.h"
#include "suite_main.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>

enum { CAPACITY = 8 };

/* As it lies in a file. */
struct ring {
    struct lprof_timeline fields;
    struct lprof_span spans[CAPACITY];
    struct lprof_timeline_end end;
};

static struct ring ring;
static struct lprt_timeline timeline;

static void make_ring(void)
{
    ring = (struct ring){
        .fields = {.span_bytes = sizeof(struct lprof_span), .capacity = CAPACITY}
    };
    timeline = (struct lprt_timeline){
        .record = &ring.fields, .taken = &ring.end.taken, .mask = CAPACITY - 1};
}

/* The regions of a span say its number, so one that is torn shows. */
static void add(uint64_t number)
{
    lprt_timeline_add(&timeline, (const void *)(uintptr_t)(8 * number), 2 * number,
                      3 * number);
}

static struct lprof_timeline_view view_of(const struct ring *bytes)
{
    return (struct lprof_timeline_view){
        .fields = bytes->fields, .spans = bytes->spans, .taken = bytes->end.taken};
}

/* Each span that is whole must be the one with its number. */
static struct lprof_span_range check_whole(const struct ring *bytes)
{
    const struct lprof_timeline_view view = view_of(bytes);
    const struct lprof_span_range range = lprof_timeline_spans(&view);
    struct lprof_span span;

    for (uint64_t number = range.begin; number < range.end; number++) {
        lprof_take_span(&view, number, &span);
        ck_assert_msg(span.region == 8 * number && span.begin == 2 * number &&
                          span.end == 3 * number,
                      "span %lu of %lu to %lu: %lu, %lu, %lu", number, range.begin,
                      range.end, span.region, span.begin, span.end);
    }
    return range;
}

START_TEST(the_last_ones_stay)
{
    for (uint64_t number = 0; number < 3 * CAPACITY + 3; number++) {
        add(number);
        const struct lprof_span_range range = check_whole(&ring);
        ck_assert_uint_eq(range.end, number + 1);
        ck_assert_uint_eq(range.end - range.begin,
                          number + 1 < CAPACITY ? number + 1 : CAPACITY);
    }
}
END_TEST

START_TEST(without_a_ring_nothing_happens)
{
    timeline = (struct lprt_timeline){0};
    add(0);
    lprt_timeline_reset(&timeline);
    ck_assert_uint_eq(ring.end.taken, 0);
}
END_TEST

START_TEST(after_a_reset_the_earlier_do_not_count)
{
    for (uint64_t number = 0; number < 5; number++)
        add(number);
    lprt_timeline_reset(&timeline);
    add(5);
    const struct lprof_span_range range = check_whole(&ring);
    ck_assert_uint_eq(range.begin, 5);
    ck_assert_uint_eq(range.end, 6);
}
END_TEST

/* Its number has been taken, and part of it is written: then a handler comes. */
START_TEST(what_is_not_complete_is_not_shown)
{
    for (uint64_t number = 0; number < CAPACITY; number++)
        add(number);
    ck_assert_uint_eq(lprt_timeline_take(timeline.taken), CAPACITY);
    ring.spans[0].region = 1; /* half of it */
    struct lprof_span_range range = check_whole(&ring);
    ck_assert_uint_eq(range.begin, 1);
    ck_assert_uint_eq(range.end, CAPACITY);
    add(CAPACITY + 1);
    add(CAPACITY + 2);
    range = check_whole(&ring);
    ck_assert_uint_eq(range.begin, 3);
    ck_assert_uint_eq(range.end, CAPACITY);
    ring.spans[0] = (struct lprof_span){8 * CAPACITY, 2 * CAPACITY, 3 * CAPACITY};
    lprt_timeline_publish(timeline.record, timeline.taken, CAPACITY);
    range = check_whole(&ring);
    ck_assert_uint_eq(range.begin, 3);
    ck_assert_uint_eq(range.end, CAPACITY + 3);
    add(CAPACITY + 3);
    ck_assert_uint_eq(check_whole(&ring).end, CAPACITY + 4);
}
END_TEST

/* ---- At the same time ---- */

static atomic_bool is_over;

static void *keep_adding(void *unused)
{
    for (uint64_t number = 0; !atomic_load_explicit(&is_over, memory_order_relaxed);
         number++)
        add(number);
    return unused;
}

/* As a reader of the file does: from the first byte on. */
static void copy_in_order(struct ring *copy)
{
    const uint64_t *from = (const uint64_t *)&ring;
    uint64_t *to = (uint64_t *)copy;

    for (size_t i = 0; i < sizeof ring / sizeof *to; i++)
        to[i] = __atomic_load_n(&from[i], __ATOMIC_ACQUIRE);
}

START_TEST(a_reader_sees_whole_spans_only)
{
    enum { READINGS = 50000 };
    pthread_t writer;
    struct ring copy;

    atomic_store(&is_over, false);
    ck_assert_int_eq(pthread_create(&writer, NULL, keep_adding, NULL), 0);
    while (!__atomic_load_n(&ring.end.taken, __ATOMIC_RELAXED))
        ; /* it has begun */
    for (int i = 0; i < READINGS; i++) {
        copy_in_order(&copy);
        check_whole(&copy);
    }
    atomic_store(&is_over, true);
    pthread_join(writer, NULL);
    check_whole(&ring);
}
END_TEST

static const struct lprof_region region;
static _Atomic uint64_t interrupted;

static void add_in_handler(int signal)
{
    (void)signal;
    lprt_timeline_add(&timeline, &region, 1, 1);
    interrupted++;
}

/* A handler may come in between any two instructions: each span has a number of its own,
   and at last all are shown. */
START_TEST(handlers_lose_nothing)
{
    enum { HANDLERS = 2000 };
    const struct itimerval often = {{.tv_usec = 50}, {.tv_usec = 50}};
    const struct itimerval never = {0};
    uint64_t added = 0;

    interrupted = 0;
    signal(SIGALRM, add_in_handler);
    setitimer(ITIMER_REAL, &often, NULL);
    while (interrupted < HANDLERS) {
        lprt_timeline_add(&timeline, &region, 2, 2);
        added++;
        ck_assert_uint_le(ring.fields.written, ring.end.taken);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    signal(SIGALRM, SIG_DFL);
    ck_assert_uint_eq(ring.end.taken, added + interrupted);
    ck_assert_uint_eq(ring.fields.written, added + interrupted);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_timeline");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 100);
    tcase_add_checked_fixture(tests, make_ring, NULL);
    tcase_add_test(tests, the_last_ones_stay);
    tcase_add_test(tests, without_a_ring_nothing_happens);
    tcase_add_test(tests, after_a_reset_the_earlier_do_not_count);
    tcase_add_test(tests, what_is_not_complete_is_not_shown);
    tcase_add_test(tests, a_reader_sees_whole_spans_only);
    tcase_add_test(tests, handlers_lose_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
