/* SPDX-License-Identifier: MIT */
/* Lines of other files that are in a compiler's input. */
#include "marked_text.h"
#include "text/claimed_lines.h"
#include "text/split_text.h"

#include <cstring>

using namespace lineprof;

/* What there is on disk. */
static bool read_written(const char *file, int line, std::string &out)
{
    if (strcmp(file, "disk.c") != 0 || line > 3)
        return false;
    out = "written " + std::to_string(line);
    return true;
}

/* What an input says of a line. */
struct claim {
    const char *input;
    const char *file;
    int line;
    const char *text; /* NULL: not known; "elsewhere": nothing is said of the file */
};

static void check(const claim &row)
{
    const split_text input(row.input, line_ends::old_ones_too);
    const claimed_lines all(input, "in.c", read_written);
    bool known = false;
    std::string text;

    if (!all.find(row.file, row.line, known, text))
        text = "elsewhere";
    else if (!known)
        text = "unknown";
    check_text(text, row.text ? row.text : "unknown");
}

static const claim without_markers[] = {
    {"one\n#define X\n#pragma y\n", "in.c", 1, "elsewhere"},
};

START_TEST(without_markers_nothing_is_said)
{
    check(without_markers[_i]);
}
END_TEST

static const claim preprocessed[] = {
    {"# 1 \"a.c\"\none\ntwo\n",                                  "a.c",     2,  "two"      },
    {"# 1 \"a.c\"\none\n# 1 \"b.h\" 1\nh\n# 2 \"a.c\" 2\ntwo\n", "a.c",     2,  "two"      },
    {"# 1 \"a.c\"\none\n# 1 \"b.h\" 1\nh\n# 2 \"a.c\" 2\ntwo\n", "b.h",     1,  "h"        },
    {"# 1 \"a.c\"\none\n# 9\nnine\n",                            "a.c",     9,  "nine"     },
    {"# 1 \"a.c\"\none\n# 9\nnine\n",                            "a.c",     5,  ""         },
    {"# 1 \"a.c\"\none\n# 9\nnine\n",                            "a.c",     10, NULL       },
    {"# 1 \"a.c\"\none\n",                                       "x.c",     1,  "elsewhere"},
    {"# 1 \"a.c\"\none\n",                                       "a.c",     0,  "elsewhere"},
    {"# 1 \"q\\\"\\\\.c\"\none\n",                               "q\"\\.c", 1,  "one"      },
    {"# 1 \"disk.c\"\none\n# 9\nnine\n",                         "disk.c",  3,  ""         },
};

START_TEST(markers_of_the_preprocessor_say_it)
{
    check(preprocessed[_i]);
}
END_TEST

static const claim with_lines[] = {
    {"one\n#line 7 \"y.y\"\nseven\n",    "y.y",    7, "seven"    },
    {"one\n#line 7 \"y.y\"\nseven\n",    "in.c",   1, "one"      },
    {"one\n # line 7\nseven\n",          "in.c",   7, "seven"    },
    {"one\n#line 7 \"disk.c\"\nseven\n", "disk.c", 3, "written 3"},
    {"one\n#line 7 \"disk.c\"\nseven\n", "disk.c", 5, ""         },
    {"one\n#line 7 \"disk.c\"\nseven\n", "disk.c", 8, NULL       },
    {"one\n#lineage 7 \"y.y\"\nseven\n", "y.y",    7, "elsewhere"},
};

START_TEST(directives_of_a_source_say_it)
{
    check(with_lines[_i]);
}
END_TEST

static const claim with_macros[] = {
    {"one\n#line HERE\nx\n#line 9\nnine\n", "in.c", 9, "nine"},
    {"one\n#line HERE\nx\n#line 9\nnine\n", "in.c", 3, ""    },
};

START_TEST(after_a_macro_it_is_not_known)
{
    check(with_macros[_i]);
}
END_TEST

static const claim said_twice[] = {
    {"# 1 \"a.c\"\none\n\n# 1 \"a.c\"\nother\n", "a.c", 1, NULL },
    {"# 1 \"a.c\"\none\n\n# 1 \"a.c\"\none\n",   "a.c", 1, "one"},
    {"# 1 \"a.c\"\none\n# 1 \"a.c\"\n  \n",      "a.c", 1, "one"},
    {"# 1 \"a.c\"\n \n# 1 \"a.c\"\none\n",       "a.c", 1, "one"},
};

START_TEST(texts_that_differ_are_not_known)
{
    check(said_twice[_i]);
}
END_TEST

static const claim laid_over[] = {
    {"# 1 \"a.c\"\nx =\n# 1 \"a.c\" 3\n    0\n# 1 \"a.c\"\n     ;\n", "a.c", 1, "x = 0;"},
    {"# 1 \"a.c\"\nx;\n# 1 \"a.c\"\n#pragma p\n# 1 \"a.c\"\n   y;\n", "a.c", 1, "x; y;" },
    {"# 1 \"a.c\"\n#pragma p\n# 1 \"a.c\"\n   y;\n",                  "a.c", 1, "   y;" },
};

START_TEST(what_follows_a_marker_inside_a_line_is_in_its_columns)
{
    check(laid_over[_i]);
}
END_TEST

#define ADD(tests, test, rows) \
    tcase_add_loop_test(tests, test, 0, sizeof(rows) / sizeof *(rows))

Suite *make_suite(void)
{
    Suite *suite = suite_create("claimed_lines");
    TCase *tests = tcase_create("all");

    ADD(tests, without_markers_nothing_is_said, without_markers);
    ADD(tests, markers_of_the_preprocessor_say_it, preprocessed);
    ADD(tests, directives_of_a_source_say_it, with_lines);
    ADD(tests, after_a_macro_it_is_not_known, with_macros);
    ADD(tests, texts_that_differ_are_not_known, said_twice);
    ADD(tests, what_follows_a_marker_inside_a_line_is_in_its_columns, laid_over);
    suite_add_tcase(suite, tests);
    return suite;
}
