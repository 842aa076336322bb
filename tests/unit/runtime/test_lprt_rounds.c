/* SPDX-License-Identifier: MIT */
/* A loop of two lines: how long its rounds take is what those say that nobody has timed
   one by one. */
#include "count/bare/lprt_event.h"
#include "count/bare/visits/lprt_lot.h"
#include "count/bare/visits/lprt_rounds.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "suite_main.h"

#include <string.h>

enum {
    LINES = 2,
    ROUNDS = 10, /* of the loop each time; */
    SLOW = 40,   /* ticks of a line where it is timed by itself, */
    FAST = 12,   /* of a round where it is not, */
    LEARNED = 8, /* and so many times tell that */
};

static struct {
    struct lineprof_block block;
    struct lineprof_counter counters[LINES];
    struct lineprof_cell cells[LINES] __attribute__((__aligned__(64)));
} function;

static struct lprof_thread record;
static struct lprt_thread thread;
static struct lprt_lot lot;
static struct lineprof_frame frame;
static uint64_t mark;

static void start(void)
{
    memset(&function, 0, sizeof function);
    memset(&lot, 0, sizeof lot);
    thread = (struct lprt_thread){.record = &record, .switch_mark = &mark};
    function.block =
        (struct lineprof_block){.cell_count = LINES, .flags = LPROF_BLOCK_WEIGHTED};
    frame = (struct lineprof_frame){.thread = (uint64_t)(uintptr_t)&thread,
                                    .block = (uint64_t)(uintptr_t)&function.block,
                                    .visit = (uint64_t)(uintptr_t)&lot,
                                    .entry = UINT64_C(1) << LPRT_STRETCH_TICKS_BITS,
                                    .line = LINEPROF_CELLS_AT(LINES)};
    lprt_clock_rate = 1 << LPRT_RATE_BITS; /* a tick is a nanosecond */
    lprt_costs.line = 100;
    lprt_costs.outlier = lprt_costs.short_visit = 100000;
    ck_assert_ptr_eq(lprt_cell_at(&function.block, frame.line), function.cells);
}

static uint64_t both(void)
{
    return function.cells[0].ticks + function.cells[1].ticks;
}

/* All of it is the rest. */
static void go_round(uint64_t ticks)
{
    const struct lprt_rounds rounds = {.lines = lprt_shares_of(function.cells, LINES),
                                       .all = ROUNDS};

    frame.excluded = LINES;
    lprt_rounds_end(&frame, frame.last + ticks, &rounds);
    frame.last += ticks;
}

/* Each line of each round is timed. */
static void go_round_timed(void)
{
    frame.visit |= LPRT_STRETCH_IN_LOOP;
    for (int i = 0; i < LINES * ROUNDS; i++) {
        struct lineprof_cell *cell = &function.cells[i % LINES];
        cell->ticks += SLOW;
        cell->variance += SLOW;
        frame.inner += SLOW;
        frame.measures++;
    }
    frame.line = 0;
    const struct lprt_rounds rounds = {
        .lines = lprt_shares_of(function.cells, LINES), .all = ROUNDS, .timed = ROUNDS};
    frame.line = LINEPROF_CELLS_AT(LINES);
    lprt_rounds_end(&frame, frame.last, &rounds);
    frame.visit &= ~(uint64_t)LPRT_STRETCH_IN_LOOP;
}

START_TEST(one_time_in_four_is_timed_by_rounds)
{
    int timed = 0;

    start();
    for (int i = 0; i < 400; i++)
        timed += !lprt_rounds_begin(&frame, function.cells);
    ck_assert_int_eq(timed, 100);
}
END_TEST

START_TEST(what_rounds_seem_longer_is_taken_back)
{
    start();
    for (int i = 0; i < LEARNED; i++)
        go_round(FAST * ROUNDS);
    const uint64_t before = both();
    ck_assert_uint_eq(before, LEARNED * FAST * ROUNDS);
    go_round_timed();
    ck_assert_uint_le(both() - before, FAST * ROUNDS + LINES);
    ck_assert_uint_ge(both() - before, FAST * ROUNDS - LINES);
}
END_TEST

/* Nobody knows better yet. */
START_TEST(rounds_that_nobody_knows_stay_as_they_are)
{
    start();
    go_round_timed();
    ck_assert_uint_eq(both(), LINES * ROUNDS * SLOW);
}
END_TEST

/* One time was interrupted: that is no rate. */
START_TEST(what_is_much_longer_once_tells_nothing)
{
    start();
    for (int i = 0; i < LEARNED; i++)
        go_round(FAST * ROUNDS);
    go_round(1000 * FAST * ROUNDS);
    const uint64_t before = both();
    go_round_timed();
    ck_assert_uint_le(both() - before, FAST * ROUNDS + LINES);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_rounds");
    TCase *tests = tcase_create("rounds");

    tcase_add_test(tests, one_time_in_four_is_timed_by_rounds);
    tcase_add_test(tests, what_rounds_seem_longer_is_taken_back);
    tcase_add_test(tests, rounds_that_nobody_knows_stay_as_they_are);
    tcase_add_test(tests, what_is_much_longer_once_tells_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
