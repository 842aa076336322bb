/* SPDX-License-Identifier: MIT */
/* When regions were open: from the rings of files to rows of a trace. */
#include "analysis/lanes.h"
#include "file_builder.h"
#include "model/profile.h"
#include "model/profile_save.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 4, START = 1000 };

/* A ring as it was found, at one tick a nanosecond; two regions, and what is open. */
struct scene {
    uint32_t thread_flags;
    uint64_t first, written, taken;
    uint64_t open;  /* of two: `outer`, and an older writer's, of no reading */
    uint64_t since; /* when that began, ns; 0: at 5 */
};

static uint64_t outer, inner;

static uint64_t put_region(struct file_builder *b, const char *name)
{
    const uint64_t address = lprof_writer_next(b->writer);
    const struct lprof_region_view region = {
        .fields = {.thread = 1, .calls = 9, .ticks = 1},
          .name = {name,           strlen(name)                 }
    };

    lprof_put_region(b->writer, &region);
    return address;
}

/* Span n is from 1010 + 10 n on for 5 ns; every other is an `outer`. */
static void put_ring(struct file_builder *b, const struct scene *scene)
{
    struct lprof_span spans[CAPACITY] = {{0}};
    const uint64_t begin = scene->written > CAPACITY ? scene->written - CAPACITY : 0;

    for (uint64_t n = begin; n < scene->written; n++)
        spans[n % CAPACITY] = (struct lprof_span){
            .region = n % 2 ? outer : inner,
            .begin = START + 10 + 10 * n,
            .end = START + 15 + 10 * n,
        };
    const struct lprof_timeline_view view = {
        .fields = {.thread = 1,
                   .capacity = CAPACITY,
                   .first = scene->first,
                   .written = scene->written},
        .spans = spans,
        .taken = scene->taken,
    };
    lprof_put_timeline(b->writer, &view);
}

static void save_as(const char *name, const struct scene *scene)
{
    struct file_builder b;

    builder_start(&b);
    b.header.state = LPROF_STATE_RUNNING;
    b.header.pid = 77;
    b.header.start_ticks = START;
    b.header.end_ticks = START + 500;
    b.header.start_ns = 1000000;
    builder_thread(&b, (struct lprof_thread){.thread = 1, .flags = scene->thread_flags},
                   "main");
    outer = put_region(&b, "outer");
    inner = put_region(&b, "inner");
    const struct {
        struct lprof_open_regions fields;
        struct lprof_open_region regions[2];
    } open = {
        {.thread = 1,
         .region_bytes = sizeof open.regions[0],
         .capacity = 2,
         .open = scene->open},
        {{.region = outer,
          .begun = START,
          .raw = START + (scene->since ? scene->since : 5)},
         {.region = inner}                 }
    };
    lprof_put_raw(b.writer, LPROF_RECORD_OPEN_REGIONS, &open, sizeof open);
    put_ring(&b, scene);
    builder_save(&b, scratch_path(name));
}

/* "NAME BEGIN-END" each, with a + behind what is open; then how many were lost. */
static void check(const struct profile *p, const char *expected)
{
    char got[512] = "";
    FILE *out = fmemopen(got, sizeof got, "w");

    for (size_t t = 0; t < p->timeline_count; t++) {
        const struct timeline *timeline = &p->timelines[t];
        for (size_t i = 0; i < timeline->span_count; i++) {
            const struct span *span = &timeline->spans[i];
            fprintf(out, "%s %llu-%llu%s ", span->name,
                    (unsigned long long)span->begin_ns, (unsigned long long)span->end_ns,
                    span->is_open ? "+" : "");
        }
        fprintf(out, "lost %llu", (unsigned long long)timeline->lost);
    }
    fclose(out);
    ck_assert_str_eq(got, expected);
}

static const struct {
    const char *why;
    struct scene scene;
    const char *expected;
} shown[] = {
    {"nothing",                              {0, 0, 0, 0, 0, 0},                     "lost 0"                                    },
    {"not full",                             {0, 0, 2, 2, 0, 0},                     "inner 10-15 outer 20-25 lost 0"            },
    {"overwritten",
     {0, 0, 7, 7, 0, 0},
     "outer 40-45 inner 50-55 outer 60-65 inner 70-75 lost 3"                                                                    },
    {"torn",                                 {0, 0, 7, 8, 0, 0},                     "inner 50-55 outer 60-65 inner 70-75 lost 4"},
    {"counted anew",                         {0, 6, 7, 7, 0, 0},                     "inner 70-75 lost 0"                        },
    {"open, around the ended",
     {0, 0, 2, 2, 2, 0},
     "outer 5-25+ inner 10-15 outer 20-25 lost 0"                                                                                },
    {"open when it was read, ended by then",
     {0, 0, 2, 2, 1, 20},
     "inner 10-15 outer 20-25 lost 0"                                                                                            },
    {"open once more",
     {0, 0, 2, 2, 1, 30},
     "inner 10-15 outer 20-25 outer 30-30+ lost 0"                                                                               },
    {"not begun anew",                       {LPROF_THREAD_OUTDATED, 0, 2, 2, 2, 0}, ""                                          },
};

START_TEST(spans_are_those_of_the_file)
{
    struct profile p;

    save_as("a", &shown[_i].scene);
    scratch_load(&p, (const char *[]){"a"}, 1);
    check(&p, shown[_i].expected);
    if (p.timeline_count) {
        ck_assert_str_eq(p.timelines[0].name, "main");
        ck_assert_uint_eq(p.timelines[0].pid, 77);
        ck_assert_uint_eq(p.timelines[0].start_ns, 1000000);
    }
    profile_release(&p);
}
END_TEST

/* What no writer writes is left out. */
START_TEST(impossible_spans_are_left_out)
{
    struct file_builder b;
    struct profile p;

    builder_start(&b);
    builder_thread(&b, (struct lprof_thread){.thread = 1}, "main");
    outer = put_region(&b, "outer");
    const struct lprof_span spans[] = {
        {0,         10, 20},
        {outer + 8, 10, 20},
        {outer,     20, 10},
        {outer,     30, 40},
    };
    const struct lprof_timeline_view view = {
        .fields = {.thread = 1, .capacity = 4, .written = 4},
          .spans = spans, .taken = 4
    };
    lprof_put_timeline(b.writer, &view);
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    check(&p, "outer 30-40 lost 0");
    profile_release(&p);
}
END_TEST

/* Three more since then, one of which is lost by now, as are four of before. */
START_TEST(since_an_earlier_reading_only_what_is_new)
{
    const struct scene before = {.written = 3, .taken = 3};
    const struct scene now = {.written = 5, .taken = 5};
    const struct scene later = {.written = 9, .taken = 9};
    const struct {
        const struct scene *scene;
        const char *expected;
    } rows[] = {
        {&before, "lost 0"                                                },
        {&now,    "outer 40-45 inner 50-55 lost 0"                        },
        {&later,  "outer 60-65 inner 70-75 outer 80-85 inner 90-95 lost 2"},
    };

    save_as("before", &before);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct lprof_reader *since = NULL;
        struct profile p;
        char *error = NULL;
        const char *path = scratch_path("now");
        ck_assert_int_eq(lprof_reader_open(&since, scratch_path("before"), NULL),
                         LPROF_OK);
        save_as("now", rows[i].scene);
        const struct profile_request request = {
            .paths = &path, .path_count = 1, .since = since};
        ck_assert_msg(profile_load(&p, &request, &error), "%s", error);
        check(&p, rows[i].expected);
        profile_release(&p);
        lprof_reader_close(since);
    }
}
END_TEST

START_TEST(what_is_saved_is_the_same)
{
    const struct scene scene = {.written = 7, .taken = 8, .open = 1};
    struct profile p;
    char *error = NULL;

    save_as("a", &scene);
    scratch_load(&p, (const char *[]){"a"}, 1);
    check(&p, "outer 5-75+ inner 50-55 outer 60-65 inner 70-75 lost 4");
    ck_assert_msg(profile_save_file(&p, scratch_path("saved"), &error), "%s", error);
    profile_release(&p);
    scratch_load(&p, (const char *[]){"saved"}, 1);
    check(&p, "outer 5-75 inner 50-55 outer 60-65 inner 70-75 lost 4");
    ck_assert_str_eq(p.timelines[0].name, "main");
    profile_release(&p);
}
END_TEST

START_TEST(sums_of_runs_have_none)
{
    const struct scene scene = {.written = 2, .taken = 2};
    struct profile p;
    char *error = NULL;

    save_as("a", &scene);
    save_as("b", &scene);
    scratch_load(&p, (const char *[]){"a", "b"}, 2);
    ck_assert_uint_eq(p.timeline_count, 2);
    ck_assert_uint_ne(p.timelines[0].process, p.timelines[1].process);
    ck_assert_msg(profile_save_file(&p, scratch_path("saved"), &error), "%s", error);
    profile_release(&p);
    scratch_load(&p, (const char *[]){"saved"}, 1);
    ck_assert_uint_eq(p.timeline_count, 0);
    profile_release(&p);
}
END_TEST

/* ---- Rows ---- */

static const struct {
    const char *why;
    struct span spans[5];
    size_t count;
    const char *lanes;
} rows[] = {
    {"in one another",
     {{.begin_ns = 0, .end_ns = 9},
      {.begin_ns = 0, .end_ns = 5},
      {.begin_ns = 5, .end_ns = 9},
      {.begin_ns = 9, .end_ns = 9}},
     4, "0000" },
    {"overlapping",
     {{.begin_ns = 0, .end_ns = 5},
      {.begin_ns = 3, .end_ns = 9},
      {.begin_ns = 4, .end_ns = 5},
      {.begin_ns = 6, .end_ns = 7}},
     4, "0100" },
    {"all of them",
     {{.begin_ns = 0, .end_ns = 5},
      {.begin_ns = 1, .end_ns = 6},
      {.begin_ns = 2, .end_ns = 7},
      {.begin_ns = 6, .end_ns = 8},
      {.begin_ns = 7, .end_ns = 9}},
     5, "01201"},
    {"of the same times",
     {{.begin_ns = 1, .end_ns = 4}, {.begin_ns = 1, .end_ns = 4}},
     2, "00"   },
};

START_TEST(each_lane_is_boxes_in_boxes)
{
    struct span spans[5];
    const struct timeline timeline = {.spans = spans, .span_count = rows[_i].count};
    char got[8] = "";

    memcpy(spans, rows[_i].spans, sizeof spans);
    struct lanes lanes = lanes_make(&timeline);
    for (size_t i = 0; i < timeline.span_count; i++)
        got[i] = (char)('0' + lanes.of[i]);
    ck_assert_msg(strcmp(got, rows[_i].lanes) == 0, "%s: %s", rows[_i].why, got);
    lanes_release(&lanes);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile_timeline");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, spans_are_those_of_the_file, 0,
                        (int)(sizeof shown / sizeof shown[0]));
    tcase_add_test(tests, impossible_spans_are_left_out);
    tcase_add_test(tests, since_an_earlier_reading_only_what_is_new);
    tcase_add_test(tests, what_is_saved_is_the_same);
    tcase_add_test(tests, sums_of_runs_have_none);
    tcase_add_loop_test(tests, each_lane_is_boxes_in_boxes, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
