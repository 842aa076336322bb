/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "suite_main.h"

#include "file_builder.h"

#include <stdlib.h>
#include <string.h>

typedef void (*text_printer)(FILE *out, struct lprof_text text);

static void check_printed(text_printer print, struct lprof_text text,
                          const char *expected)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);

    print(out, text);
    fclose(out);
    ck_assert_str_eq(printed, expected);
    free(printed);
}

static const struct {
    struct lprof_text text;
    const char *json;
    const char *clean;
} texts[] = {
#define ROW(text, json, clean)               \
    {                                        \
        {text, sizeof text - 1}, json, clean \
    }
    ROW("", "\"\"", ""),
    ROW("plain \"quoted\" \\", "\"plain \\\"quoted\\\" \\\\\"", "plain \"quoted\" \\"),
    ROW("a\tb\nc\rd", "\"a\\tb\\nc\\rd\"", "a\tb\\x0ac\\x0dd"),
    ROW("\x1b[31mred\x7f", "\"\\u001b[31mred\\u007f\"", "\\x1b[31mred\\x7f"),
    ROW("nul\0inside", "\"nul\\u0000inside\"", "nul\\x00inside"),
    ROW("gr\xc3\xbc\xc3\x9f", "\"gr\xc3\xbc\xc3\x9f\"", "gr\xc3\xbc\xc3\x9f"),
    ROW("c1 \xc2\x9b", "\"c1 \\u009b\"", "c1 \\x9b"),
    ROW("\xf0\x9f\x90\x8c", "\"\xf0\x9f\x90\x8c\"", "\xf0\x9f\x90\x8c"),
    ROW("latin \xfc", "\"latin \xef\xbf\xbd\"", "latin \xfc"),
    ROW("c1 in latin \x9b", "\"c1 in latin \xef\xbf\xbd\"", "c1 in latin \x9b"),
    ROW("cut \xe2\x82", "\"cut \xef\xbf\xbd\xef\xbf\xbd\"", "cut \xe2\x82"),
    ROW("too long \xc0\xaf", "\"too long \xef\xbf\xbd\xef\xbf\xbd\"",
        "too long \xc0\xaf"),
    ROW("half \xed\xa0\x80", "\"half \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"",
        "half \xed\xa0\x80"),
    ROW("beyond \xf4\x90\x80\x80",
        "\"beyond \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"",
        "beyond \xf4\x90\x80\x80"),
};

START_TEST(text_is_printed_safely)
{
    check_printed(text_print_json, texts[_i].text, texts[_i].json);
    check_printed(text_print_clean, texts[_i].text, texts[_i].clean);
}
END_TEST

START_TEST(line_ends_are_cut)
{
    static const char *const lines[] = {"x", "x\n", "x\r\n", "x\r\r\n"};

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ck_assert_uint_eq(text_without_end(text_of(lines[i])).size, 1);
    ck_assert_uint_eq(text_without_end(text_of("\n")).size, 0);
    ck_assert_uint_eq(text_without_end(text_of("x\n\n")).size, 2);
    ck_assert_uint_eq(text_without_end(text_of("")).size, 0);
}
END_TEST

/* As wide as it is printed, in escapes, too; and never wider than it may be. */
START_TEST(widths_are_those_printed)
{
    static const char text[] = "a\x1b\xc3\xbc\tb\xff\x01";
    static const char *const expanded[] = {"a", "a", "a\\x1b",
                                           "a\\x1b\xc3\xbc  b\xff\\x01"};
    static const size_t widths[] = {1, 4, 5, 14};

    ck_assert_uint_eq(text_width(text_of(text)), 14 - 1);
    ck_assert_uint_eq(text_width_with_tabs(text_of(text)), 14);
    ck_assert_uint_eq(text_width(text_of("e\xcc\x81\xe6\xbc\xa2\xe2\x80\x8d")), 3);
    ck_assert_uint_eq(text_prefix(text_of("\xe6\xbc\xa2\xe6\xbc\xa2"), 3), 3);
    ck_assert_uint_eq(text_prefix(text_of("e\xcc\x81x"), 1), 3);
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        char *printed = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&printed, &size);
        ck_assert_uint_eq(text_print_expanded(out, text_of(text), 0, widths[i]),
                          widths[i] + (widths[i] < 14)); /* behind it: cut */
        fclose(out);
        ck_assert_str_eq(printed, expanded[i]);
        free(printed);
    }
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, text_is_printed_safely, 0,
                        (int)(sizeof texts / sizeof texts[0]));
    tcase_add_test(tests, line_ends_are_cut);
    tcase_add_test(tests, widths_are_those_printed);
    suite_add_tcase(suite, tests);
    return suite;
}
