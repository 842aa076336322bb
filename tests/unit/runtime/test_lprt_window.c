/* SPDX-License-Identifier: MIT */
/* What timed visits stand for, held against the time that passed. */
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "suite_main.h"

#include <string.h>

enum {
    VISITS = 1000,   /* that one which is timed stands for */
    STEP = 10000,    /* ns, and ticks, from one that is timed to the next: ten each */
    TIMED = 5000,    /* in all */
    NEAR = 20000000, /* ns, what is about as it is in a window */
};

static struct lprof_thread record;
static struct lprt_thread thread;
static struct lineprof_block blocks[2];
static struct lprt_lot lots[2];
static uint64_t now;

static void start(void)
{
    thread = (struct lprt_thread){.record = &record};
    memset(blocks, 0, sizeof blocks);
    memset(lots, 0, sizeof lots);
    now = UINT64_C(1) << 40;
    lprt_clock_rate = 1 << LPRT_RATE_BITS; /* a tick is a nanosecond */
}

/* One that is timed, of a line of a function: it takes `own` itself, and stands for
   `visits` since the last. */
static void time_visit(int function, uint64_t visits, uint64_t own)
{
    struct lprt_lot *lot = &lots[function];
    struct lineprof_frame frame = {.thread = (uint64_t)(uintptr_t)&thread,
                                   .block = (uint64_t)(uintptr_t)&blocks[function]};

    lot->times++;
    lprt_window_begin(&thread, lot, now);
    lprt_window_begin_line(&thread, lot);
    lprt_window_add(&frame, lot, visits, own, 0, 0, now);
}

static void end(void)
{
    record.last = now;
    lprt_window_end(&thread);
}

static void assert_near(uint64_t value, double expected)
{
    ck_assert_double_ge((double)value, 0.97 * expected);
    ck_assert_double_le((double)value, 1.03 * expected);
}

START_TEST(what_fits_is_left)
{
    start();
    for (int i = 0; i < TIMED; i++, now += STEP)
        time_visit(0, VISITS, STEP / VISITS - 1);
    end();
    ck_assert_uint_eq(blocks[0].ticks, 0);
}
END_TEST

START_TEST(what_does_not_fit_is_too_much)
{
    start();
    for (int i = 0; i < TIMED; i++, now += STEP)
        time_visit(0, VISITS, 25);
    end();
    assert_near(blocks[0].ticks, (25.0 * VISITS - STEP) * TIMED);
}
END_TEST

/* But no more than seven eighths from one: the other has the rest. */
START_TEST(each_reading_has_as_much_of_it)
{
    start();
    for (int i = 0; i < TIMED; i++, now += STEP) {
        time_visit(0, 100, 60);
        time_visit(1, 100, 64);
    }
    end();
    assert_near(blocks[0].ticks, 1200.0 * TIMED);
    assert_near(blocks[1].ticks, 1200.0 * TIMED);

    start();
    for (int i = 0; i < TIMED; i++, now += STEP) {
        time_visit(0, 100, 4);
        time_visit(1, 100, 316);
    }
    end();
    assert_near(blocks[0].ticks, 337.5 * TIMED);
    assert_near(blocks[1].ticks, 21662.5 * TIMED);
}
END_TEST

/* Some visits that are long: there is time for them, though not where each is. */
START_TEST(chance_is_left)
{
    start();
    for (int i = 0; i < TIMED; i++, now += STEP) {
        time_visit(0, 1, 10);
        if (i % 512 == 300)
            time_visit(1, 1000, 4000);
    }
    end();
    ck_assert_uint_eq(blocks[0].ticks, 0);
    ck_assert_uint_eq(blocks[1].ticks, 0);
}
END_TEST

/* If there was not, that takes more of them to see. */
START_TEST(what_may_be_chance_is_waited_for)
{
    const int steps = 100 * 512;

    start();
    for (int i = 0; i < steps; i++, now += STEP) {
        time_visit(0, 1, 10);
        if (i % 512 == 300)
            time_visit(1, 2000, 4000);
    }
    end();
    ck_assert_uint_le(blocks[0].ticks, 10 * steps);
    assert_near(blocks[1].ticks, 100 * 2000.0 * 4000 - (double)steps * STEP);
}
END_TEST

/* Where the others fill it alone, one that stands for much is what is too much. */
START_TEST(the_longest_is_cut_first)
{
    start();
    for (int i = 0; i < TIMED; i++, now += STEP) {
        time_visit(0, VISITS, STEP / VISITS + 1);
        if (i % 100 == 0)
            time_visit(1, i == TIMED / 2 ? 2000 : 1, i == TIMED / 2 ? 10000 : 1);
    }
    end();
    assert_near(blocks[1].ticks, 2000 * 10000 / 64.0 * 63);
    ck_assert_uint_le(blocks[0].ticks, (VISITS + STEP / 8) * TIMED);
}
END_TEST

/* At a window's begin visits stand for some before it, as at its end for some after it.
 */
START_TEST(windows_together_have_all)
{
    start();
    for (int i = 0; i < TIMED; i++, now += UINT64_C(400) * STEP)
        time_visit(0, 1000 * VISITS, 25);
    end();
    assert_near(blocks[0].ticks, (25000.0 * VISITS - 400.0 * STEP) * TIMED);
}
END_TEST

/* Half of the time the thread does not run. */
START_TEST(only_what_ran_is_room)
{
    start();
    for (int i = 0; i < TIMED; i++, now += STEP, thread.off_ns += STEP / 2)
        time_visit(0, VISITS, STEP / VISITS - 1);
    end();
    assert_near(blocks[0].ticks, 4000.0 * TIMED);
}
END_TEST

/* Itself, and of the others as many as there is time for in the window, and shortly
   before it. */
START_TEST(a_visit_stands_for_those_in_the_window)
{
    start();
    time_visit(0, 1, 1);
    lots[1].last = now;
    now += STEP;
    time_visit(1, VISITS, 1);
    ck_assert_uint_eq(lots[1].window_lines, VISITS);
    lots[1].last = now - UINT64_C(100) * (NEAR + STEP);
    time_visit(1, VISITS, 1);
    ck_assert_uint_eq(lots[1].window_lines, VISITS + 1 + (VISITS - 1) / 100);
}
END_TEST

/* A loop has gone on for longer than the window in which it ends. */
START_TEST(what_was_before_the_window_is_not_in_it)
{
    start();
    time_visit(0, 1, 1);
    now += STEP;
    time_visit(1, 1, UINT64_C(1000) * STEP);
    ck_assert_uint_eq(lots[1].window_ticks, STEP);
}
END_TEST

/* It was open while others were timed, each of which stands for more. */
START_TEST(a_visit_has_its_own_weight)
{
    start();
    time_visit(0, 1, 1);
    for (int i = 0; i < 100; i++, now += STEP)
        time_visit(1, VISITS, 1);
    const uint64_t lines = lots[1].window_lines;
    time_visit(1, 1, 1);
    ck_assert_uint_eq(lots[1].window_lines, lines + 1);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_window");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, what_fits_is_left);
    tcase_add_test(tests, what_does_not_fit_is_too_much);
    tcase_add_test(tests, each_reading_has_as_much_of_it);
    tcase_add_test(tests, chance_is_left);
    tcase_add_test(tests, what_may_be_chance_is_waited_for);
    tcase_add_test(tests, the_longest_is_cut_first);
    tcase_add_test(tests, windows_together_have_all);
    tcase_add_test(tests, only_what_ran_is_room);
    tcase_add_test(tests, a_visit_stands_for_those_in_the_window);
    tcase_add_test(tests, what_was_before_the_window_is_not_in_it);
    tcase_add_test(tests, a_visit_has_its_own_weight);
    suite_add_tcase(suite, tests);
    return suite;
}
