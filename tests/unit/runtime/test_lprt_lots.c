/* SPDX-License-Identifier: MIT */
/* What timing may cost, how many visits that leaves to be timed, and what each of them
   stands for. */
#include "count/bare/lprt_event.h"
#include "count/lprt_visit.h"
#include "count/timing/lprt_budget.h"
#include "count/timing/lprt_unseen.h"
#include "suite_main.h"

#include <stdlib.h>

enum {
    ONE = LPRT_BUDGET_ONE,
    PART = 64,    /* of the time that has passed timing may cost */
    START = 1024, /* outliers, that count as passed */
    PASSED = 1 << 30,
};

static struct lprof_thread record;
static struct lprt_thread thread = {.record = &record, .random = 1};

/* A thread for which timing costs `times` as much as it may, in parts of ONE. */
static void spend(uint64_t times)
{
    const uint64_t may = (PASSED + lprt_costs.outlier * START) / PART;

    record.begun = 5000;
    thread.reading = record.begun + PASSED;
    thread.timing = 0;
    lprt_budget_spend(&thread, may * times / ONE);
    lprt_budget_spend(&thread, 8); /* beyond what is rounded off */
}

START_TEST(pressure_is_what_is_spent_too_much)
{
    static const struct {
        uint64_t times, pressure;
    } rows[] = {
        {0,        ONE     },
        {ONE / 2,  ONE     },
        {ONE,      ONE     },
        {ONE + 1,  ONE + 1 },
        {3 * ONE,  3 * ONE },
        {16 * ONE, 16 * ONE},
        {99 * ONE, 16 * ONE},
    };

    spend(rows[_i].times);
    ck_assert_uint_eq(lprt_budget_pressure(&thread), rows[_i].pressure);
}
END_TEST

/* With the third power, down to one in 512. */
START_TEST(frames_draw_fewer_where_timing_costs_too_much)
{
    spend(ONE / 2);
    ck_assert_uint_eq(lprt_event_lots(&thread), LPRT_LOTS);
    spend(ONE + ONE / 2);
    ck_assert_uint_eq(lprt_event_lots(&thread), LPRT_LOTS * 27 / 8);
    spend(2 * ONE);
    ck_assert_uint_eq(lprt_event_lots(&thread), 8 * LPRT_LOTS);
    spend(9 * ONE);
    ck_assert_uint_eq(lprt_event_lots(&thread), 8 * LPRT_LOTS);
}
END_TEST

/* However the lots change, those that are timed stand for all there were, but for half of
   what is between the last one and the next. */
START_TEST(weights_add_up_to_visits)
{
    enum { DRAWN = 5000 };
    struct lineprof_cell cell = {0};
    uint64_t visits = 1; /* with the one that is drawn */
    uint64_t weights = 0;
    uint64_t next = 1;

    for (int i = 0; i < DRAWN; i++) {
        next = 1 + lprt_event_skip(&thread, i < DRAWN / 2 ? LPRT_LOTS : 8 * LPRT_LOTS);
        lprt_visit_weigh(&cell, next, thread.random);
        lprt_visit_add_sampled(&thread, &cell, 1);
        weights += cell.variance >> LPRT_VISIT_WEIGHT_SHIFT;
        visits += next;
    }
    ck_assert_uint_eq(cell.sampled, DRAWN);
    ck_assert_uint_eq(cell.sampled_ticks, weights);
    /* Halves are rounded by lot. */
    ck_assert_int_le(llabs((long long)(weights + next / 2 - visits)), 150);
}
END_TEST

/* Each as often as its weight says, and so are the squares, also where these need more
   than 64 bits. */
START_TEST(times_are_weighted)
{
    const uint64_t ticks = lprt_costs.outlier - 1;
    const uint64_t weight = UINT64_C(1) << 26;
    struct lineprof_cell cell = {.variance = weight << LPRT_VISIT_WEIGHT_SHIFT};
    const lprt_wide square = (lprt_wide)(ticks * weight) * ticks * weight;

    lprt_visit_add_sampled(&thread, &cell, ticks);
    lprt_visit_add_sampled(&thread, &cell, ticks + 11);
    ck_assert_uint_eq(cell.sampled_ticks, (2 * ticks + 1) * weight);
    ck_assert_uint_eq(cell.outliers, 1);
    ck_assert_uint_eq(cell.outlier_ticks, 10);
    ck_assert_uint_ge(cell.sampled_squares_high, (uint64_t)(2 * square >> 64));
}
END_TEST

/* Ten visits more than itself, of 100 ticks each, with so much for each that others took.
 */
static void assert_taken(const struct lprt_thread *busy, double times)
{
    const double ticks = (double)lprt_unseen_weigh(busy, 100, 11);

    ck_assert_double_eq_tol(ticks, 1100 + 1000 * times, 5);
}

/* Others had the processor three times as long as the thread did, and what a visit stands
   for besides itself had it as little.  What is claimed is no longer in question. */
START_TEST(what_stands_for_others_is_longer_by_what_was_taken)
{
    const uint64_t ran = UINT64_C(1) << 36;
    struct lprt_thread busy = {.record = &record};

    assert_taken(&busy, 0);
    busy.unseen_ran_ns = ran;
    busy.taken_ns = busy.unseen_off_ns = 3 * ran;
    ck_assert_uint_eq(lprt_unseen_weigh(&busy, 100, 1), 100);
    assert_taken(&busy, 3);
    lprt_unseen_claim(&busy, ran);
    assert_taken(&busy, 2);
    lprt_unseen_claim(&busy, 3 * ran);
    assert_taken(&busy, 0);
}
END_TEST

/* What is watched has claimed too little: the rest does not make up for it.  And of a
   rest that has hardly run nothing else is known than of all. */
START_TEST(no_more_was_taken_from_the_rest)
{
    const uint64_t ran = UINT64_C(1) << 36;
    struct lprt_thread busy = {.record = &record,
                               .unseen_ran_ns = ran,
                               .unseen_watched_ns = ran / 8 * 7,
                               .taken_ns = 3 * ran,
                               .unseen_off_ns = 2 * ran};

    assert_taken(&busy, 3);
    busy.unseen_watched_ns = ran;
    busy.unseen_off_ns = 1;
    assert_taken(&busy, 3);
}
END_TEST

/* Of late: as far back as is remembered. */
START_TEST(time_off_the_processor_is_known_since_a_moment)
{
    enum { EVENTS = 3 * LPRT_OFF_EVENTS, LAST = EVENTS - 1 };
    struct lprt_thread busy = {.record = &record};

    for (uint64_t i = 0; i < EVENTS; i++) {
        busy.off_ns += 10;
        lprt_unseen_note(&busy, 10, i, 1000 + 100 * i);
        lprt_unseen_claim(&busy, 4);
    }
    /* What was noticed after a moment may have been over then. */
    ck_assert_uint_eq(lprt_unseen_off_since(&busy, 991 + 100 * LAST).off_ns, 0);
    ck_assert_uint_eq(lprt_unseen_off_since(&busy, 990 + 100 * LAST).off_ns, 10);
    ck_assert_uint_eq(lprt_unseen_off_since(&busy, 990 + 100 * LAST).claimed_ns, 4);
    ck_assert_uint_eq(lprt_unseen_off_since(&busy, 1000 + 100 * (LAST - 5)).off_ns, 50);
    ck_assert_uint_eq(lprt_unseen_off_since(&busy, 0).off_ns, 10 * LPRT_OFF_EVENTS);
    ck_assert_uint_eq(lprt_unseen_off_since(&busy, 0).claimed_ns, 4 * LPRT_OFF_EVENTS);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_lots");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, pressure_is_what_is_spent_too_much, 0, 7);
    tcase_add_test(tests, frames_draw_fewer_where_timing_costs_too_much);
    tcase_add_test(tests, weights_add_up_to_visits);
    tcase_add_test(tests, times_are_weighted);
    tcase_add_test(tests, what_stands_for_others_is_longer_by_what_was_taken);
    tcase_add_test(tests, no_more_was_taken_from_the_rest);
    tcase_add_test(tests, time_off_the_processor_is_known_since_a_moment);
    suite_add_tcase(suite, tests);
    return suite;
}
