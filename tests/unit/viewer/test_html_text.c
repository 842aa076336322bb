/* SPDX-License-Identifier: MIT */
/* Text in a page is text, whatever it contains. */
#include "suite_main.h"

#include "page/html_text.h"

#include <stdlib.h>

static const struct {
    const char *text;
    const char *html;
} texts[] = {
    {"plain",                          "plain"                                           },
    {"a < b && c > d",                 "a &lt; b &amp;&amp; c &gt; d"                    },
    {"</script><!-- \"x\" 'y'",        "&lt;/script&gt;&lt;!-- &quot;x&quot; &#39;y&#39;"},
    {"\x1b[31m\r\n",                   "\\x1b[31m\\x0d\\x0a"                             },
    {"caf\xe9",                        "caf\xef\xbf\xbd"                                 },
    {"gr\xc3\xb6\xc3\x9f\xe2\x80\xa8", "gr\xc3\xb6\xc3\x9f\xe2\x80\xa8"                  },
    {"",                               ""                                                },
};

START_TEST(text_is_no_markup)
{
    char *html = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&html, &size);

    ck_assert_ptr_nonnull(out);
    html_print_string(out, texts[_i].text);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(html, texts[_i].html);
    free(html);
}
END_TEST

START_TEST(micro_has_its_sign)
{
    char text[HTML_DURATION_BYTES];

    ck_assert_str_eq(html_duration(text, 1234), "1.23 \xc2\xb5s");
    ck_assert_str_eq(html_duration(text, 12), "12 ns");
    ck_assert_str_eq(html_duration(text, 1.5e9), "1.5 s");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("html_text");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, text_is_no_markup, 0,
                        (int)(sizeof texts / sizeof texts[0]));
    tcase_add_test(tests, micro_has_its_sign);
    suite_add_tcase(suite, tests);
    return suite;
}
