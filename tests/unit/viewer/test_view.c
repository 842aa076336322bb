/* SPDX-License-Identifier: MIT */
/* lineprof-view as its user meets it: status, standard output, standard error. */
#include "scratch.h"
#include "suite_main.h"

#include "cli/commands.h"
#include "lprof.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define VIEW(...) scratch_view((const char *const[]){__VA_ARGS__, NULL})

/* A is in /nowhere/a.cc, ns::b and b in /nowhere/b.c. */
static void save_functions(void)
{
    static const struct {
        const char *name;
        struct lprof_text file;
    } functions[] = {
        {"A",     {"/nowhere/a.cc\0", 14}},
        {"ns::b", {"/nowhere/b.c\0", 13} },
        {"b",     {"/nowhere/b.c\0", 13} },
    };
    struct file_builder b;

    builder_start(&b);
    for (uint32_t i = 0; i < 3; i++)
        builder_function(&b, &(struct function_spec){.name = functions[i].name,
                                                     .files = functions[i].file,
                                                     .line = 10 * (i + 1),
                                                     .end_line = 10 * (i + 1)});
    builder_save(&b, scratch_path("a"));
}

START_TEST(list_is_a_line_each)
{
    save_functions();
    ck_assert_int_eq(VIEW("--list", scratch_path("a")), 0);
    scratch_check("out",
                  "/nowhere/a.cc:10: A\n/nowhere/b.c:20: ns::b\n/nowhere/b.c:30: b\n");
    scratch_check("err", "");
}
END_TEST

static const struct {
    const char *option;
    const char *second; /* may be NULL */
    const char *out;
    const char *err; /* after "no function matches; there "; NULL: nothing is said */
} filters[] = {
    {"--function=b",        NULL,           "/nowhere/b.c:20: ns::b\n/nowhere/b.c:30: b\n",  NULL                                      },
    {"--function=ns::*",    NULL,           "/nowhere/b.c:20: ns::b\n",                      NULL                                      },
    {"--function=A",        "-fns::b",      "/nowhere/a.cc:10: A\n/nowhere/b.c:20: ns::b\n", NULL                                      },
    {"--file=a.*",          NULL,           "/nowhere/a.cc:10: A\n",                         NULL                                      },
    {"--file=/nowhere/b.c", "-f?",          "/nowhere/b.c:20: ns::b\n/nowhere/b.c:30: b\n",  NULL                                      },
    {"--file=a.cc",         "--function=b", "",                                              "are some in other files: /nowhere/a.cc, "},
    {"--function=c",        NULL,           "",                                              "are: A, ns::b, b"                        },
};

START_TEST(filters_choose)
{
    save_functions();
    ck_assert_int_eq(
        VIEW("--list", scratch_path("a"), filters[_i].option, filters[_i].second), 0);
    scratch_check("out", filters[_i].out);
    if (!filters[_i].err) {
        scratch_check("err", "");
        return;
    }
    scratch_check_holds("err", "lineprof-view: no function matches; there ");
    scratch_check_holds("err", filters[_i].err);
}
END_TEST

#define EVIL "x\x1b]0;owned\x07\xc2\x9b\x31m\r\n\t\xff|</script>"

#define EVIL_SOURCE "int f()\n" EVIL "\nint y; /* " EVIL " */\n}\n"

/* A function, its file, a thread, a region with names that give orders to terminals. */
static void save_evil(const char *name, struct lprof_text source)
{
    static const struct lprof_site sites[] = {
        {.line = 11},
        { .line = 12, .file = 1}
    };
    static const struct lprof_text files = {"/nowhere/" EVIL ".c\0/nowhere/" EVIL ".h",
                                            2 * (sizeof "/nowhere/" EVIL ".c")};
    const struct builder_cell cells[] = {
        {.hits = 1, .ticks = 10, .edges = 0},
        {.hits = 2, .ticks = 20, .edges = 0}
    };
    const struct lprof_region_view region = {
        .fields = {.thread = 1, .calls = 1, .ticks = 5},
        .name = {EVIL,           sizeof EVIL - 1                 },
    };
    struct file_builder b;

    builder_start(&b);
    builder_function(&b, &(struct function_spec){.name = EVIL,
                                                 .files = files,
                                                 .line = 10,
                                                 .end_line = 13,
                                                 .source = source,
                                                 .sites = sites,
                                                 .site_count = 2});
    builder_thread(&b, (struct lprof_thread){.thread = 1}, EVIL);
    builder_block(
        &b,
        (struct lprof_block){
            .function = 1, .cell_count = 2, .thread = 1, .calls = 1, .ticks = 30},
        cells);
    lprof_put_region(b.writer, &region);
    builder_save(&b, scratch_path(name));
}

static const char *const every_view[] = {
    "--list",
    "--summarize",
    "--rich",
    "--calls",
    "--instances",
    "--table=functions",
    "--table=actions",
    "--table=ops",
    "--table=callers",
    "--table=callees",
    "--table=hot",
    "--table=threads",
    "--by-thread",
    "--diff=",
    "--columns=source,hits",
    "--function=[|]x*",
    "--format=json",
    "--format=csv",
    "--format=markdown",
    "--format=html",
    "--format=callgrind",
    "--format=lcov",
    "--format=folded",
    "--format=speedscope",
    "--format=firefox",
    "--format=trace",
};

/* Nothing that a terminal acts on; tabs are Lightning's. */
static void check_inert(const char *name)
{
    char *text = scratch_read(name);

    for (const char *at = text; *at; at++)
        ck_assert_msg((unsigned char)*at >= 32 || *at == '\n' || *at == '\t',
                      "%s has \\x%02x: %s", name, *at, text);
    ck_assert_msg(!strstr(text, "\xc2\x9b"), "%s has CSI: %s", name, text);
    free(text);
}

static const char *const coloured_views[] = {"--rich", "--calls", "--group",
                                             "--columns=source,hits", "--diff="};

/* What is coloured is meant for a terminal, so the source is made harmless, too. */
START_TEST(hostile_source_is_inert_in_colour)
{
    char *option = NULL;

    save_evil("a", (struct lprof_text){EVIL_SOURCE, sizeof EVIL_SOURCE - 1});
    ck_assert_int_ge(
        asprintf(&option, "%s%s", coloured_views[_i],
                 !strcmp(coloured_views[_i], "--diff=") ? scratch_path("a") : ""),
        0);
    ck_assert_int_eq(VIEW(option, "--color=always", scratch_path("a")), 0);
    char *text = scratch_read("out");
    ck_assert_ptr_nonnull(strstr(text, "\x1b[1m"));
    ck_assert_ptr_null(strstr(text, "\x1b]"));
    ck_assert_ptr_null(strstr(text, "\xc2\x9b"));
    ck_assert_ptr_null(strchr(text, '\r'));
    free(text);
    free(option);
}
END_TEST

START_TEST(hostile_text_is_inert)
{
    char *option = NULL;

    save_evil("a", (struct lprof_text){EVIL_SOURCE, sizeof EVIL_SOURCE - 1});
    ck_assert_int_ge(
        asprintf(&option, "%s%s", every_view[_i],
                 strchr(every_view[_i], '=') && !strchr(every_view[_i], '=')[1]
                     ? scratch_path("a")
                     : ""),
        0);
    ck_assert_int_eq(VIEW(option, "--all", "--no-clang", scratch_path("a")), 0);
    check_inert("out");
    check_inert("err");
    free(option);
}
END_TEST

/* Files that are no profile, and what is said of them after their path. */
static const struct {
    struct lprof_text text;
    const char *said;
} refused[] = {
    {{"", 0},                        ": the file is empty\n"                         },
    {{"\x89LPROF\r\n", 8},           ": the file ends early, after 8 of 4096 bytes\n"},
    {{"\x80\x04\x95 LineStats", 13},
     ": a file of Python's line_profiler, not of lineprof; "
     "view it with: python3 -m line_profiler "                                       },
    {{"\x1f\x8b\x08", 3},            ": not a .lprof file: compressed with gzip\n"   },
    {{"int main;\n", 10},            ": not a .lprof file: a text file\n"            },
};

START_TEST(what_is_no_profile_is_refused)
{
    char *expected = NULL;

    scratch_write("a", refused[_i].text);
    ck_assert_int_eq(VIEW(scratch_path("a")), 1);
    scratch_check("out", "");
    ck_assert_int_ge(
        asprintf(&expected, "lineprof-view: %s%s", scratch_path("a"), refused[_i].said),
        0);
    scratch_check_holds("err", expected);
    char *said = scratch_read("err");
    ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1);
    free(said);
    free(expected);
}
END_TEST

static const struct {
    uint8_t major;
    const char *said;
} other_formats[] = {
    {9, ": written in a newer format than this program reads: version 9, not 4\n"},
    {1, ": written in an older format than this program reads: version 1, not 4; build "
        "the program anew and run it again\n"                             },
};

START_TEST(other_format_is_refused_by_number)
{
    struct file_builder b;
    struct memory_file file;

    builder_start(&b);
    builder_finish(&b, &file);
    file.bytes[offsetof(struct lprof_header, major)] = other_formats[_i].major;
    memory_file_save(&file, scratch_path("a"));
    memory_file_release(&file);
    ck_assert_int_eq(VIEW(scratch_path("a")), 1);
    scratch_check_holds("err", other_formats[_i].said);
}
END_TEST

START_TEST(newer_minor_is_read_with_a_note)
{
    struct file_builder b;
    struct memory_file file;

    builder_start(&b);
    builder_function(&b, &(struct function_spec){.name = "known"});
    builder_finish(&b, &file);
    file.bytes[offsetof(struct lprof_header, minor)] = 9;
    memory_file_save(&file, scratch_path("a"));
    memory_file_release(&file);
    ck_assert_int_eq(VIEW("--list", scratch_path("a")), 0);
    scratch_check_holds("out", "known");
    ck_assert_int_eq(VIEW(scratch_path("a")), 0);
    scratch_check_holds("err",
                        ": written by a newer version of lineprof; what it added is "
                        "not shown\n");
}
END_TEST

START_TEST(missing_file_is_the_systems_word)
{
    ck_assert_int_eq(VIEW("/nowhere/x.lprof"), 1);
    scratch_check("err", "lineprof-view: /nowhere/x.lprof: No such file or directory; a "
                         "program writes its profile "
                         "where it was started, or where LINEPROF_OUT says\n");
    ck_assert_int_eq(VIEW("/"), 1);
    scratch_check("err", "lineprof-view: /: Is a directory\n");
}
END_TEST

START_TEST(wrong_usage_is_status_2)
{
    ck_assert_int_eq(VIEW("--nonsense", "x"), 2);
    scratch_check("out", "");
    scratch_check("err", "lineprof-view: there is no option --nonsense\n"
                         "lineprof-view: try lineprof-view --help\n");
}
END_TEST

START_TEST(help_and_version_go_to_standard_output)
{
    ck_assert_int_eq(VIEW("--help"), 0);
    scratch_check_holds("out", "Usage: lineprof-view");
    ck_assert_int_eq(VIEW("--version"), 0);
    scratch_check_holds("out", "lineprof-view 0");
    scratch_check("err", "");
}
END_TEST

START_TEST(nothing_instrumented_is_noted)
{
    struct file_builder b;

    builder_start(&b);
    builder_save(&b, scratch_path("a"));
    ck_assert_int_eq(VIEW(scratch_path("a")), 0);
    scratch_check("out", "Timer unit: 1e-06 s\n\n");
    scratch_check_holds("err", "no function was instrumented");
}
END_TEST

/* Two busy threads of an interrupted run that took the probes' cost out. */
START_TEST(notes_are_a_line_each)
{
    struct file_builder b;
    const struct lprof_site site = {.line = 11};
    char *expected = NULL;

    builder_start(&b);
    b.header.state = LPROF_STATE_RUNNING;
    b.header.pid = 0;
    b.header.warnings = LPROF_WARNING_REGION_FULL;
    builder_function(
        &b,
        &(struct function_spec){
            .name = "f", .line = 10, .end_line = 11, .sites = &site, .site_count = 1});
    for (uint32_t i = 1; i <= 2; i++) {
        builder_thread(&b, (struct lprof_thread){.thread = i, .bias = 250000000}, "t");
        builder_block(
            &b,
            (struct lprof_block){.function = 1, .cell_count = 1, .thread = i, .ticks = 5},
            &(struct builder_cell){.hits = 1, .ticks = 5});
    }
    builder_save(&b, scratch_path("a"));
    ck_assert_int_eq(VIEW("--no-clang", "--unit=ns", scratch_path("a")), 0);
    ck_assert_int_ge(
        asprintf(
            &expected,
            "lineprof-view: %s: the run was interrupted; times reach up to the last "
            "event recorded\n"
            "lineprof-view: %s: not everything was counted: the file could not grow\n"
            "lineprof-view: times are added up over 2 threads; the run took 5 s\n"
            "lineprof-view: the probes' own cost, 0.5 s, has been taken out of the "
            "times\n",
            scratch_path("a"), scratch_path("a")),
        0);
    scratch_check("err", expected);
    free(expected);
}
END_TEST

START_TEST(changed_source_is_noted)
{
    struct file_builder b;
    char *file = NULL;
    const int size = asprintf(&file, "%s%c", scratch_path("code.c"), 0);

    scratch_write("code.c", TEXT("void g(void)\n{\n}\n"));
    builder_start(&b);
    builder_function(&b, &(struct function_spec){
                             .name = "f",
                             .line = 1,
                             .end_line = 3,
                             .files = {file, (size_t)size},
                             .source = TEXT("void f(void)\n{\n}\n")
    });
    builder_save(&b, scratch_path("a"));
    ck_assert_int_eq(VIEW(scratch_path("a")), 0);
    scratch_check_holds(
        "out", "     1                                           void f(void)\n");
    scratch_check_holds("err", " has changed since the run (in f); ");
    free(file);
}
END_TEST

START_TEST(output_goes_where_it_is_told)
{
    save_functions();
    ck_assert_int_eq(VIEW("--list", "-o", scratch_path("list"), scratch_path("a")), 0);
    scratch_check("out", "");
    scratch_check_holds("list", "/nowhere/a.cc:10: A\n");
    ck_assert_int_eq(VIEW("--list", "-o", "/nowhere/list", scratch_path("a")), 1);
    scratch_check("err", "lineprof-view: /nowhere/list: No such file or directory\n");
}
END_TEST

START_TEST(full_disk_is_an_error)
{
    save_functions();
    ck_assert_int_eq(VIEW("--list", "-o", "/dev/full", scratch_path("a")), 1);
    scratch_check("err", "lineprof-view: /dev/full: No space left on device\n");
}
END_TEST

/* In this process: quicker where there are many. */
static int view_here(const char *option, const char *path)
{
    char *argv[] = {(char *)"lineprof-view", (char *)option, (char *)"--output=/dev/null",
                    (char *)path, NULL};
    return view_run(4, argv);
}

/* Bytes flipped at many places: an answer, or one line, and never a crash. */
START_TEST(spoiled_files_are_survived)
{
    struct memory_file file;
    struct file_builder b;
    const struct lprof_site site = {.line = 11};
    const struct lprof_edge edge = {.function = 1};

    builder_start(&b);
    builder_function(&b, &(struct function_spec){.name = "f",
                                                 .line = 10,
                                                 .end_line = 11,
                                                 .source = TEXT("f\ng\n"),
                                                 .sites = &site,
                                                 .site_count = 1});
    const uint64_t edges = lprof_put_edges(b.writer, 1, &edge, 1);
    const uint64_t block = builder_block(
        &b, (struct lprof_block){.function = 1, .cell_count = 1, .thread = 1},
        &(struct builder_cell){.hits = 1, .edges = edges});
    const uint64_t frames = lprof_put_frames(
        b.writer, 1, &(struct lprof_frame){.line = 128, .cfa = 1, .block = block}, 1);
    builder_thread(&b, (struct lprof_thread){.thread = 1, .top = frames}, "t");
    builder_finish(&b, &file);
    const char *path = scratch_path("a");
    size_t step = 0;
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    for (size_t at = 0; at < file.size; at += step) {
        file.bytes[at] ^= 0xff;
        memory_file_save(&file, path);
        const int status = view_here(at % 2 ? "--format=json" : "--no-clang", path);
        ck_assert_msg(status == 0 || status == 1, "byte %zu: status %d", at, status);
        file.bytes[at] ^= 0xff;
        step = at >= 136 && at < LPROF_HEADER_BYTES ? 251 : 3;
    }
    memory_file_release(&file);
}
END_TEST

enum { BIG_FUNCTIONS = 2000, BIG_LINES = 50 };

static void save_big(void)
{
    static struct lprof_site sites[BIG_LINES];
    static struct builder_cell cells[BIG_LINES];
    static char source[BIG_LINES * 40 + 1];
    struct file_builder b;
    char name[32];

    builder_start(&b);
    for (uint32_t i = 0; i < BIG_LINES; i++) {
        cells[i] = (struct builder_cell){.hits = i, .ticks = 1000 * i};
        memcpy(source + 40 * i, "        some_table[index] += other[42];\n", 41);
    }
    for (uint32_t f = 0; f < BIG_FUNCTIONS; f++) {
        for (uint32_t i = 0; i < BIG_LINES; i++)
            sites[i].line = f * BIG_LINES + i + 1;
        snprintf(name, sizeof name, "function_%u", f);
        const uint32_t id =
            builder_function(&b, &(struct function_spec){
                                     .name = name,
                                     .line = f * BIG_LINES + 1,
                                     .end_line = (f + 1) * BIG_LINES,
                                     .source = {source, sizeof source - 1},
                                     .sites = sites,
                                     .site_count = BIG_LINES
        });
        builder_block(
            &b,
            (struct lprof_block){
                .function = id, .cell_count = BIG_LINES, .thread = 1, .calls = 1},
            cells);
    }
    builder_save(&b, scratch_path("a"));
}

static double seconds_of(const char *option)
{
    struct timespec before, after;

    clock_gettime(CLOCK_MONOTONIC, &before);
    ck_assert_int_eq(VIEW("--no-clang", "-m", option, scratch_path("a")), 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    return (double)(after.tv_sec - before.tv_sec) +
           (double)(after.tv_nsec - before.tv_nsec) * 1e-9;
}

/* 100,000 lines; the limit is many times what it takes, and far below what anything
   quadratic would. */
START_TEST(big_files_are_quick)
{
    static const char *const options[] = {"--format=text", "--format=json"};

    save_big();
    const double seconds = seconds_of(options[_i]);
    ck_assert_msg(seconds < 5, "%g s", seconds);
    scratch_check_holds("out", _i ? "\"function_1999\""
                                  : "Function: function_1999 at line 99951");
}
END_TEST

#define LENGTH(table) ((int)(sizeof table / sizeof table[0]))

Suite *make_suite(void)
{
    Suite *suite = suite_create("view");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 100);
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, list_is_a_line_each);
    tcase_add_loop_test(tests, hostile_source_is_inert_in_colour, 0,
                        (int)(sizeof coloured_views / sizeof coloured_views[0]));
    tcase_add_loop_test(tests, hostile_text_is_inert, 0,
                        (int)(sizeof every_view / sizeof every_view[0]));
    tcase_add_loop_test(tests, filters_choose, 0, LENGTH(filters));
    tcase_add_loop_test(tests, what_is_no_profile_is_refused, 0, LENGTH(refused));
    tcase_add_loop_test(tests, other_format_is_refused_by_number, 0, 2);
    tcase_add_test(tests, newer_minor_is_read_with_a_note);
    tcase_add_test(tests, missing_file_is_the_systems_word);
    tcase_add_test(tests, wrong_usage_is_status_2);
    tcase_add_test(tests, help_and_version_go_to_standard_output);
    tcase_add_test(tests, nothing_instrumented_is_noted);
    tcase_add_test(tests, notes_are_a_line_each);
    tcase_add_test(tests, changed_source_is_noted);
    tcase_add_test(tests, output_goes_where_it_is_told);
    tcase_add_test(tests, full_disk_is_an_error);
    tcase_add_test(tests, spoiled_files_are_survived);
    tcase_add_loop_test(tests, big_files_are_quick, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
