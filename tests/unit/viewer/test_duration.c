/* SPDX-License-Identifier: MIT */
/* Three digits and a unit. */
#include "suite_main.h"

#include "base/duration.h"

static const struct {
    double ns;
    const char *text;
} durations[] = {
    {0,        "0 ns"    },
    {0.25,     "0.25 ns" },
    {999,      "999 ns"  },
    {999.7,    "1 us"    },
    {1234,     "1.23 us" },
    {99960,    "100 us"  },
    {999400,   "999 us"  },
    {999600,   "1 ms"    },
    {1.5e9,    "1.5 s"   },
    {999.7e9,  "1000 s"  },
    {123456e9, "123456 s"},
};

START_TEST(unit_suits_the_time)
{
    char text[DURATION_BYTES];

    ck_assert_str_eq(duration_format(text, durations[_i].ns), durations[_i].text);
    ck_assert_str_eq(text, durations[_i].text);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("duration");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, unit_suits_the_time, 0,
                        (int)(sizeof durations / sizeof durations[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
