/* SPDX-License-Identifier: MIT */
/* Which lines call nothing that is profiled. */
#include "base/lprt_lock.h"
#include "store/lprt_callees.h"
#include "suite_main.h"

#include <stdio.h>

enum { CALLER_SITES = 5, MANY = 1000 };

static const struct lineprof_call calls[] = {
    {.symbol = "callees_outside",  .site = 0},
    {.symbol = "callees_profiled", .site = 1},
    {.symbol = "callees_outside",  .site = 2},
    {.symbol = "callees_late",     .site = 2},
    {.symbol = "callees_outside",  .site = 3},
    {.symbol = "",                 .site = 3},
};
static struct lineprof_function caller = {.symbol = "callees_caller",
                                          .site_count = CALLER_SITES};
static const struct lineprof_layout layout = {
    .function = &caller, .calls = calls, .call_count = sizeof calls / sizeof calls[0]};

static void add(const char *symbol)
{
    const struct lineprof_function function = {.symbol = symbol};
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_callees_add(&function);
    lprt_lock_release(&guard);
}

static const uint8_t *ask(void)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const uint8_t *outside = lprt_callees_outside(&layout);
    lprt_lock_release(&guard);
    ck_assert_ptr_nonnull(outside);
    return outside;
}

START_TEST(a_line_is_outside_if_all_that_it_calls_is)
{
    add("callees_profiled");
    const uint8_t *outside = ask();

    ck_assert(lprt_callees_are(outside, 0, LPRT_CALLEES_OUTSIDE));
    ck_assert(!lprt_callees_are(outside, 1, LPRT_CALLEES_OUTSIDE));
    ck_assert(lprt_callees_are(outside, 2, LPRT_CALLEES_OUTSIDE));
    ck_assert(!lprt_callees_are(outside, 3,
                                LPRT_CALLEES_OUTSIDE)); /* one goes through a pointer */
    ck_assert(!lprt_callees_are(outside, 4, LPRT_CALLEES_OUTSIDE)); /* it calls nothing */
    ck_assert(!lprt_callees_are(NULL, 0, LPRT_CALLEES_OUTSIDE));
}
END_TEST

START_TEST(what_is_attached_later_counts)
{
    const uint8_t *outside = ask();

    ck_assert(lprt_callees_are(outside, 2, LPRT_CALLEES_OUTSIDE));
    add("callees_late");
    ck_assert(!lprt_callees_are(outside, 2, LPRT_CALLEES_OUTSIDE));
    ck_assert(lprt_callees_are(outside, 2, LPRT_CALLEES_PROFILED));
    ck_assert(lprt_callees_are(outside, 0, LPRT_CALLEES_OUTSIDE));
    ck_assert(!lprt_callees_are(ask(), 2, LPRT_CALLEES_OUTSIDE));
}
END_TEST

START_TEST(there_is_room_for_many)
{
    static char symbols[MANY][32];

    for (int i = 0; i < MANY; i++) {
        snprintf(symbols[i], sizeof symbols[i], "callees_of_many_%d", i);
        add(symbols[i]);
    }
    for (int i = 0; i < MANY; i++) {
        const struct lineprof_call call = {.symbol = symbols[i], .site = 0};
        const struct lineprof_layout one = {
            .function = &caller, .calls = &call, .call_count = 1};
        struct lprt_guard guard;
        lprt_lock_take(&guard);
        const uint8_t *outside = lprt_callees_outside(&one);
        lprt_lock_release(&guard);
        ck_assert(!lprt_callees_are(outside, 0, LPRT_CALLEES_OUTSIDE));
    }
    ck_assert(lprt_callees_are(ask(), 0, LPRT_CALLEES_OUTSIDE));
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_callees");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, a_line_is_outside_if_all_that_it_calls_is);
    tcase_add_test(tests, what_is_attached_later_counts);
    tcase_add_test(tests, there_is_room_for_many);
    suite_add_tcase(suite, tests);
    return suite;
}
