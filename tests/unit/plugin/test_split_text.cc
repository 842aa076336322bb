/* SPDX-License-Identifier: MIT */
/* Lines, by what ends them. */
#include "marked_text.h"
#include "text/split_text.h"

using namespace lineprof;

static const struct {
    const char *text;
    const char *by_feeds; /* its lines, each behind a `|` */
    const char *by_old_ones;
} texts[] = {
    {"",               "",           ""         },
    {"\n",             "|",          "|"        },
    {"one",            "|one",       "|one"     },
    {"one\n",          "|one",       "|one"     },
    {"one\ntwo",       "|one|two",   "|one|two" },
    {"one\r\ntwo\r\n", "|one|two",   "|one|two" },
    {"one\rtwo\n",     "|one\rtwo",  "|one|two" },
    {"one\r",          "|one",       "|one"     },
    {"\n\n x\n",       "||| x",      "||| x"    },
    {"\r\r\n",         "|\r",        "||"       },
    {"one\n\rtwo",     "|one|\rtwo", "|one||two"},
};

static std::string lines_of(const char *text, line_ends ends)
{
    const split_text lines(text, ends);
    std::string all, line;

    for (int number = 1; lines.line(number, line); number++)
        all += '|' + line;
    return all;
}

START_TEST(lines_end_where_they_do)
{
    check_text(lines_of(texts[_i].text, line_ends::feeds), texts[_i].by_feeds);
    check_text(lines_of(texts[_i].text, line_ends::old_ones_too), texts[_i].by_old_ones);
}
END_TEST

START_TEST(there_is_no_line_before_the_first)
{
    const split_text lines("one\n", line_ends::feeds);
    std::string line = "as before";

    ck_assert(!lines.line(0, line));
    ck_assert(!lines.line(-1, line));
    ck_assert(!lines.line(2, line));
    check_text(line, "as before");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("split_text");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, lines_end_where_they_do, 0, sizeof texts / sizeof *texts);
    tcase_add_test(tests, there_is_no_line_before_the_first);
    suite_add_tcase(suite, tests);
    return suite;
}
