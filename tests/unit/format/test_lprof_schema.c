/* SPDX-License-Identifier: MIT */
/* docs/internals/FORMAT.md says what the schema says; the schema's values are the ABI's.
 */
#include "lineprof/abi.h"
#include "lprof.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *doc;

static void read_doc(void)
{
    FILE *file = fopen(FORMAT_DOC, "rb");
    size_t size = 0;

    ck_assert_msg(file != NULL, "%s cannot be opened", FORMAT_DOC);
    ck_assert_int_ge(getdelim(&doc, &size, '\0', file), 0);
    fclose(file);
}

static void drop_doc(void)
{
    free(doc);
}

/* Offsets are computed while the rows are put together, so a table is made by a
   function. */
#define FIELD_ROW(type, name, doc)                                                       \
    fprintf(out, "| %zu | `%s` | `%s` | %s |\n", __builtin_offsetof(TABLE_STRUCT, name), \
            #type, #name, doc);
#define VALUE_ROW(name, value, doc) \
    fprintf(out, "| %d | `%s` | %s |\n", value, #name, doc);
#define WORD_ROW(name, value, text, doc) \
    fprintf(out, "| %d | `%s` | `%s` | %s |\n", value, #name, text, doc);

#define DEFINE_FIELD_TABLE(name, fields)          \
    static void put_##name(FILE *out)             \
    {                                             \
        typedef struct lprof_##name TABLE_STRUCT; \
        fields(FIELD_ROW)                         \
    }
LPROF_STRUCTS(DEFINE_FIELD_TABLE)

#define DEFINE_TABLE(name, table, row) \
    static void put_##name(FILE *out)  \
    {                                  \
        table(row)                     \
    }
DEFINE_TABLE(kinds, LPROF_RECORDS, VALUE_ROW)
DEFINE_TABLE(states, LPROF_STATES, VALUE_ROW)
DEFINE_TABLE(warnings, LPROF_WARNINGS, VALUE_ROW)
DEFINE_TABLE(thread_flags, LPROF_THREAD_FLAGS, VALUE_ROW)
DEFINE_TABLE(counts_flags, LPROF_COUNTS_FLAGS, VALUE_ROW)
DEFINE_TABLE(inside_flags, LPROF_INSIDE_FLAGS, VALUE_ROW)
DEFINE_TABLE(block_flags, LPROF_BLOCK_FLAGS, VALUE_ROW)
DEFINE_TABLE(clocks, LPROF_CLOCKS, WORD_ROW)
DEFINE_TABLE(modes, LPROF_MODES, WORD_ROW)
DEFINE_TABLE(languages, LPROF_LANGUAGES, WORD_ROW)
DEFINE_TABLE(function_flags, LPROF_FUNCTION_FLAGS, WORD_ROW)
DEFINE_TABLE(figures, LPROF_FIGURES, WORD_ROW)

#define TABLE_ENTRY(name, fields) {#name, put_##name},
static const struct {
    const char *name;
    void (*put)(FILE *out);
} tables[] = {
    LPROF_STRUCTS(TABLE_ENTRY)  /* */
    {"kinds",          put_kinds         },
    {"states",         put_states        },
    {"warnings",       put_warnings      },
    {"thread_flags",   put_thread_flags  },
    {"counts_flags",   put_counts_flags  },
    {"inside_flags",   put_inside_flags  },
    {"block_flags",    put_block_flags   },
    {"clocks",         put_clocks        },
    {"modes",          put_modes         },
    {"languages",      put_languages     },
    {"function_flags", put_function_flags},
    {"figures",        put_figures       }
};

/* The rows stand in the document in one piece, and end there. */
START_TEST(document_has_the_table)
{
    char *rows = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&rows, &size);

    ck_assert_ptr_nonnull(out);
    tables[_i].put(out);
    fclose(out);
    const char *at = strstr(doc, rows);
    ck_assert_msg(at != NULL, "FORMAT.md should have for %s:\n%s", tables[_i].name, rows);
    ck_assert_msg(at[size] != '|', "FORMAT.md has rows too many for %s", tables[_i].name);
    free(rows);
}
END_TEST

START_TEST(document_names_the_version)
{
    char line[64];

    snprintf(line, sizeof line, "version %d.%d", LPROF_MAJOR, LPROF_MINOR);
    ck_assert_msg(strstr(doc, line) != NULL, "FORMAT.md should say \"%s\"", line);
}
END_TEST

/* A name both sides have; X rows give the schema's. */
#define SAME_VALUE(kind, name) \
    ck_assert_int_eq((int)LPROF_##kind##_##name, (int)LINEPROF_##kind##_##name);
#define SAME_CLOCK(name, value, text, doc)    SAME_VALUE(CLOCK, name)
#define SAME_MODE(name, value, text, doc)     SAME_VALUE(MODE, name)
#define SAME_LANGUAGE(name, value, text, doc) SAME_VALUE(LANGUAGE, name)
#define SAME_FLAG(name, value, text, doc)     SAME_VALUE(FUNCTION, name)

START_TEST(values_are_those_of_the_abi)
{LPROF_CLOCKS(SAME_CLOCK) LPROF_MODES(SAME_MODE) LPROF_LANGUAGES(SAME_LANGUAGE)
     LPROF_FUNCTION_FLAGS(SAME_FLAG)} END_TEST

START_TEST(structs_are_those_of_the_abi)
{
    ck_assert_uint_eq(sizeof(struct lprof_counter), sizeof(struct lineprof_counter));
    ck_assert_uint_eq(sizeof(struct lprof_cell), sizeof(struct lineprof_cell));
    ck_assert_uint_eq(sizeof(struct lprof_histogram), sizeof(struct lineprof_histogram));
    ck_assert_uint_eq(sizeof(struct lprof_block), sizeof(struct lineprof_block));
    ck_assert_uint_eq(sizeof(struct lprof_frame), sizeof(struct lineprof_frame));
    ck_assert_uint_eq(sizeof(struct lprof_site), sizeof(struct lineprof_site));
    ck_assert_uint_eq(sizeof(struct lprof_count), sizeof(struct lineprof_count));
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_schema");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, read_doc, drop_doc);
    tcase_add_loop_test(tests, document_has_the_table, 0,
                        (int)(sizeof tables / sizeof tables[0]));
    tcase_add_test(tests, document_names_the_version);
    tcase_add_test(tests, values_are_those_of_the_abi);
    tcase_add_test(tests, structs_are_those_of_the_abi);
    suite_add_tcase(suite, tests);
    return suite;
}
