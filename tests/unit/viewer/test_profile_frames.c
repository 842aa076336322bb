/* SPDX-License-Identifier: MIT */
/*
 * Activations that a file found open, closed by hand beside the program.  f runs on line
 * 11 from 100 to 150 and since then on it again, calls g at 160; g runs on line 21 since
 * 180, calls f at 200; that runs on line 12 since 230.  What was charged before is in
 * the cells: 50 on line 11, 20 on line 21, 30 on line 12.
 */
#include "scratch.h"
#include "suite_main.h"

#include <string.h>

/* One to four lines: cells begin at the same offset. */
#define LINE(site) (LPROF_CELLS_AT(1) + (site) * sizeof(struct lprof_cell))

struct scene {
    enum lprof_state state;
    enum lprof_clock clock;
    uint64_t thread_last; /* when an activation last ended */
    size_t first_record;  /* frames in the first of two FRAMES records */
    bool closing_top;     /* a frame above that is just being opened or closed */
    bool lost_frame;      /* one in between whose block did not fit into the file */
    bool untimed_g;
};

/* What has to come out, in ns. */
struct outcome {
    uint64_t line_11, line_11_self, line_12, f_total;
    uint64_t line_21, line_21_self;
    uint64_t edge; /* from line 11 to g */
};

static const struct outcome at_1000 = {100, 60, 800, 900, 840, 40, 840};
static const struct outcome at_260 = {100, 60, 60, 160, 100, 40, 100};
static const struct outcome at_230 = {100, 60, 30, 130, 70, 40, 70};
/* Nothing is known of g: its time is f's own. */
static const struct outcome without_g = {100, 100, 800, 900, 0, 0, 0};

static const struct {
    const char *name;
    struct scene scene;
    const struct outcome *outcome;
} scenes[] = {
    {"complete",             {LPROF_STATE_COMPLETE, 0, 0, 1, false, false, false}, &at_1000  },
    {"in one record",        {LPROF_STATE_COMPLETE, 0, 0, 3, false, false, false}, &at_1000  },
    {"after a kill",         {LPROF_STATE_RUNNING, 0, 0, 1, false, false, false},  &at_230   },
    {"after a call ended",
     {LPROF_STATE_RUNNING, 0, 260, 1, false, false, false},
     &at_260                                                                                 },
    {"clock of a thread",
     {LPROF_STATE_COMPLETE, LPROF_CLOCK_CPU, 0, 1, false, false, false},
     &at_230                                                                                 },
    {"closing frame on top",
     {LPROF_STATE_COMPLETE, 0, 0, 1, true, false, false},
     &at_1000                                                                                },
    {"lost frame",           {LPROF_STATE_COMPLETE, 0, 0, 2, false, true, false},  &at_1000  },
    {"untimed caller",       {LPROF_STATE_COMPLETE, 0, 0, 1, false, false, true},  &without_g},
};

static uint64_t frames_address(const struct file_builder *b)
{
    return lprof_writer_next(b->writer) + sizeof(struct lprof_frames);
}

struct frame_list {
    struct lprof_frame frames[6];
    size_t count;
};

static void add_frame(struct frame_list *list, struct lprof_frame frame)
{
    list->frames[list->count++] = frame;
}

static void make_frames(struct frame_list *list, const struct scene *scene, uint64_t f,
                        uint64_t g, uint64_t first_frame)
{
    add_frame(list, (struct lprof_frame){.line = LINE(0),
                                         .calling = LINE(0),
                                         .last = 150,
                                         .entry = 100,
                                         .cfa = 90,
                                         .block = f});
    if (scene->lost_frame)
        add_frame(list, (struct lprof_frame){.cfa = 88, .block = UINT64_MAX - 7});
    add_frame(list, (struct lprof_frame){.line = LINE(0),
                                         .calling = LINE(0),
                                         .last = scene->untimed_g ? 0 : 180,
                                         .entry = scene->untimed_g ? 0 : 160,
                                         .cfa = 80,
                                         .block = g});
    add_frame(list, (struct lprof_frame){.line = LINE(1),
                                         .calling = LINE(1),
                                         .last = 230,
                                         .entry = 200,
                                         .cfa = 70,
                                         .block = f,
                                         .previous = first_frame,
                                         .bias = 300});
    if (scene->closing_top)
        add_frame(list, (struct lprof_frame){
                            .line = LINE(0), .calling = LINE(0), .last = 1, .block = g});
}

/* Returns the address of the top frame. */
static uint64_t put_frames(struct file_builder *b, const struct scene *scene, uint64_t f,
                           uint64_t g)
{
    struct frame_list list = {.count = 0};
    const struct lprof_frame others[] = {
        {.cfa = 1, .block = f, .last = 99999}
    };

    const uint64_t first = frames_address(b);
    make_frames(&list, scene, f, g, first);
    const size_t top = list.count - 1;
    add_frame(&list,
              (struct lprof_frame){.cfa = 1, .block = f, .last = 9999}); /* stale */
    lprof_put_frames(b->writer, 1, list.frames, scene->first_record);
    lprof_put_frames(b->writer, 2, others, 1); /* another thread's, in between */
    const size_t rest = list.count - scene->first_record;
    const uint64_t second =
        lprof_put_frames(b->writer, 1, list.frames + scene->first_record, rest);
    return top < scene->first_record
               ? first + top * sizeof(struct lprof_frame)
               : second + (top - scene->first_record) * sizeof(struct lprof_frame);
}

static void save_scene(const struct scene *scene)
{
    static const struct lprof_site f_sites[] = {{.line = 11}, {.line = 12}};
    static const struct lprof_site g_sites[] = {{.line = 21}};
    struct file_builder b;

    builder_start(&b);
    b.header.state = scene->state;
    b.header.clock = scene->clock;
    b.header.end_ticks = 1300;
    b.header.pid = 0;
    builder_function(
        &b,
        &(struct function_spec){
            .name = "f", .line = 10, .end_line = 13, .sites = f_sites, .site_count = 2});
    builder_function(&b, &(struct function_spec){.name = "g",
                                                 .line = 20,
                                                 .end_line = 22,
                                                 .unit = scene->untimed_g ? 2 : 1,
                                                 .sites = g_sites,
                                                 .site_count = 1});
    const uint64_t edge_at =
        lprof_put_edges(b.writer, 1, &(struct lprof_edge){.function = 2, .calls = 1}, 1);
    const uint64_t f = builder_block(
        &b,
        (struct lprof_block){
            .function = 1,
            .cell_count = 2,
            .thread = 1,
            .calls = 2,
            .primitive_calls = 1
    },
        (const struct builder_cell[]){{.hits = 1, .ticks = 50, .edges = edge_at},
                                      {.hits = 1, .ticks = 30}});
    const uint64_t g = builder_block(
        &b,
        (struct lprof_block){.function = 2,
                             .cell_count = 1,
                             .thread = 1,
                             .calls = 1,
                             .flags = scene->untimed_g ? LPROF_BLOCK_UNTIMED : 0},
        &(struct builder_cell){.hits = 1, .ticks = scene->untimed_g ? 0 : 20});
    const uint64_t top = put_frames(&b, scene, f, g);
    builder_thread(
        &b, (struct lprof_thread){.thread = 1, .top = top, .last = scene->thread_last},
        "main");
    builder_save(&b, scratch_path("a"));
}

static void check_g(const struct profile *p, const struct outcome *want)
{
    const struct function *g = function_named(p, "g");

    ck_assert_uint_eq(g->lines[0].time_ns, want->line_21);
    ck_assert_uint_eq(g->lines[0].self_ns, want->line_21_self);
    ck_assert_uint_eq(g->total_ns, want->line_21);
    ck_assert_uint_eq(p->calls[0].count, 1);
    ck_assert_uint_eq(p->calls[0].total_ns, want->edge);
}

START_TEST(open_activations_are_charged)
{
    const struct outcome *want = scenes[_i].outcome;
    struct profile p;

    save_scene(&scenes[_i].scene);
    scratch_load(&p, (const char *[]){"a"}, 1);
    const struct function *f = function_named(&p, "f");
    ck_assert_msg(f->lines[0].time_ns == want->line_11, "%s: line 11: %llu",
                  scenes[_i].name, (unsigned long long)f->lines[0].time_ns);
    ck_assert_uint_eq(f->lines[0].self_ns, want->line_11_self);
    ck_assert_uint_eq(f->lines[1].time_ns, want->line_12);
    ck_assert_uint_eq(f->total_ns, want->f_total);
    check_g(&p, want);
    ck_assert_uint_eq(p.threads[0].total_ns,
                      f->self_ns + function_named(&p, "g")->self_ns);
    ck_assert(!p.inputs[0].has_loose_ends);
    profile_release(&p);
}
END_TEST

START_TEST(state_of_the_run_is_known)
{
    struct profile p;

    save_scene(&scenes[_i].scene);
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_str_eq(run_state_name(p.inputs[0].state),
                     scenes[_i].scene.state == LPROF_STATE_COMPLETE ? "complete"
                                                                    : "interrupted");
    profile_release(&p);
}
END_TEST

/* Whatever stands in the frames, nothing comes out negative. */
START_TEST(torn_frames_are_no_harm)
{
    struct file_builder b;
    struct profile p;
    const struct lprof_site site = {.line = 11};

    builder_start(&b);
    b.header.end_ticks = 50;
    builder_function(
        &b,
        &(struct function_spec){
            .name = "f", .line = 10, .end_line = 13, .sites = &site, .site_count = 1});
    const uint64_t block = builder_block(
        &b, (struct lprof_block){.function = 1, .cell_count = 1, .thread = 1},
        &(struct builder_cell){.ticks = 5, .child_ticks = 9});
    const uint64_t at = frames_address(&b);
    const struct lprof_frame frames[] = {
        {.line = LINE(0),
         .calling = LINE(0),
         .last = 900,
         .entry = 800,
         .cfa = 9,
         .block = block,
         .previous = at + sizeof frames[0],
         .excluded = 1 << 20},
        {.line = LINE(7),
         .calling = LINE(7),
         .last = 10,
         .entry = 4000,
         .cfa = 8,
         .block = block,
         .previous = at,
         .bias = UINT64_MAX },
    };
    lprof_put_frames(b.writer, 1, frames, 2);
    builder_thread(&b, (struct lprof_thread){.thread = 1, .top = at + sizeof frames[0]},
                   "main");
    builder_save(&b, scratch_path("a"));
    scratch_load(&p, (const char *[]){"a"}, 1);
    ck_assert_uint_lt(p.functions[0].total_ns, 100000);
    ck_assert_uint_lt(p.functions[0].lines[0].time_ns, 100000);
    ck_assert_uint_le(p.functions[0].lines[0].self_ns, p.functions[0].lines[0].time_ns);
    profile_release(&p);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile_frames");
    TCase *tests = tcase_create("all");
    const int count = (int)(sizeof scenes / sizeof scenes[0]);

    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, open_activations_are_charged, 0, count);
    tcase_add_loop_test(tests, state_of_the_run_is_known, 0, count);
    tcase_add_test(tests, torn_frames_are_no_harm);
    suite_add_tcase(suite, tests);
    return suite;
}
