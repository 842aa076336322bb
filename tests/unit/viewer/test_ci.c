/* SPDX-License-Identifier: MIT */
/* What services of continuous integration are told of a comparison: hostile strings,
   which findings are the same, which are worst. */
#include "export/ci_path.h"
#include "export/xml_text.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 20 };

/* A function of some lines, one tick a nanosecond, by a clock that is exact. */
struct program {
    const char *name;
    struct lprof_text files; /* ended by NUL */
    uint32_t line;
    uint32_t line_count;
    struct lprof_text source;
    uint64_t hits; /* of each line */
    uint64_t ticks;
    bool hits_only;
};

static void save_program(const char *file, const struct program *p)
{
    struct lprof_site sites[MOST_LINES];
    struct builder_cell cells[MOST_LINES];
    struct file_builder b;

    for (uint32_t i = 0; i < p->line_count; i++) {
        sites[i] = (struct lprof_site){.line = p->line + i};
        cells[i] = (struct builder_cell){.hits = p->hits, .ticks = p->ticks};
    }
    builder_start(&b);
    b.header.clock = LPROF_CLOCK_COUNT;
    if (p->hits_only)
        b.header.mode = LPROF_MODE_HITS;
    builder_function(&b, &(struct function_spec){.name = p->name,
                                                 .files = p->files,
                                                 .line = p->line,
                                                 .end_line = p->line + p->line_count - 1,
                                                 .source = p->source,
                                                 .sites = sites,
                                                 .site_count = p->line_count,
                                                 .unit = p->hits_only ? 2 : 1});
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    builder_block(&b,
                  (struct lprof_block){.function = 1,
                                       .cell_count = p->line_count,
                                       .thread = 1,
                                       .calls = 1,
                                       .ticks = p->line_count * p->ticks},
                  cells);
    builder_save(&b, scratch_path(file));
}

/* Save a program as it was and with other figures. */
static void save_both(struct program p, uint64_t hits, uint64_t ticks)
{
    save_program("old", &p);
    p.hits = hits;
    p.ticks = ticks;
    save_program("new", &p);
}

static const struct program plain = {
    .name = "f", .line = 10, .line_count = 1, .hits = 3, .ticks = 100};

/* Compare "old" with a newer file, into "file"; returns the status. */
static int export_differences(const char *format, const char *limit, const char *newer)
{
    char *as = NULL;
    char *diff = NULL;

    ck_assert_int_ge(asprintf(&as, "--format=%s", format), 0);
    ck_assert_int_ge(asprintf(&diff, "--diff=%s", scratch_path("old")), 0);
    const int status =
        scratch_view((const char *[]){as, diff, "--no-clang", "-o", scratch_path("file"),
                                      scratch_path(newer), limit, NULL});
    free(as);
    free(diff);
    return status;
}

/* ---- Escapes ---- */

/* A text with the NUL behind it. */
#define ENDED(literal)          \
    {                           \
        literal, sizeof literal \
    }

static const struct {
    const char *name;
    struct lprof_text files;
    const char *command; /* what the first line begins with */
} commands[] = {
    {"f",                   ENDED("/nowhere/code.c"),
     "::warning file=/nowhere/code.c,line=10,title=lineprof%3A "
     "slower::f: 200 %25 slower: 300 ns, was 100 ns\n"   },
    {"100%25, a:b",         ENDED("/nowhere/a,b:c%.c"),
     "::warning file=/nowhere/a%2Cb%3Ac%25.c,line=10,title=lineprof%3A "
     "slower::100%2525, a:b: 200 %25 slower"             },
    {"x\r\n::error::y\x1b", ENDED("/nowhere/\n,line=1.c"),
     "::warning file=/nowhere/\\x0a%2Cline=1.c,line=10,title=lineprof%3A "
     "slower::x\\x0d\\x0a::error::y\\x1b: 200 %25 slower"},
    {"caf\xe9",             ENDED("/nowhere/\xff.c"),
     "::warning file=/nowhere/\xef\xbf\xbd.c,line=10,title=lineprof%3A "
     "slower::caf\xef\xbf\xbd: "                         },
};

START_TEST(commands_are_escaped)
{
    struct program p = plain;

    p.name = commands[_i].name;
    p.files = commands[_i].files;
    save_both(p, 3, 300);
    ck_assert_int_eq(export_differences("github", NULL, "new"), 0);
    char *text = scratch_read("file");
    ck_assert_msg(!strncmp(text, commands[_i].command, strlen(commands[_i].command)),
                  "%s, not %s", text, commands[_i].command);
    free(text);
}
END_TEST

static const struct {
    const char *text;
    const char *xml;
} texts[] = {
    {"a < b && c > \"d\" 'e'",       "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;"},
    {"]]><![CDATA[<!-- &amp;",       "]]&gt;&lt;![CDATA[&lt;!-- &amp;amp;"                 },
    {"\x1b[31m\r\n\x7f\xc2\x9b",     "\\x1b[31m\\x0d\\x0a\\x7f\\x9b"                       },
    {"caf\xe9 \xed\xa0\x80",         "caf\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    {"\xef\xbf\xbe|\xef\xbf\xbf|\t", "\xef\xbf\xbd|\xef\xbf\xbd|\t"                        },
    {"gr\xc3\xb6\xc3\x9f",           "gr\xc3\xb6\xc3\x9f"                                  },
    {"",                             ""                                                    },
};

START_TEST(text_is_no_markup)
{
    char *xml = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&xml, &size);

    ck_assert_ptr_nonnull(out);
    xml_print_text(out, (struct lprof_text){texts[_i].text, strlen(texts[_i].text)});
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(xml, texts[_i].xml);
    free(xml);
}
END_TEST

static const char *const formats[] = {"github", "gitlab", "junit"};

/* Every byte there is but NUL, in every place. */
START_TEST(hostile_strings_are_inert)
{
    static char bytes[257];

    for (int i = 0; i < 256; i++)
        bytes[i] = (char)(i + 1);
    save_both(
        (struct program){
            .name = bytes,
            .files = {bytes, 256},
            .line = 10,
            .line_count = 1,
            .source = {bytes, 256},
            .hits = 1,
            .ticks = 100
    },
        1, 300);
    ck_assert_int_eq(export_differences(formats[_i], NULL, "new"), 0);
    char *text = scratch_read("file");
    for (const char *at = text; *at; at++)
        ck_assert_msg((unsigned char)*at >= 32 || strchr("\n\t", *at), "\\x%02x in %s",
                      *at, text);
    ck_assert_ptr_null(strchr(text, '\x7f'));
    ck_assert_ptr_nonnull(strstr(text, "slower"));
    ck_assert_ptr_nonnull(strstr(text, "\xef\xbf\xbd"));
    free(text);
}
END_TEST

/* ---- Paths ---- */

static const struct {
    const char *top;
    const char *path;
    const char *seen;
} paths[] = {
    {"/no/top",  "/no/top/src/a.c",  "src/a.c"         },
    {"/no/top",  "/no/topper/a.c",   "/no/topper/a.c"  },
    {"/no/top",  "/no/top",          "/no/top"         },
    {"/no/top",  "/no/top/",         "/no/top/"        },
    {"/no/top",  "src/a.c",          "src/a.c"         },
    {"",         "/no/top/src/a.c",  "/no/top/src/a.c" },
    {"/usr/bin", "/usr/lib/../bin/", "/usr/lib/../bin/"},
    {"/usr",     "/usr/bin/../bin",  "bin"             },
};

START_TEST(paths_are_seen_from_the_top)
{
    char *seen = ci_path_from(paths[_i].top, paths[_i].path);

    ck_assert_str_eq(seen, paths[_i].seen);
    free(seen);
}
END_TEST

/* ---- Which findings are the same ---- */

/* The fingerprints in "file", each with a newline. */
static char *fingerprints(void)
{
    static const char key[] = "\"fingerprint\": \"";
    char *text = scratch_read("file");
    char *all = calloc(1, strlen(text) + 1);

    ck_assert_ptr_nonnull(all);
    for (const char *at = text; (at = strstr(at, key)) != NULL;) {
        at += strlen(key);
        strncat(all, at, strcspn(at, "\""));
        strcat(all, "\n");
    }
    free(text);
    return all;
}

START_TEST(fingerprints_outlive_places_and_figures)
{
    struct program p = {
        .name = "f",
        .line = 10,
        .line_count = 3,
        .source = TEXT("f()\n    g();\n    g();\n"), /* two read the same */
        .hits = 1,
        .ticks = 100,
    };

    save_both(p, 1, 300);
    ck_assert_int_eq(export_differences("gitlab", NULL, "new"), 0);
    char *first = fingerprints();
    ck_assert_uint_eq(strlen(first), 4 * 33); /* three lines and the function */
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(strncmp(first + 33 * i, first + 33 * j, 32) != 0,
                          "%zu and %zu are the same: %s", j, i, first);
    }
    p.line = 50;
    p.hits = 7;
    p.ticks = 1234;
    save_program("again", &p);
    ck_assert_int_eq(export_differences("gitlab", "--fail-above=1", "again"), 3);
    char *second = fingerprints();
    ck_assert_str_eq(first, second);
    free(first);
    free(second);
}
END_TEST

/* ---- Which are worst ---- */

START_TEST(the_rest_is_summed_up)
{
    struct program p = plain;

    p.line_count = 15;
    save_both(p, 3, 200);
    ck_assert_int_eq(export_differences("github", NULL, "new"), 0);
    char *text = scratch_read("file");
    size_t warnings = 0;
    for (const char *at = text; (at = strstr(at, "::warning ")) != NULL; at++)
        warnings++;
    ck_assert_uint_eq(warnings, 10);
    ck_assert_ptr_nonnull(
        strstr(text, "\n::notice title=lineprof::and 6 more: +500 ns\n"));
    free(text);
}
END_TEST

/* What a limit makes of 200 %. */
static const struct {
    const char *limit;
    int status;
    const char *github;
    const char *gitlab;
    const char *junit;
} limits[] = {
    {NULL,               0, "::warning ", "\"minor\"",    "failures=\"1\""},
    {"--fail-above=199", 3, "::error ",   "\"critical\"", "failures=\"1\""},
    {"--fail-above=200", 0, "::warning ", "\"minor\"",    "<system-out>"  },
    {"--fail-hits",      0, "::warning ", "\"minor\"",    "failures=\"0\""},
};

START_TEST(limits_decide_what_fails)
{
    save_both(plain, 3, 300);
    ck_assert_int_eq(export_differences("github", limits[_i].limit, "new"),
                     limits[_i].status);
    scratch_check_holds("file", limits[_i].github);
    ck_assert_int_eq(export_differences("gitlab", limits[_i].limit, "new"),
                     limits[_i].status);
    scratch_check_holds("file", limits[_i].gitlab);
    ck_assert_int_eq(export_differences("junit", limits[_i].limit, "new"),
                     limits[_i].status);
    scratch_check_holds("file", limits[_i].junit);
}
END_TEST

START_TEST(without_times_hits_count)
{
    struct program p = plain;

    p.hits_only = true;
    p.ticks = 0;
    save_both(p, 5, 0);
    ck_assert_int_eq(export_differences("github", NULL, "new"), 0);
    scratch_check("file", "::warning file=/nowhere/code.c,line=10,title=lineprof%3A "
                          "another number of hits::f: 5 hits, was 3\n");
    /* Fewer are no harm, unless they are to be the same. */
    save_both(p, 2, 0);
    ck_assert_int_eq(export_differences("github", NULL, "new"), 0);
    scratch_check("file", "");
    ck_assert_int_eq(export_differences("github", "--fail-hits", "new"), 3);
    scratch_check_holds("file", "::error ");
    scratch_check_holds("file", "f: 2 hits, was 3\n");
}
END_TEST

START_TEST(nothing_is_an_empty_list)
{
    save_both(plain, 3, 100);
    ck_assert_int_eq(export_differences("gitlab", NULL, "new"), 0);
    scratch_check("file", "[]\n");
    ck_assert_int_eq(export_differences("github", NULL, "new"), 0);
    scratch_check("file", "");
    ck_assert_int_eq(export_differences("junit", NULL, "new"), 0);
    scratch_check_holds("file", " tests=\"1\" failures=\"0\" ");
}
END_TEST

/* Functions that are not the same are skipped, and no limit has been kept to. */
START_TEST(what_does_not_compare_is_said)
{
    struct program p = plain;

    save_program("old", &p);
    p.name = "g";
    save_program("new", &p);
    ck_assert_int_eq(export_differences("junit", NULL, "new"), 0);
    scratch_check_holds("file", "tests=\"3\" failures=\"0\" ");
    scratch_check_holds("file", "<skipped message=\"not in the older profile\"/>");
    scratch_check_holds("file", "<skipped message=\"not in the newer profile\"/>");
    ck_assert_int_eq(export_differences("junit", "--fail-above=5", "new"), 3);
    scratch_check_holds("file", "tests=\"3\" failures=\"1\" ");
    ck_assert_int_eq(export_differences("github", "--fail-above=5", "new"), 3);
    scratch_check("file", "::error title=lineprof::no function is in both profiles\n");
    ck_assert_int_eq(export_differences("gitlab", "--fail-above=5", "new"), 3);
    scratch_check_holds("file", "\"lineprof-comparison\"");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("ci");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, commands_are_escaped, 0,
                        (int)(sizeof commands / sizeof commands[0]));
    tcase_add_loop_test(tests, text_is_no_markup, 0,
                        (int)(sizeof texts / sizeof texts[0]));
    tcase_add_loop_test(tests, hostile_strings_are_inert, 0,
                        (int)(sizeof formats / sizeof formats[0]));
    tcase_add_loop_test(tests, paths_are_seen_from_the_top, 0,
                        (int)(sizeof paths / sizeof paths[0]));
    tcase_add_test(tests, fingerprints_outlive_places_and_figures);
    tcase_add_test(tests, the_rest_is_summed_up);
    tcase_add_loop_test(tests, limits_decide_what_fails, 0,
                        (int)(sizeof limits / sizeof limits[0]));
    tcase_add_test(tests, without_times_hits_count);
    tcase_add_test(tests, nothing_is_an_empty_list);
    tcase_add_test(tests, what_does_not_compare_is_said);
    suite_add_tcase(suite, tests);
    return suite;
}
