/* SPDX-License-Identifier: MIT */
#include "lprof.h"
#include "suite_main.h"

#include <string.h>

static const struct {
    enum lprof_status status;
    const char *name;
} statuses[] = {
#define STATUS_ROW(name, text) {LPROF_##name, #name},
    LPROF_STATUS_MAP(STATUS_ROW)};

enum { STATUS_COUNT = sizeof statuses / sizeof statuses[0] };

START_TEST(status_has_a_text_of_its_own)
{
    const char *text = lprof_status_text(statuses[_i].status);

    ck_assert_msg(*text != '\0', "%s", statuses[_i].name);
    for (int j = 0; j < _i; j++)
        ck_assert_msg(strcmp(text, lprof_status_text(statuses[j].status)) != 0,
                      "%s and %s read the same", statuses[_i].name, statuses[j].name);
}
END_TEST

START_TEST(value_out_of_range_has_a_text)
{
    ck_assert_str_eq(lprof_status_text((enum lprof_status)STATUS_COUNT),
                     "unknown status");
    ck_assert_str_eq(lprof_clock_name(99), "unknown");
    ck_assert_str_eq(lprof_mode_name(UINT32_MAX), "unknown");
}
END_TEST

START_TEST(values_are_spelled_as_users_do)
{
    ck_assert_str_eq(lprof_clock_name(LPROF_CLOCK_TSC), "tsc");
    ck_assert_str_eq(lprof_clock_name(LPROF_CLOCK_COUNT), "count");
    ck_assert_str_eq(lprof_mode_name(LPROF_MODE_HITS), "hits");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_status");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, status_has_a_text_of_its_own, 0, STATUS_COUNT);
    tcase_add_test(tests, value_out_of_range_has_a_text);
    tcase_add_test(tests, values_are_spelled_as_users_do);
    suite_add_tcase(suite, tests);
    return suite;
}
