/* SPDX-License-Identifier: MIT */
/* The JSON, parsed back by Python's own parser. */
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Evaluate a Python expression over `p`, the JSON in the scratch's "out". */
static void check_python(const char *expression, const char *expected)
{
    char *command = NULL;
    char got[4096] = "";

    ck_assert_int_ge(asprintf(&command,
                              "'%s' -c 'import json, sys\n"
                              "p = json.load(open(sys.argv[1], encoding=\"utf-8\"))\n"
                              "print(ascii((%s)))' '%s' 2>&1",
                              PYTHON, expression, scratch_path("out")),
                     0);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t size = fread(got, 1, sizeof got - 1, pipe);
    pclose(pipe);
    if (size && got[size - 1] == '\n')
        got[size - 1] = '\0';
    ck_assert_msg(!strcmp(got, expected), "%s: %s, not %s", expression, got, expected);
    free(command);
}

static void view_json(void)
{
    ck_assert_int_eq(
        scratch_view((const char *[]){"--format=json", scratch_path("a"), NULL}), 0);
}

/* Names and source that JSON must quote, a call, a line of another file. */
static void save_rich_file(void)
{
    const struct lprof_site sites[] = {
        {.line = 11},
        {         .line = 12         },
        { .line = 3,          .file = 1}
    };
    const struct lprof_edge edge = {.function = 2, .calls = 4, .ticks = 400};
    struct lprof_node nodes[] = {
        {.function = 1, .site = LPROF_NO_SITE, .calls = 2, .ticks = 600},
        {.function = 2, .caller = 1,           .calls = 4, .ticks = 400},
    };
    struct file_builder b;

    builder_start(&b);
    b.header.resolution_ticks = 10;
    b.header.probe_ticks = 19;
    b.header.taken_out_ticks = 1234;
    b.header.rank = 3;
    builder_function(
        &b, &(struct function_spec){.name = "ns::\"f\"\n",
                                    .symbol = "_Zf",
                                    .files = TEXT("/nowhere/code.c\0/nowhere/x.inc\0"),
                                    .line = 10,
                                    .end_line = 12,
                                    .source = TEXT("int f(\xff)\n\t\"\x01\";\n}"),
                                    .sites = sites,
                                    .site_count = 3});
    builder_function(&b, &(struct function_spec){.name = "g",
                                                 .line = 20,
                                                 .end_line = 21,
                                                 .unit = 2,
                                                 .sites = sites,
                                                 .site_count = 1});
    const uint64_t edges = lprof_put_edges(b.writer, 1, &edge, 1);
    nodes[0].home = lprof_writer_next(b.writer) + sizeof(struct lprof_nodes);
    nodes[1].parent = nodes[0].home;
    nodes[1].home = nodes[0].home + sizeof nodes[0];
    lprof_put_nodes(b.writer, 1, nodes, 2);
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "ma\"in");
    builder_block(&b,
                  (struct lprof_block){
                      .function = 1,
                      .cell_count = 3,
                      .thread = 1,
                      .calls = 2,
                      .primitive_calls = 1,
                      .ticks = 1000
    },
                  (const struct builder_cell[]){{.hits = 2,
                                                 .ticks = 900,
                                                 .child_ticks = 400,
                                                 .timed = 2,
                                                 .min_ticks = 300,
                                                 .max_ticks = 600,
                                                 .edges = edges},
                                                {.hits = 0},
                                                {.hits = 1, .ticks = 100}});
    builder_block(&b, (struct lprof_block){.function = 2, .cell_count = 1, .thread = 1},
                  &(struct builder_cell){.hits = 4});
    builder_save(&b, scratch_path("a"));
}

static const struct {
    const char *expression;
    const char *expected;
} facts[] = {
    {"list(p)",
     "['format', 'version', 'program', 'command', 'pid', 'rank', 'job', 'job_ranks', "
     "'job_start', 'host', 'start', 'wall_ns', 'heap_peak_bytes', 'clock', 'state', "
     "'mode', 'warnings', "
     "'functions', 'calls', 'contexts', 'regions', "
     "'threads', 'stats']"                                                                                                      },
    {"p[\"format\"], p[\"version\"], p[\"program\"], p[\"command\"]",
     "('lineprof', 1, 'prog', ['./prog'])"                                                                                      },
    {"p[\"pid\"], p[\"rank\"], p[\"host\"], p[\"start\"], p[\"wall_ns\"]",
     "(7, 3, 'host', '2023-11-14T22:13:20Z', 5000000000)"                                                                       },
    {"p[\"clock\"]",                                                            "{'name': 'monotonic', 'hz': 1000000000, 'resolution_ns': 10.0, "
                     "'probe_ns': 19.0, 'probes': None, 'taken_out_ns': 1234}"                              },
    {"p[\"state\"], p[\"mode\"], p[\"warnings\"], p[\"regions\"]",
     "('complete', 'exact', [], [])"                                                                                            },
    {"p[\"contexts\"][\"from\"], p[\"contexts\"][\"nodes\"][0]",
     "('recorded', {'parent': None, 'home': 0, 'function': 'ns::\"f\"\\n', "
     "'function_file': '/nowhere/code.c', 'file': None, 'line': None, 'calls': 2, "
     "'self_ns': 600})"                                                                                                         },
    {"p[\"contexts\"][\"nodes\"][1:]",
     "[{'parent': 0, 'home': 1, 'function': 'g', 'function_file': '/nowhere/code.c', "
     "'file': '/nowhere/code.c', 'line': 11, 'calls': 4, 'self_ns': None}]"                                                     },
    {"{k: v for k, v in p[\"functions\"][0].items() if k != \"lines\"}",
     "{'name': 'ns::\"f\"\\n', 'symbol': '_Zf', 'file': '/nowhere/code.c', 'line': 10, "
     "'end_line': 12, 'calls': 2, 'primitive_calls': 1, 'total_ns': 1000, 'self_ns': "
     "600, "
     "'off_cpu_ns': None, 'heap': None}"                                                                                        },
    {"p[\"functions\"][0][\"lines\"][0]",
     "{'line': 11, 'hits': 2, 'time_ns': 900, 'time_se_ns': None, 'self_ns': 500, "
     "'timed': 2, 'min_ns': 300, 'max_ns': 600, 'p50_ns': None, 'p90_ns': None, "
     "'p99_ns': None, 'off_cpu_ns': None, 'heap': None, 'source': '\\t\"\\x01\";'}"                                             },
    {"p[\"functions\"][0][\"lines\"][1]",
     "{'line': 12, 'hits': 0, 'time_ns': 0, 'time_se_ns': None, 'self_ns': 0, "
     "'timed': 0, 'min_ns': None, 'max_ns': None, 'p50_ns': None, 'p90_ns': None, "
     "'p99_ns': None, 'off_cpu_ns': None, 'heap': None, 'source': '}'}"                                                         },
    {"[(l[\"file\"], l[\"line\"], l[\"hits\"], l[\"timed\"], l[\"source\"]) "
     "for l in p[\"functions\"][0][\"lines\"] if \"file\" in l]",          "[('/nowhere/x.inc', 3, 1, None, None)]"        },
    {"[p[\"functions\"][1][k] for k in (\"name\", \"total_ns\", \"self_ns\")]",
     "['g', None, None]"                                                                                                        },
    {"[p[\"functions\"][1][\"lines\"][0][k] for k in (\"hits\", \"time_ns\", "
     "\"self_ns\", \"timed\")]",                                           "[4, None, None, None]"                         },
    {"p[\"calls\"]",
     "[{'caller': 'ns::\"f\"\\n', 'caller_file': '/nowhere/code.c', 'line': 11, "
     "'callee': 'g', 'callee_file': '/nowhere/code.c', 'count': 4, 'total_ns': None}]"                                          },
    {"p[\"threads\"]",                                                          "[{'id': 1, 'name': 'ma\"in', 'total_ns': 600}]"},
};

START_TEST(json_says_what_the_file_holds)
{
    save_rich_file();
    view_json();
    check_python(facts[_i].expression, facts[_i].expected);
}
END_TEST

START_TEST(several_runs_keep_what_they_share)
{
    struct file_builder b;

    for (int i = 0; i < 2; i++) {
        builder_start(&b);
        b.header.pid = 100 + (uint32_t)i;
        b.header.rank = 1 - i;
        builder_save(&b, scratch_path(i ? "b" : "a"));
    }
    ck_assert_int_eq(scratch_view((const char *[]){"--format=json", scratch_path("a"),
                                                   scratch_path("b"), NULL}),
                     0);
    check_python("p[\"pid\"], p[\"rank\"], p[\"program\"], p[\"host\"]",
                 "(None, None, 'prog', 'host')");
    check_python("p[\"clock\"][\"name\"], p[\"state\"], p[\"wall_ns\"]",
                 "('monotonic', 'complete', 5000000000)");
    check_python("[(i[\"rank\"], i[\"pid\"], i[\"state\"]) for i in p[\"inputs\"]]",
                 "[(0, 101, 'complete'), (1, 100, 'complete')]");
}
END_TEST

START_TEST(warnings_are_told)
{
    struct file_builder b;

    builder_start(&b);
    b.header.state = LPROF_STATE_RUNNING;
    b.header.pid = 0;
    b.header.warnings = LPROF_WARNING_CLOCK_STEPPED;
    builder_save(&b, scratch_path("a"));
    view_json();
    check_python("p[\"state\"], len(p[\"warnings\"])", "('interrupted', 3)");
    check_python("[w.split()[:2] for w in p[\"warnings\"]]",
                 "[['the', 'run'], ['the', 'clock'], ['no', 'function']]");
    char *said = scratch_read("err");
    ck_assert_str_eq(said, "");
    free(said);
}
END_TEST

/* Every byte there is, in a name, a path and a text. */
START_TEST(any_bytes_make_json)
{
    static char bytes[257];
    struct file_builder b;
    const struct lprof_site site = {.line = 10};

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
    builder_save(&b, scratch_path("a"));
    view_json();
    check_python("len(p[\"functions\"][0][\"name\"])", "255");
    check_python("p[\"functions\"][0][\"name\"][:127] == "
                 "\"\".join(map(chr, range(1, 128)))",
                 "True");
    check_python("set(p[\"functions\"][0][\"name\"][127:])", "{'\\ufffd'}");
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, json_says_what_the_file_holds, 0,
                        (int)(sizeof facts / sizeof facts[0]));
    tcase_add_test(tests, several_runs_keep_what_they_share);
    tcase_add_test(tests, warnings_are_told);
    tcase_add_test(tests, any_bytes_make_json);
    suite_add_tcase(suite, tests);
    return suite;
}
