/* SPDX-License-Identifier: MIT */
/* Regions that a file found open. */
#include "file_builder.h"
#include "model/profile.h"
#include "scratch.h"
#include "suite_main.h"

#include <string.h>

enum { OPEN = 4, CAPACITY = 5 };

/* What a thread has open: `outer` and in it `inner` twice, in between one that has ended
   and was not the innermost. */
struct scene {
    const char *why;
    uint32_t state;
    uint32_t thread_flags;
    uint64_t open;
    uint64_t outer_ns, outer_self_ns, inner_ns, inner_self_ns;
};

/* Beside 7 ticks that `outer` had, 3 of them its own. */
static const struct scene scenes[] = {
    {"killed: up to the last event", LPROF_STATE_RUNNING,  0,                     OPEN, 97,  48, 40, 34},
    {"complete: up to the end",      LPROF_STATE_COMPLETE, 0,                     OPEN, 107, 48, 50, 44},
    {"more than the table holds",    LPROF_STATE_RUNNING,  0,                     99,   77,  48, 20, 14},
    {"nothing open",                 LPROF_STATE_RUNNING,  0,                     0,    7,   3,  0,  0 },
    {"not begun anew",               LPROF_STATE_RUNNING,  LPROF_THREAD_OUTDATED, OPEN, 0,   0,  0,  0 },
};

static uint64_t put_region(struct file_builder *b, const char *name,
                           struct lprof_region fields)
{
    const uint64_t address = lprof_writer_next(b->writer);

    fields.thread = 1;
    fields.calls = 1;
    lprof_put_region(b->writer, &(struct lprof_region_view){
                                    fields, {name, strlen(name)}
    });
    return address;
}

static void save(const struct scene *scene)
{
    struct file_builder b;

    builder_start(&b);
    b.header.state = scene->state;
    b.header.pid = UINT32_MAX;
    b.header.end_ticks = 200;
    builder_thread(&b, (struct lprof_thread){.thread = 1, .flags = scene->thread_flags},
                   "main");
    const uint64_t outer =
        put_region(&b, "outer", (struct lprof_region){.ticks = 7, .self_ticks = 3});
    const uint64_t inner = put_region(&b, "inner", (struct lprof_region){0});
    const struct {
        struct lprof_open_regions fields;
        struct lprof_open_region regions[CAPACITY];
    } open = {
        {.thread = 1,
         .region_bytes = sizeof open.regions[0],
         .capacity = CAPACITY,
         .open = scene->open},
        { {.region = outer, .begun = 100, .inside = 5},
         {.region = inner, .begun = 150},
         {.begun = 4, .inside = 10},
         {.region = inner, .begun = 170},
         {.begun = 190}}
    };
    lprof_put_raw(b.writer, LPROF_RECORD_OPEN_REGIONS, &open, sizeof open);
    builder_save(&b, scratch_path("a"));
}

static const struct region *find(const struct profile *profile, const char *name)
{
    static const struct region none;

    for (size_t i = 0; i < profile->region_count; i++) {
        if (strcmp(profile->regions[i].name, name) == 0)
            return &profile->regions[i];
    }
    return &none;
}

START_TEST(open_regions_are_charged)
{
    const struct scene *scene = &scenes[_i];
    struct profile p;

    save(scene);
    scratch_load(&p, (const char *[]){"a"}, 1);
    const struct region *outer = find(&p, "outer");
    const struct region *inner = find(&p, "inner");
    ck_assert_msg(
        outer->total_ns == scene->outer_ns && outer->self_ns == scene->outer_self_ns &&
            inner->total_ns == scene->inner_ns && inner->self_ns == scene->inner_self_ns,
        "%s: outer %llu, %llu, inner %llu, %llu", scene->why,
        (unsigned long long)outer->total_ns, (unsigned long long)outer->self_ns,
        (unsigned long long)inner->total_ns, (unsigned long long)inner->self_ns);
    profile_release(&p);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile_open");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, open_regions_are_charged, 0,
                        (int)(sizeof scenes / sizeof scenes[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
