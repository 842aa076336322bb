/* SPDX-License-Identifier: MIT */
/* Partners are equal, ascend, and are as many as there can be. */
#include "suite_main.h"

#include "compare/text_diff.h"

#include <stdlib.h>
#include <string.h>

#define MOST 24

struct texts {
    const char *old_text;
    const char *new_text;
};

static bool same_letter(const void *arg, size_t a, size_t b)
{
    const struct texts *texts = arg;
    return texts->old_text[a] == texts->new_text[b];
}

static size_t *partners_of(const struct texts *texts)
{
    return text_diff_partners(&(struct text_diff){
        .old_count = strlen(texts->old_text),
        .new_count = strlen(texts->new_text),
        .is_same = same_letter,
        .arg = texts,
    });
}

/* The longest common subsequence, by the table. */
static size_t most_partners(const struct texts *texts)
{
    size_t table[MOST + 1][MOST + 1] = {{0}};
    const size_t old_count = strlen(texts->old_text);
    const size_t new_count = strlen(texts->new_text);

    for (size_t i = 1; i <= old_count; i++) {
        for (size_t j = 1; j <= new_count; j++) {
            const size_t longer =
                table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
            table[i][j] =
                same_letter(texts, i - 1, j - 1) ? table[i - 1][j - 1] + 1 : longer;
        }
    }
    return table[old_count][new_count];
}

static void check(const char *old_text, const char *new_text)
{
    const struct texts texts = {old_text, new_text};
    size_t *partners = partners_of(&texts);
    size_t count = 0;
    size_t next = 0;

    for (size_t i = 0; new_text[i]; i++) {
        if (partners[i] == TEXT_DIFF_NONE)
            continue;
        ck_assert_msg(partners[i] >= next, "\"%s\" \"%s\": not ascending", old_text,
                      new_text);
        ck_assert(same_letter(&texts, partners[i], i));
        next = partners[i] + 1;
        count++;
    }
    ck_assert_msg(count == most_partners(&texts), "\"%s\" \"%s\": %zu, not %zu", old_text,
                  new_text, count, most_partners(&texts));
    free(partners);
}

static const struct texts pairs[] = {
    {"",        ""        },
    {"",        "abc"     },
    {"abc",     ""        },
    {"abc",     "abc"     },
    {"abc",     "xyz"     },
    {"abcabba", "cbabac"  },
    {"aaaa",    "aa"      },
    {"ab",      "ba"      },
    {"abcdef",  "abXdef"  },
    {"abcdef",  "XabcdefY"},
};

START_TEST(most_elements_have_partners)
{
    check(pairs[_i].old_text, pairs[_i].new_text);
}
END_TEST

static void fill(char text[MOST + 1], unsigned *seed)
{
    const int length = rand_r(seed) % (MOST + 1);

    for (int i = 0; i < length; i++)
        text[i] = (char)('a' + rand_r(seed) % 3);
    text[length] = '\0';
}

START_TEST(so_it_is_for_any_texts)
{
    char old_text[MOST + 1];
    char new_text[MOST + 1];
    unsigned seed = 7;

    for (int i = 0; i < 5000; i++) {
        fill(old_text, &seed);
        fill(new_text, &seed);
        check(old_text, new_text);
    }
}
END_TEST

/* Two long texts without a letter in common but at their ends. */
START_TEST(too_many_differences_are_given_up)
{
    enum { LENGTH = 8000 };
    static char old_text[LENGTH + 1];
    static char new_text[LENGTH + 1];
    const struct texts texts = {old_text, new_text};

    memset(old_text, 'a', LENGTH);
    memset(new_text, 'b', LENGTH);
    old_text[0] = new_text[0] = old_text[LENGTH - 1] = new_text[LENGTH - 1] = 'x';
    size_t *partners = partners_of(&texts);
    ck_assert_uint_eq(partners[0], 0);
    ck_assert_uint_eq(partners[LENGTH - 1], LENGTH - 1);
    for (size_t i = 1; i < LENGTH - 1; i++)
        ck_assert_uint_eq(partners[i], TEXT_DIFF_NONE);
    free(partners);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("text_diff");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, most_elements_have_partners, 0,
                        (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_test(tests, so_it_is_for_any_texts);
    tcase_add_test(tests, too_many_differences_are_given_up);
    suite_add_tcase(suite, tests);
    return suite;
}
