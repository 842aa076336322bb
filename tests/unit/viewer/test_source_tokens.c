/* SPDX-License-Identifier: MIT */
/* Headers over several lines, out of the words that libclang finds. */
#include "scratch.h"
#include "suite_main.h"

#include "source/clang_extents.h"

#include <stdlib.h>
#include <string.h>

static const struct unit cxx = {.language = LPROF_LANGUAGE_CXX, .directory = ""};

/* A file, and the header that is in it; first_line 0: none. */
static const struct {
    const char *text;
    struct source_header header;
} files[] = {
    {"void f() { for (int i = 0; i < 3; i++) {\n } }\n",                     {0, 0, 0}},
    {"void f() {\nfor (int i = 0;\n\ni < 3;\ni++)\n;\n}\n",                  {2, 5, 4}},
    {"void f() {\nfor (;;\n)\n;\n}\n",                                       {2, 3, 2}},
    {"void f() {\nfor (int i = 0; // one;\n/* two; */ i < 3;\ni++)\n;\n}\n", {2, 4, 3}},
    {"void f(int (&a)[2]) {\nfor (int x\n: a)\n;\n}\n",                      {2, 3, 2}},
    {"void f() {\nif (int i = 1;\ni < 3)\n;\n}\n",                           {2, 3, 3}},
    {"void f() {\nif constexpr (constexpr int i = 1;\ni < 3)\n;\n}\n",       {2, 3, 3}},
    {"void f() {\nswitch (int i = 1;\ni) { case 1:; }\n}\n",                 {2, 3, 3}},
    {"void f(int i) {\nif (i &&\ni < 3)\n;\n}\n",                            {0, 0, 0}},
    {"void f(int i) {\nwhile (i &&\ni < 3)\n;\n}\n",                         {0, 0, 0}},
    {"void f() {\nfor (auto g = [] { return 1;\n};\ng() < 0;\n)\n;\n}\n",    {2, 5, 4}},
    {"const char *t = \"for (;\"\n\";;)\";\n",                               {0, 0, 0}},
    {"void f() {\nfor (int i = 0;\n",                                        {0, 0, 0}},
};

START_TEST(headers_are_found)
{
    const struct lprof_text text = {files[_i].text, strlen(files[_i].text)};
    const struct source_header *want = &files[_i].header;
    size_t count = 0;

    scratch_write("code.cc", text);
    struct extents extents = extents_of(&(struct extent_query){
        .path = scratch_path("code.cc"), .unit = &cxx, .with_tokens = true});
    ck_assert_uint_gt(extents.tokens.count, 0);
    struct source_header *headers = source_headers(&extents.tokens, &count);
    ck_assert_uint_eq(count, want->first_line != 0);
    if (count) {
        ck_assert_uint_eq(headers[0].first_line, want->first_line);
        ck_assert_uint_eq(headers[0].last_line, want->last_line);
        ck_assert_uint_eq(headers[0].condition_line, want->condition_line);
    }
    free(headers);
    extents_release(&extents);
}
END_TEST

START_TEST(words_are_where_they_stand)
{
    scratch_write("code.cc", (struct lprof_text){"/* a\nb */ int x = 'c';\n", 23});
    struct extents extents = extents_of(&(struct extent_query){
        .path = scratch_path("code.cc"), .unit = &cxx, .with_tokens = true});
    const struct source_token *comment = &extents.tokens.all[0];

    ck_assert_uint_eq(comment->kind, TOKEN_COMMENT);
    ck_assert_uint_eq(comment->line, 1);
    ck_assert_uint_eq(comment->end_line, 2);
    ck_assert_uint_eq(comment->end_column, 4);
    ck_assert_uint_eq(source_tokens_find(&extents.tokens, 1), 0);
    ck_assert_uint_eq(source_tokens_find(&extents.tokens, 2), 0);
    ck_assert_uint_eq(source_tokens_find(&extents.tokens, 3), extents.tokens.count);
    const struct source_token *keyword = &extents.tokens.all[1];
    ck_assert_uint_eq(keyword->kind, TOKEN_KEYWORD);
    ck_assert_uint_eq(keyword->column, 5);
    ck_assert_uint_eq(extents.tokens.all[4].kind, TOKEN_LITERAL);
    extents_release(&extents);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("source_tokens");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, headers_are_found, 0,
                        (int)(sizeof files / sizeof files[0]));
    tcase_add_test(tests, words_are_where_they_stand);
    suite_add_tcase(suite, tests);
    return suite;
}
