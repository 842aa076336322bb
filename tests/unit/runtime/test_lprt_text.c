/* SPDX-License-Identifier: MIT */
#include "base/lprt_text.h"
#include "suite_main.h"

#include <string.h>

START_TEST(pieces_are_put_together)
{
    char buffer[64];
    struct lprt_text text = lprt_text_in(buffer, sizeof buffer);

    lprt_text_put(&text, "a");
    lprt_text_put_number(&text, 0);
    lprt_text_put(&text, " ");
    lprt_text_put_number(&text, UINT64_MAX);
    lprt_text_put_bytes(&text, "xyz", 2);
    ck_assert_str_eq(buffer, "a0 18446744073709551615xy");
    ck_assert_uint_eq(text.size, strlen(buffer));
    ck_assert(!text.cut);
}
END_TEST

START_TEST(what_does_not_fit_is_cut_and_that_is_known)
{
    char buffer[4];
    struct lprt_text text = lprt_text_in(buffer, sizeof buffer);

    lprt_text_put(&text, "abc");
    ck_assert(!text.cut);
    lprt_text_put(&text, "d");
    ck_assert(text.cut);
    lprt_text_put_number(&text, 12);
    ck_assert_str_eq(buffer, "abc");
}
END_TEST

START_TEST(numbers_are_read_up_to_what_is_none)
{
    const char *at = "0042x";

    ck_assert_uint_eq(lprt_text_take_number(&at), 42);
    ck_assert_str_eq(at, "x");
    ck_assert_uint_eq(lprt_text_take_number(&at), 0);
    ck_assert_str_eq(at, "x");
}
END_TEST

START_TEST(base_is_behind_the_last_slash)
{
    ck_assert_str_eq(lprt_text_base("/a/b"), "b");
    ck_assert_str_eq(lprt_text_base("b"), "b");
    ck_assert_str_eq(lprt_text_base("a/"), "");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_text");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, pieces_are_put_together);
    tcase_add_test(tests, what_does_not_fit_is_cut_and_that_is_known);
    tcase_add_test(tests, numbers_are_read_up_to_what_is_none);
    tcase_add_test(tests, base_is_behind_the_last_slash);
    suite_add_tcase(suite, tests);
    return suite;
}
