/* SPDX-License-Identifier: MIT */
/* What tests/exports cannot make a program do: hostile strings, odd call graphs, regions.
 */
#include "export/exporter.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct lprof_site site = {.line = 10};

static void put_counts(struct file_builder *b, uint32_t function, uint64_t hits,
                       uint64_t edges)
{
    builder_block(
        b,
        (struct lprof_block){
            .function = function,
            .cell_count = 1,
            .thread = 1,
            .calls = hits,
            .ticks = 100 * hits,
        },
        &(struct builder_cell){.hits = hits, .ticks = 100 * hits, .edges = edges});
}

/* Every byte there is but NUL, as a name, a path, a text. */
static void save_hostile_file(void)
{
    static char bytes[257];
    struct file_builder b;

    for (int i = 0; i < 256; i++)
        bytes[i] = (char)(i + 1);
    builder_start(&b);
    builder_function(&b, &(struct function_spec){
                             .name = bytes,
                             .symbol = bytes,
                             .files = {bytes, 256},
                             .line = 10,
                             .end_line = 10,
                             .source = {bytes, 256},
                             .sites = &site,
                             .site_count = 1
    });
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    put_counts(&b, 1, 3, 0);
    builder_save(&b, scratch_path("a"));
}

static void export_as(const char *format)
{
    char option[32];

    snprintf(option, sizeof option, "--format=%s", format);
    ck_assert_int_eq(
        scratch_view((const char *[]){option, "-o", scratch_path("file"), "--no-clang",
                                      scratch_path("a"), NULL}),
        0);
}

/* Run Python over the exported file, as `data`; it prints what is wrong. */
static void check_with_python(const char *code)
{
    char *command = NULL;
    char said[1024] = "";

    ck_assert_int_ge(asprintf(&command,
                              "'%s' -c 'import sys\n"
                              "data = open(sys.argv[1], \"rb\").read()\n%s' '%s' 2>&1",
                              PYTHON, code, scratch_path("file")),
                     0);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    fread(said, 1, sizeof said - 1, pipe);
    const int status = pclose(pipe);
    ck_assert_msg(!status && !*said, "%s", said);
    free(command);
}

/* Text is without control characters, and in a format that is read as text UTF-8; JSON
   and gzip can be read. */
static const struct {
    enum output_format format;
    const char *code;
} readable[] = {
    {FORMAT_JSON,       "import json; json.loads(data)"                                                  },
    {FORMAT_SPEEDSCOPE, "import json; json.loads(data)"                                                  },
    {FORMAT_FIREFOX,    "import json; json.loads(data)"                                                  },
    {FORMAT_TRACE,      "import json; json.loads(data)"                                                  },
    {FORMAT_PPROF,      "import gzip; assert gzip.decompress(data)"                                      },
    {FORMAT_CSV,
     "import csv, io\n"
     "rows = list(csv.reader(io.StringIO(data.decode(), newline=\"\"), strict=True))\n"
     "assert [len(row) for row in rows] == [20, 20], rows"                                               },
    {FORMAT_MARKDOWN,   "assert data.decode().count(\"\\n\") == 8, data"                                 },
    {FORMAT_FOLDED,     "text = data.decode()\n"
                    "assert text.count(\"\\n\") == 1 and text.count(\";\") == 1, text"},
    {FORMAT_CALLGRIND,  "assert data.count(b\"\\nfn=\") == 2, data"                                      },
    {FORMAT_LCOV,       "assert data.count(b\"\\n\") == 10, data"                                        },
};

START_TEST(hostile_strings_are_inert)
{
    save_hostile_file();
    export_as(format_names[readable[_i].format]);
    check_with_python(readable[_i].code);
    if (!exporter_is_binary(readable[_i].format))
        check_with_python(
            "assert not [c for c in data if c < 32 and c not in b\"\\t\\n\"]"
            " and b\"\\x7f\" not in data");
}
END_TEST

/* 1 and 2 call each other, 2 calls 3, 3 itself; 4 calls 5 twice from one line, and code
   that is not profiled calls 5 once; 6 has the name of 7. */
static void save_odd_calls(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e;e", "same", "same"};
    static const uint64_t hits[] = {1, 1, 4, 1, 3, 1, 1};
    struct lprof_edge edges[] = {
        {.function = 2, .calls = 1},
        {.function = 1, .calls = 1},
        {.function = 3, .calls = 1},
        {.function = 3, .calls = 3},
        {.function = 5, .calls = 2},
    };
    static const size_t first_edges[] = {1, 2, 4, 5, 0, 0, 0}; /* from 1; 0: none */
    struct file_builder b;

    builder_start(&b);
    for (uint32_t i = 0; i < 7; i++)
        builder_function(&b, &(struct function_spec){.name = names[i],
                                                     .symbol = "s",
                                                     .line = 10 + i,
                                                     .end_line = 10 + i,
                                                     .sites = &site,
                                                     .site_count = 1});
    const uint64_t base = lprof_writer_next(b.writer) + sizeof(struct lprof_edges);
    edges[1].next = base + 2 * sizeof *edges;
    lprof_put_edges(b.writer, 1, edges, 5);
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    for (uint32_t i = 0; i < 7; i++)
        put_counts(&b, i + 1, hits[i],
                   first_edges[i] ? base + (first_edges[i] - 1) * sizeof *edges : 0);
    builder_save(&b, scratch_path("a"));
}

/* Each context gets the part that its calls are of all; the heaviest comes first. */
START_TEST(functions_stand_where_they_are_called)
{
    save_odd_calls();
    export_as("folded");
    scratch_check("file", "a;a:10 100\n"
                          "a;a:10;b;b:10 100\n"
                          "a;a:10;b;b:10;c;c:10 400\n"
                          "d;d:10 100\n"
                          "d;d:10;e:e;e:e:10 200\n"
                          "e:e;e:e:10 100\n"
                          "same (code.c:15);same (code.c:15):10 100\n"
                          "same (code.c:16);same (code.c:16):10 100\n");
}
END_TEST

/* More ways lead to the last function than are told apart: what is left stands for
   itself, and all of it is there. */
START_TEST(ways_that_multiply_are_bounded)
{
    enum { LEVELS = 20, LAST = 2 * LEVELS };
    static struct lprof_edge edges[4 * LEVELS];
    struct file_builder b;

    builder_start(&b);
    for (uint32_t i = 0; i <= LAST; i++)
        builder_function(&b, &(struct function_spec){.name = i == LAST ? "last" : "f",
                                                     .symbol = "s",
                                                     .line = 10 + i,
                                                     .end_line = 10 + i,
                                                     .sites = &site,
                                                     .site_count = 1});
    const uint64_t base = lprof_writer_next(b.writer) + sizeof(struct lprof_edges);
    for (uint32_t i = 0; i < LAST; i++) { /* two of a level call both of the next one */
        const uint32_t next = i / 2 * 2 + 2;
        const uint32_t other = next + 1 < LAST ? next + 1 : LAST;
        const uint32_t calls = next < LAST ? 500 : 250;
        const uint64_t second = base + (2 * i + 1) * sizeof *edges;
        edges[2 * i] = (struct lprof_edge){
            .function = (next < LAST ? next : LAST) + 1, .calls = calls, .next = second};
        edges[2 * i + 1] = (struct lprof_edge){.function = other + 1, .calls = calls};
    }
    lprof_put_edges(b.writer, 1, edges, 2 * LAST);
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    for (uint32_t i = 0; i <= LAST; i++)
        put_counts(&b, i + 1, 1000, i < LAST ? base + 2 * i * sizeof *edges : 0);
    builder_save(&b, scratch_path("a"));
    export_as("folded");
    check_with_python("rows = [row.rsplit(b\" \", 1) for row in data.splitlines()]\n"
                      "sums = {}\n"
                      "for stack, weight in rows:\n"
                      "    name = stack.split(b\";\")[-2]\n"
                      "    sums[name] = sums.get(name, 0) + int(weight)\n"
                      "assert len(rows) < 41 * 300, len(rows)\n"
                      "assert len(sums) == 41 and set(sums.values()) == {100000}, sums\n"
                      "deepest = max(row.count(b\";\") for row, _ in rows)\n"
                      "assert deepest > 10, (deepest, rows[:5])");
}
END_TEST

START_TEST(filtered_callers_are_left_out)
{
    save_odd_calls();
    ck_assert_int_eq(
        scratch_view((const char *[]){"--format=folded", "-o", scratch_path("file"), "-f",
                                      "c", scratch_path("a"), NULL}),
        0);
    scratch_check("file", "c;c:10 400\n");
}
END_TEST

START_TEST(without_times_hits_weigh)
{
    struct file_builder b;

    builder_start(&b);
    b.header.mode = LPROF_MODE_HITS;
    builder_function(&b, &(struct function_spec){.name = "f",
                                                 .line = 10,
                                                 .end_line = 10,
                                                 .sites = &site,
                                                 .site_count = 1,
                                                 .unit = 2});
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    put_counts(&b, 1, 7, 0);
    builder_save(&b, scratch_path("a"));
    export_as("folded");
    scratch_check("file", "f;f:10 7\n");
    export_as("callgrind");
    scratch_check_holds("file", "events: Hits\n");
    scratch_check_holds("file", "\n10 7\n");
    export_as("firefox");
    scratch_check_holds("file", "\"weightType\": \"samples\"");
}
END_TEST

START_TEST(regions_are_bars)
{
    const struct lprof_region_view region = {
        .fields = {.thread = 1,
                   .calls = 2,
                   .ticks = 1234567,
                   .self_ticks = 1000000,
                   .min_ticks = 5,
                   .max_ticks = 6},
        .name = TEXT("epoch \"1\""),
    };
    struct file_builder b;

    builder_start(&b);
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    lprof_put_region(b.writer, &region);
    builder_save(&b, scratch_path("a"));
    export_as("trace");
    check_with_python(
        "import json\n"
        "events = [e for e in json.loads(data)[\"traceEvents\"] if e[\"ph\"] == \"X\"]\n"
        "got = [(e[\"name\"], e[\"ts\"], e[\"dur\"], e[\"args\"]) for e in events]\n"
        "assert got == [(\"epoch \\\"1\\\"\", 0, 1234.567, {\"calls\": 2, \"self_ns\": "
        "1000000, \"min_ns\": 5, \"max_ns\": 6})], got");
    export_as("json");
    scratch_check_holds("file", "\"total_ns\": 1234567, \"min_ns\": 5, \"max_ns\": 6");
}
END_TEST

/* A run with two regions on one thread, which overlap, and one that is only marked. */
static void save_timeline(const char *name, uint64_t start_ns)
{
    static const char *const names[] = {"load", "mark", "train"};
    struct file_builder b;
    uint64_t regions[3];

    builder_start(&b);
    b.header.start_ns = start_ns;
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    for (size_t i = 0; i < 3; i++) {
        regions[i] = lprof_writer_next(b.writer);
        lprof_put_region(b.writer,
                         &(struct lprof_region_view){
                             .fields = {.thread = 1, .calls = 5, .ticks = i == 1 ? 0 : 7},
                             .name = {names[i],           strlen(names[i])             }
        });
    }
    const struct lprof_span spans[] = {
        {regions[0], 1500, 4000},
        {regions[2], 3000, 6001}
    };
    const struct lprof_timeline_view view = {
        .fields = {.thread = 1, .capacity = 2, .written = 8},
        .spans = spans,
        .taken = 8,
    };
    lprof_put_timeline(b.writer, &view);
    builder_save(&b, scratch_path(name));
}

/* Of two runs, of which the later one began 10 us behind the other. */
START_TEST(a_timeline_is_events)
{
    save_timeline("a", 1000000);
    save_timeline("b", 1010000);
    ck_assert_int_eq(
        scratch_view((const char *[]){"--format=trace", "-o", scratch_path("file"),
                                      scratch_path("b"), scratch_path("a"), NULL}),
        0);
    check_with_python(
        "import json\n"
        "trace = json.loads(data)\n"
        "rows = [(e[\"pid\"], e[\"tid\"], e[\"args\"][\"name\"]) for e in "
        "trace[\"traceEvents\"] if e[\"ph\"] == \"M\"]\n"
        "assert rows == [(1, 0, \"prog\"), (1, 1, \"main\"), (1, 2, \"main, overlapping "
        "1\"), (2, 0, \"prog 7\"), (2, 3, \"main\"), (2, 4, \"main, overlapping 1\"), "
        "(1, 5, \"mark, 10 together\")], rows\n"
        "events = [(e[\"pid\"], e[\"tid\"], e[\"name\"], e[\"ts\"], e[\"dur\"]) for e in "
        "trace[\"traceEvents\"] if e[\"ph\"] == \"X\"]\n"
        "assert events == [(1, 1, \"load\", 1.5, 2.5), (1, 2, \"train\", 3, 3.001), "
        "(2, 3, \"load\", 11.5, 2.5), (2, 4, \"train\", 13, 3.001), "
        "(1, 5, \"mark\", 0, 0)], events\n"
        "other = trace[\"otherData\"]\n"
        "assert other[\"activations_overwritten\"] == 12, other\n"
        "assert [(r[\"name\"], r[\"events\"], r[\"calls\"]) for r in other[\"regions\"]] "
        "== "
        "[(\"load\", 2, 10), (\"mark\", 0, 10), (\"train\", 2, 10)], other");
    scratch_check_holds("err",
                        "12 earlier activations of regions are not in the timeline");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("exports");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, hostile_strings_are_inert, 0,
                        (int)(sizeof readable / sizeof readable[0]));
    tcase_add_test(tests, functions_stand_where_they_are_called);
    tcase_add_test(tests, ways_that_multiply_are_bounded);
    tcase_add_test(tests, filtered_callers_are_left_out);
    tcase_add_test(tests, without_times_hits_weigh);
    tcase_add_test(tests, regions_are_bars);
    tcase_add_test(tests, a_timeline_is_events);
    suite_add_tcase(suite, tests);
    return suite;
}
