/* SPDX-License-Identifier: MIT */
/* The listing, to the byte. */
#include "scratch.h"
#include "suite_main.h"

#include "print/listing.h"

#include <stdlib.h>
#include <string.h>

static const struct listing_options plain = {.unit_s = 1e-6};

/* The listing of the scratch's file "a", without libclang; to be freed. */
static char *list(const struct listing_options *options)
{
    const struct source_options source_options = {.use_clang = false};
    struct profile p;
    char *text = NULL;
    size_t size = 0;

    scratch_load(&p, (const char *[]){"a"}, 1);
    struct sources *sources = sources_open(&p, &source_options);
    FILE *out = open_memstream(&text, &size);
    listing_print(out, &p, sources, options);
    fclose(out);
    sources_close(sources);
    profile_release(&p);
    return text;
}

static void check_listing(const struct listing_options *options, const char *expected)
{
    char *text = list(options);
    ck_assert_msg(!strcmp(text, expected), "printed:\n%s\nexpected:\n%s", text, expected);
    free(text);
}

static void check_holds(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

/* A file with one function with one block, whose ticks are the sum of its cells'. */
static void save(struct function_spec spec, const struct builder_cell *cells)
{
    struct file_builder b;
    struct lprof_block block = {.function = 1,
                                .cell_count = spec.site_count,
                                .thread = 1,
                                .calls = 1,
                                .primitive_calls = 1};

    for (uint32_t i = 0; i < spec.site_count; i++)
        block.ticks += cells[i].ticks;
    builder_start(&b);
    builder_function(&b, &spec);
    builder_block(&b, block, cells);
    builder_save(&b, scratch_path("a"));
}

#define SOURCE                        \
    "__attribute__((profile))\n"      \
    "int sum(int n)\n"                \
    "{\n"                             \
    "\tfor (int i = 0; i < n; i++)\n" \
    "\t\ts += i;\r\n"                 \
    "    if (0) never();\n"           \
    "    return s;\n"                 \
    "}\n"

static const struct lprof_site sites[] = {
    {.line = 13}, {.line = 14}, {.line = 15}, {.line = 16}};

static const struct function_spec sum = {
    .name = "sum",
    .line = 11,
    .end_line = 17,
    .source_line = 10,
    .source = {SOURCE, sizeof SOURCE - 1},
    .sites = sites,
    .site_count = 4,
};

START_TEST(layout_is_line_profilers)
{
    save(sum, (const struct builder_cell[]){
                  {.hits = 1001,  .ticks = 88900 },
                  {.hits = 1000,  .ticks = 148446},
                  {.hits = 0    },
                  {.hits = 1, .ticks = 400               }
    });
    check_listing(
        &plain,
        "Timer unit: 1e-06 s\n"
        "\n"
        "Total time: 0.000237746 s\n"
        "File: /nowhere/code.c\n"
        "Function: sum at line 10\n"
        "\n"
        "Line #      Hits         Time  Per Hit   % Time  Line Contents\n"
        "==============================================================\n"
        "    10                                           __attribute__((profile))\n"
        "    11                                           int sum(int n)\n"
        "    12                                           {\n"
        "    13      1001         88.9      0.1     37.4  \tfor (int i = 0; i < n; i++)\n"
        "    14      1000        148.4      0.1     62.4  \t\ts += i;\n"
        "    15         0          0.0      0.0      0.0      if (0) never();\n"
        "    16         1          0.4      0.4      0.2      return s;\n"
        "    17                                           }\n"
        "\n");
}
END_TEST

START_TEST(unit_scales_the_times)
{
    struct listing_options options = plain;

    options.unit_s = 1;
    save(sum, (const struct builder_cell[]){
                  {.hits = 4, .ticks = 6000000000},
                  {0        },
                  {0},
                  {0        }
    });
    char *text = list(&options);
    check_holds(text, "Timer unit: 1 s\n\nTotal time: 6 s\n");
    check_holds(text, "    13         4          6.0      1.5    100.0  \tfor");
    free(text);
    options.unit_s = 1e-9;
    text = list(&options);
    check_holds(text, "Timer unit: 1e-09 s\n");
    check_holds(text, "    13         4 6000000000.0 1500000000.0    100.0  \tfor");
    free(text);
}
END_TEST

/* Numbers are never shortened; all rows, the header and its rule move together. */
START_TEST(columns_widen)
{
    const struct lprof_site far[] = {{.line = 1234567}};

    save(
        (struct function_spec){
            .name = "f",
            .line = 1234566,
            .end_line = 1234567,
            .source = {"void f()\n{}\n", 12},
            .sites = far,
            .site_count = 1
    },
        &(struct builder_cell){.hits = 12345678901, .ticks = 98765432109876543});
    check_listing(
        &plain, "Timer unit: 1e-06 s\n"
                "\n"
                "Total time: 9.87654e+07 s\n"
                "File: /nowhere/code.c\n"
                "Function: f at line 1234566\n"
                "\n"
                " Line #        Hits             Time  Per Hit   % Time  Line Contents\n"
                "=====================================================================\n"
                "1234566                                                 void f()\n"
                "1234567 12345678901 98765432109876.5   8000.0    100.0  {}\n"
                "\n");
}
END_TEST

START_TEST(function_that_never_ran)
{
    struct listing_options options = plain;

    save(sum, (const struct builder_cell[]){{0}, {0}, {0}, {0}});
    char *text = list(&options);
    check_holds(text, "Total time: 0 s\n");
    check_holds(text, "    13         0          0.0      0.0           \tfor");
    free(text);
}
END_TEST

START_TEST(source_that_is_gone)
{
    struct function_spec without = sum;

    without.source = (struct lprof_text){0};
    without.source_line = 0;
    save(without, (const struct builder_cell[]){
                      {.hits = 2, .ticks = 3000},
                      {0        },
                      {0},
                      {0        }
    });
    check_listing(&plain,
                  "Timer unit: 1e-06 s\n"
                  "\n"
                  "Total time: 3e-06 s\n"
                  "\n"
                  "Could not find file /nowhere/code.c\n"
                  "Are the sources where they were when the program was compiled?\n"
                  "If they are elsewhere now, say where: --source-dir=OLD=NEW\n"
                  "Continuing without the function's contents.\n"
                  "\n"
                  "Line #      Hits         Time  Per Hit   % Time  Line Contents\n"
                  "==============================================================\n"
                  "    11                                           \n"
                  "    12                                           \n"
                  "    13         2          3.0      1.5    100.0  \n"
                  "    14         0          0.0      0.0      0.0  \n"
                  "    15         0          0.0      0.0      0.0  \n"
                  "    16         0          0.0      0.0      0.0  \n"
                  "\n");
}
END_TEST

START_TEST(lines_of_other_files_follow)
{
    const struct lprof_site some[] = {
        {.line = 12},
        { .line = 2, .file = 1},
        { .line = 4, .file = 1},
        { .line = 7, .file = 2}
    };
    struct function_spec spec = sum;
    char *files = NULL;
    const int size = asprintf(&files, "/nowhere/code.c%c%s%c/gone.y%c", 0,
                              scratch_path("list.def"), 0, 0);

    scratch_write("list.def", TEXT("one\ntwo\nthree\nfour\nfive\n"));
    spec.files = (struct lprof_text){files, (size_t)size};
    spec.sites = some;
    spec.end_line = 12;
    spec.source = (struct lprof_text){SOURCE, strlen("__attribute__((profile))\n") +
                                                  strlen("int sum(int n)\n{\n")};
    save(spec, (const struct builder_cell[]){
                   {.hits = 1, .ticks = 1000},
                   {.hits = 2, .ticks = 1000},
                   {.hits = 3, .ticks = 1000},
                   {.hits = 4, .ticks = 1000}
    });
    char *text = list(&plain);
    check_holds(text, "     2         2          1.0      0.5     25.0  two\n"
                      "     3                                           three\n"
                      "     4         3          1.0      0.3     25.0  four\n");
    check_holds(text, "File: /gone.y\n"
                      "     7         4          1.0      0.2     25.0  \n");
    free(text);
    free(files);
}
END_TEST

/* A function all of whose lines a #line has moved away, also from its own range. */
START_TEST(lines_outside_the_range_have_rows)
{
    const struct lprof_site some[] = {{.line = 3}, {.line = 900}};
    struct function_spec spec = sum;

    spec.sites = some;
    spec.site_count = 2;
    save(spec, (const struct builder_cell[]){
                   {.hits = 1, .ticks = 1000},
                   {.hits = 2, .ticks = 1000}
    });
    char *text = list(&plain);
    check_holds(text, "     3         1          1.0      1.0     50.0  \n    10    ");
    check_holds(text, "  }\n   900         2          1.0      0.5     50.0  \n\n");
    free(text);
}
END_TEST

/* Numbers of a damaged file are not an order to print four thousand million lines. */
START_TEST(absurd_ranges_are_short)
{
    const struct lprof_site some[] = {{.line = 4000000000}};

    save(
        (struct function_spec){
            .name = "f",
            .line = 2,
            .end_line = UINT32_MAX,
            .source = {"void f()\n", 9},
            .sites = some,
            .site_count = 1
    },
        &(struct builder_cell){.hits = 1, .ticks = 1});
    char *text = list(&plain);
    ck_assert_uint_lt(strlen(text), 2000);
    check_holds(text, "4000000000         1");
    free(text);
}
END_TEST

/* Three functions: b took 3 us, a 2 us, c never ran. */
static void save_three(void)
{
    static const char *const names[] = {"b", "a", "c"};
    struct file_builder b;

    builder_start(&b);
    for (uint32_t i = 0; i < 3; i++) {
        const struct lprof_site site = {.line = 11 + 10 * i};
        const uint64_t ticks = i < 2 ? 3000 - 1000 * i : 0;
        builder_function(&b, &(struct function_spec){
                                 .name = names[i],
                                 .line = 10 + 10 * i,
                                 .end_line = 11 + 10 * i,
                                 .source = {"one\ntwo\n", 8},
                                 .sites = &site,
                                 .site_count = 1
        });
        builder_block(&b,
                      (struct lprof_block){.function = i + 1,
                                           .cell_count = 1,
                                           .thread = 1,
                                           .calls = ticks > 0,
                                           .ticks = ticks},
                      &(struct builder_cell){.hits = ticks > 0, .ticks = ticks});
    }
    builder_save(&b, scratch_path("a"));
}

/* The "Function:" names of a listing and the lines of its summary, in order. */
static void check_order(const struct listing_options *options, const char *expected)
{
    char *text = list(options);
    char found[256] = "";

    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (!strncmp(line, "Function: ", 10))
            strncat(found, line + 10, 1);
        if (strstr(line, " seconds - "))
            snprintf(found + strlen(found), sizeof found - strlen(found), "[%s]", line);
    }
    ck_assert_str_eq(found, expected);
    free(text);
}

START_TEST(functions_come_by_place_or_time)
{
    struct listing_options options = plain;

    save_three();
    check_order(&options, "bac");
    options.skip_zero = true;
    check_order(&options, "ba");
    options.sort = true;
    check_order(&options, "ab");
    options.skip_zero = false;
    check_order(&options, "cab");
}
END_TEST

START_TEST(summary_follows_the_details)
{
    struct listing_options options = plain;

    save_three();
    options.summarize = true;
    options.sort = true;
    options.skip_zero = true;
    check_order(&options, "ab[  0.00 seconds - /nowhere/code.c:20 - a]"
                          "[  0.00 seconds - /nowhere/code.c:10 - b]");
    options.skip_zero = false;
    options.sort = false;
    check_order(&options, "bac[  0.00 seconds - /nowhere/code.c:10 - b]"
                          "[  0.00 seconds - /nowhere/code.c:20 - a]"
                          "[  0.00 seconds - /nowhere/code.c:30 - c]");
}
END_TEST

START_TEST(hits_without_times)
{
    struct function_spec spec = sum;

    spec.unit = 2;
    save(spec, (const struct builder_cell[]){{.hits = 5}, {0}, {0}, {0}});
    char *text = list(&plain);
    check_holds(text, "    13         5                                 \tfor (");
    free(text);
}
END_TEST

START_TEST(text_of_a_file_gives_no_orders)
{
    const struct listing_options options = plain;
    struct function_spec spec = sum;

    spec.name = "evil\n\x1b[2Jname";
    spec.files = TEXT("/no\x1bwhere\n.c\0");
    spec.source = TEXT("a\x1b[31m\n\xff\0b\n");
    save(spec, (const struct builder_cell[]){{0}, {0}, {0}, {0}});
    char *text = list(&options);
    check_holds(text, "File: /no\\x1bwhere\\x0a.c\n");
    check_holds(text, "Function: evil\\x0a\\x1b[2Jname at line 10\n");
    check_holds(text, "  a\\x1b[31m\n");
    check_holds(text, "  \xff\\x00b\n");
    ck_assert_ptr_null(strchr(text, '\x1b'));
    free(text);
}
END_TEST

/* What the terminal does with colour has no width. */
START_TEST(colour_changes_no_column)
{
    struct listing_options options = plain;
    const struct builder_cell cells[] = {
        {.hits = 1, .ticks = 700000},
        {.hits = 1, .ticks = 200000},
        {.hits = 1, .ticks = 90000 },
        {.hits = 1, .ticks = 10000 }
    };

    save(sum, cells);
    options.use_color = true;
    char *colored = list(&options);
    char *uncolored = list(&plain);
    check_holds(colored, "\x1b[1;31m    13");
    check_holds(colored, "\x1b[31m    14");
    check_holds(colored, "\x1b[33m    15");
    check_holds(colored, "\n    16");
    char *to = colored;
    for (const char *from = colored; *from;) {
        if (*from == '\x1b')
            from = strchr(from, 'm') + 1;
        else
            *to++ = *from++;
    }
    *to = '\0';
    ck_assert_str_eq(colored, uncolored);
    free(colored);
    free(uncolored);
}
END_TEST

START_TEST(times_below_the_resolution_are_marked)
{
    struct listing_options options = plain;
    struct file_builder b;

    builder_start(&b);
    b.header.resolution_ticks = 100;
    builder_function(&b, &sum);
    builder_block(&b,
                  (struct lprof_block){
                      .function = 1, .cell_count = 4, .thread = 1, .ticks = 10550
    },
                  (const struct builder_cell[]){{.hits = 50, .ticks = 500},
                                                {.hits = 100, .ticks = 10000},
                                                {0},
                                                {.hits = 1, .ticks = 50}});
    builder_save(&b, scratch_path("a"));
    options.mark_unknown = true;
    char *text = list(&options);
    check_holds(text, "    13        50          0.5     ~0.0      4.7");
    check_holds(text, "    14       100         10.0      0.1     94.8");
    check_holds(text, "    15         0          0.0      0.0      0.0");
    free(text);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("listing");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, layout_is_line_profilers);
    tcase_add_test(tests, unit_scales_the_times);
    tcase_add_test(tests, columns_widen);
    tcase_add_test(tests, function_that_never_ran);
    tcase_add_test(tests, source_that_is_gone);
    tcase_add_test(tests, lines_of_other_files_follow);
    tcase_add_test(tests, lines_outside_the_range_have_rows);
    tcase_add_test(tests, absurd_ranges_are_short);
    tcase_add_test(tests, functions_come_by_place_or_time);
    tcase_add_test(tests, summary_follows_the_details);
    tcase_add_test(tests, hits_without_times);
    tcase_add_test(tests, text_of_a_file_gives_no_orders);
    tcase_add_test(tests, colour_changes_no_column);
    tcase_add_test(tests, times_below_the_resolution_are_marked);
    suite_add_tcase(suite, tests);
    return suite;
}
