/* SPDX-License-Identifier: MIT */
/* What of a text is code of C or C++. */
#include "marked_text.h"
#include "text/code_reader.h"

using namespace lineprof;

static std::string read_all(code_reader code, char (code_reader::*next)())
{
    std::string all;

    while (const char c = (code.*next)())
        all += c;
    return all;
}

/* Of literals the first quotation mark stands for all. */
static const struct {
    const char *text;
    const char *code;
} texts[] = {
    {"",                    ""          },
    {"\n\n",                ""          },
    {"a = b;\n",            "a=b;"      },
    {"a\t\v\f b\n",         "ab"        },
    {"a /* { */ b",         "ab"        },
    {"a /* {\n } */ b",     "ab"        },
    {"a /*/ { */ b",        "ab"        },
    {"a /***/ b",           "ab"        },
    {"a // {\nb",           "ab"        },
    {"a // {\\\n}\nb",      "ab"        },
    {"a // /* {\nb",        "ab"        },
    {"a / b /c",            "a/b/c"     },
    {"f(\"{\")",            "f(\")"     },
    {"f(\"\\\"{\")",        "f(\")"     },
    {"f(\"\\\\\"){",        "f(\"){"    },
    {"f(\"/*\") + g",       "f(\")+g"   },
    {"f(\"one \\\n{two\")", "f(\")"     },
    {"f(\"never closed\n{", "f(\"{"     },
    {"case '{': x",         "case':x"   },
    {"'\\''{",              "'{"        },
    {"'\"'{",               "'{"        },
    {"1'000'000{",          "1'000'000{"},
    {"0x1'ff{",             "0x1'ff{"   },
    {"u8'x'{",              "u8'{"      },
    {"R\"({)\"}",           "R\"}"      },
    {"R\"x({)\" \")x\"}",   "R\"}"      },
    {"R\"(\n{\n// )\"}",    "R\"}"      },
    {"u8R\"(\\\")\"}",      "u8R\"}"    },
    {"LR\"(\")\"}",         "LR\"}"     },
    {"FOOR\"({\")}",        "FOOR\")}"  },
    {"a \\\n b",            "a\\b"      },
    {"#define X {\nb",      "#defineX{b"},
    {"a # b",               "a#b"       },
};

START_TEST(comments_and_literals_are_no_code)
{
    const marked_text text(texts[_i].text);

    check_text(read_all(code_reader(text.lines, {1, 1}), &code_reader::next),
               texts[_i].code);
}
END_TEST

/* Of the groups of a conditional. */
static const struct {
    const char *text;
    const char *first;
    const char *second;
} conditionals[] = {
    {"#define X {\nb",                                  "b",   "b"  },
    {"#define X { \\\n } \\\n {\nb",                    "b",   "b"  },
    {"  #  include <x>\nb",                             "b",   "b"  },
    {"a # b\n",                                         "a#b", "a#b"},
    {"/* */ # b\nc",                                    "#bc", "#bc"},
    {"#if A\na\n#endif\nz",                             "az",  "z"  },
    {"#if A\na\n#else\nb\n#endif\nz",                   "az",  "bz" },
    {"#ifdef A\na\n#elif B\nb\n#else\nc\n#endif\nz",    "az",  "bz" },
    {"#if 0\na\n#endif\nz",                             "z",   "z"  },
    {"#if 0\na\n#else\nb\n#endif\nz",                   "bz",  "bz" },
    {"#if 0\na\n#if 1\nb\n#endif\nc\n#endif\nz",        "z",   "z"  },
    {"#if A\na\n#else\n#if B\nb\n#endif\nc\n#endif\nz", "az",  "cz" },
    {"#if A\n#if B\na\n#else\nb\n#endif\n#endif\nz",    "az",  "z"  },
    {" # if A\na\n # else\nb\n # endif\nz",             "az",  "bz" },
    {"#if A \\\n && B\na\n#endif\nz",                   "az",  "z"  },
    {"#if A\na",                                        "a",   ""   },
};

START_TEST(one_group_of_a_conditional_is_read)
{
    const marked_text text(conditionals[_i].text);
    const code_reader first(text.lines, {1, 1}, group::first);
    const code_reader second(text.lines, {1, 1}, group::second);

    check_text(read_all(first, &code_reader::next_statement), conditionals[_i].first);
    check_text(read_all(second, &code_reader::next_statement), conditionals[_i].second);
}
END_TEST

START_TEST(a_character_says_where_it_stands)
{
    const marked_text text("/* x\n x */ `a \"}\" // }\n\n  `b");
    code_reader code(text.lines, {1, 1});
    std::vector<spot> found;

    while (const char c = code.next())
        if (c != '"')
            found.push_back(code.at());
    text.check(found);
}
END_TEST

START_TEST(reading_begins_at_a_column)
{
    const marked_text text("{{{@a{");

    check_text(read_all(code_reader(text.lines, text.start), &code_reader::next), "a{");
}
END_TEST

/* Words are read where they begin only. */
START_TEST(a_character_tells_its_word)
{
    const marked_text text("do_it($x, 12)\n");
    static const char *const words[] = {"do_it", "", "", "", "", "", "$x", "", "", "12"};
    code_reader code(text.lines, {1, 1});

    for (const char *word : words) {
        code.next();
        check_text(code.word(), word);
    }
}
END_TEST

START_TEST(beyond_the_end_there_is_no_word)
{
    const marked_text text("x\n");
    code_reader code(text.lines, {1, 1});

    ck_assert_int_eq(code.next(), 'x');
    ck_assert_int_eq(code.next(), 0);
    check_text(code.word(), "");
    ck_assert_int_eq(code.next(), 0);
}
END_TEST

START_TEST(a_copy_reads_on_by_itself)
{
    const marked_text text("ab");
    code_reader code(text.lines, {1, 1});
    code_reader ahead = code;

    ck_assert_int_eq(ahead.next(), 'a');
    ck_assert_int_eq(ahead.next(), 'b');
    ck_assert_int_eq(code.next(), 'a');
}
END_TEST

static const struct {
    const char *text;
    const char *token;
} tokens[] = {
    {"@for (;;)",         "for"    },
    {"x @+= 2",           "+"      },
    {"x@",                ""       },
    {"@",                 ""       },
    {"a @_Pragma(\"x\")", "_Pragma"},
};

START_TEST(a_token_is_a_word_or_a_character)
{
    const marked_text text(tokens[_i].text);

    check_text(token_in(text.lines, text.start), tokens[_i].token);
    check_text(token_in(text.lines, {text.start.line, 0}), "");
    check_text(token_in(text.lines, {9, 1}), "");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("code_reader");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, comments_and_literals_are_no_code, 0,
                        sizeof texts / sizeof *texts);
    tcase_add_loop_test(tests, one_group_of_a_conditional_is_read, 0,
                        sizeof conditionals / sizeof *conditionals);
    tcase_add_test(tests, a_character_says_where_it_stands);
    tcase_add_test(tests, reading_begins_at_a_column);
    tcase_add_test(tests, a_character_tells_its_word);
    tcase_add_test(tests, beyond_the_end_there_is_no_word);
    tcase_add_test(tests, a_copy_reads_on_by_itself);
    tcase_add_loop_test(tests, a_token_is_a_word_or_a_character, 0,
                        sizeof tokens / sizeof *tokens);
    suite_add_tcase(suite, tests);
    return suite;
}
