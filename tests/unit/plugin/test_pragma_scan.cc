/* SPDX-License-Identifier: MIT */
/* Pragmas and what follows them, in texts in which it is marked. */
#include "marked_text.h"
#include "text/pragma_scan.h"

using namespace lineprof;

static const struct {
    const char *text;
    bool is_directive;
} lines[] = {
    {"#pragma omp parallel", true },
    {"  # pragma omp",       true },
    {"/* x */ # pragma omp", true },
    {"x # y",                false},
    {"_Pragma(\"omp\")",     false},
    {"",                     false},
    {"\"#\"",                false},
};

START_TEST(a_directive_begins_with_a_hash)
{
    const marked_text text(lines[_i].text);

    ck_assert_msg(is_directive_in(text.lines, 1) == lines[_i].is_directive, "%s",
                  text.text);
}
END_TEST

/* Above the line of the start, from the second line on. */
static const char *const above[] = {
    "\n`#pragma omp for\n@x",
    "\n  `_Pragma(\"omp for\")\n@x",
    "\n`#pragma omp parallel\n#pragma acc loop\n@x",
    "\n#pragma acc loop\n@x",
    "\n#define omp x\n@x",
    "\n`  #pragma omp for\n\n// x\n@x",
    "#pragma omp for\n\n@x",
    "\n@x",
    "\n/* omp */ x;\n@x",
};

START_TEST(a_pragma_is_found_above)
{
    const marked_text text(above[_i]);
    const spot found = pragma_above_in(text.lines, text.start.line, 2, "omp");

    text.check(found);
}
END_TEST

static const struct {
    const char *text;
    bool is_in_comment;
} comments[] = {
    {"/*\n@#pragma omp\n*/\nx",        true },
    {"/*\n@#pragma omp */\nx",         false}, /* its line is passed over */
    {"@#pragma omp\n/* x */\nx",       false},
    {"@#pragma omp\nx * /y\n",         false},
    {"@_Pragma(\"omp\") x */ y\n\n\n", true },
    {"@#pragma omp\nx\n\n\n*/",        false}, /* too late */
};

START_TEST(a_pragma_may_be_in_a_comment)
{
    const marked_text text(comments[_i].text);

    ck_assert_msg(is_in_comment_in(text.lines, text.start, text.start.line + 3) ==
                      comments[_i].is_in_comment,
                  "%s", text.text);
}
END_TEST

/* The mark of what is found stands for the place that is asked about. */
static const struct {
    const char *text;
    bool is_ruled;
} ruled[] = {
    {"@#pragma omp\n`x;",                                true },
    {"@#pragma omp\ny; `x;",                             false},
    {"@#pragma omp\n{ y; `x; }",                         true },
    {"@#pragma omp\n{ y; } `x;",                         false},
    {"@#pragma omp \\\n  parallel;\n`x;",                true },
    {"@_Pragma(\"omp\") `x;",                            true },
    {"@_Pragma(\"omp\") y; `x;",                         false},
    {"@#pragma omp\nfor (i = 0; i < 3; i++)\n  { `x; }", false},
};

START_TEST(a_pragma_rules_what_follows)
{
    const marked_text text(ruled[_i].text);

    ck_assert_msg(rules_in(text.lines, text.start, text.expected[0]) ==
                      ruled[_i].is_ruled,
                  "%s", text.text);
}
END_TEST

static const char *const behind[] = {
    "@#pragma omp sections\n`x;\ny;",
    "@#pragma omp sections\n{ `x; `y(1); { `z; } }\nt;",
    "@#pragma omp sections \\\n  nowait\n{ `x; `y; } z;",
    "@_Pragma(\"omp\") { `x;\n`y; } z;",
    "@_Pragma(\"omp\") `x; y;",
    "@#pragma omp\n#pragma omp x\n`x;",
    "@#pragma omp\n",
    "@#pragma omp\n{ }",
};

START_TEST(statements_follow_a_pragma)
{
    const marked_text text(behind[_i]);

    text.check(statements_next(behind_pragma_in(text.lines, text.start)));
}
END_TEST

START_TEST(statements_follow_a_macro)
{
    const marked_text plain("@PARALLEL { `x; `y; }");
    const marked_text with_arguments("@PARALLEL(a, (b)) { `x; `y; }");
    code_reader code = behind_word_in(with_arguments.lines, with_arguments.start);

    plain.check(statements_next(behind_word_in(plain.lines, plain.start)));
    skip_parentheses(code);
    with_arguments.check(statements_next(code));
}
END_TEST

static const struct {
    const char *text;
    int count;
} nests[] = {
    {"@#pragma omp for collapse(2)\nfor `(x;;)\n for `(y;;) z;", 2},
    {"@#pragma omp for\nfor `(x;;)\n for (y;;) z;",              1},
    {"@for `(x;;) for `(y;;) z;",                                2},
    {"@for `(x;;) { for `(y;;) for (z;;) ; }",                   2},
    {"@for `(x;;) y;",                                           2},
    {"@#pragma omp for\nFOR (x) for (y;;) ;",                    2},
    {"@#pragma omp for\n/* for (a;;) */ for `(x;;) ;",           1},
    {"@#pragma omp for\n",                                       1},
};

START_TEST(a_nest_has_its_loops)
{
    const marked_text text(nests[_i].text);

    text.check(loop_headers_in(text.lines, text.start, nests[_i].count));
}
END_TEST

#define ADD(tests, test, rows) \
    tcase_add_loop_test(tests, test, 0, sizeof(rows) / sizeof *(rows))

Suite *make_suite(void)
{
    Suite *suite = suite_create("pragma_scan");
    TCase *tests = tcase_create("all");

    ADD(tests, a_directive_begins_with_a_hash, lines);
    ADD(tests, a_pragma_is_found_above, above);
    ADD(tests, a_pragma_may_be_in_a_comment, comments);
    ADD(tests, a_pragma_rules_what_follows, ruled);
    ADD(tests, statements_follow_a_pragma, behind);
    tcase_add_test(tests, statements_follow_a_macro);
    ADD(tests, a_nest_has_its_loops, nests);
    suite_add_tcase(suite, tests);
    return suite;
}
