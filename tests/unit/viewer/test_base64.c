/* SPDX-License-Identifier: MIT */
/* Bytes as signs, also where they are no multiple of three, and many. */
#include "suite_main.h"

#include "page/base64.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *bytes;
    size_t size;
    const char *signs;
} vectors[] = {
    {"",             0, ""        },
    {"f",            1, "Zg=="    },
    {"fo",           2, "Zm8="    },
    {"foo",          3, "Zm9v"    },
    {"foob",         4, "Zm9vYg=="},
    {"foobar",       6, "Zm9vYmFy"},
    {"\xff\xef\xbe", 3, "/+++"    },
    {"\0\0\0\0",     4, "AAAAAA=="},
};

static char *base64_of(const void *bytes, size_t size)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    ck_assert_ptr_nonnull(out);
    base64_print(out, bytes, size);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

START_TEST(bytes_become_signs)
{
    char *text = base64_of(vectors[_i].bytes, vectors[_i].size);

    ck_assert_str_eq(text, vectors[_i].signs);
    free(text);
}
END_TEST

START_TEST(many_bytes_are_as_few)
{
    enum { SIZE = 30001 };
    char *bytes = malloc(SIZE);

    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'f', SIZE);
    char *text = base64_of(bytes, SIZE);
    const size_t length = strlen(text);
    ck_assert_uint_eq(length, 40004);
    for (size_t i = 0; i < length - 4; i++)
        ck_assert_int_eq(text[i], "ZmZm"[i % 4]);
    ck_assert_str_eq(text + length - 4, "Zg==");
    free(text);
    free(bytes);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("base64");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, bytes_become_signs, 0,
                        (int)(sizeof vectors / sizeof vectors[0]));
    tcase_add_test(tests, many_bytes_are_as_few);
    suite_add_tcase(suite, tests);
    return suite;
}
