/* SPDX-License-Identifier: MIT */
/*
 * Entries and exits are written twice: the usual ways, for what is common, and the long
 * ones, to which they leave the rest.  What is common must be the same by both.
 */
#include "count/bare/lprt_heap.h"
#include "count/lprt_clock.h"
#include "count/lprt_enter.h"
#include "count/lprt_frame.h"
#include "count/lprt_hot.h"
#include "count/lprt_leave.h"
#include "suite_main.h"
#include "twin_world.h"

#include <stdio.h>
#include <string.h>

/* ---- The two ---- */

static struct {
    struct lprt_entry_points points;
    bool reads; /* each entry and exit */
    struct lineprof_function *function;
    struct lineprof_frame *frame;
    uint64_t cfa;
} given;

static uint64_t reading(void)
{
    return given.reads ? lprt_clock_read() : 0;
}

/* What has no meaning: in exact mode, which callees are timed and when the last event
   was; in others, when something began that is not timed. */
static void forget(struct lineprof_frame *frame)
{
    if (given.reads)
        frame->measures = 0;
    if (!frame->cfa)
        frame->bias = 0;
    if (frame->weight != LINEPROF_UNTIMED || frame->line)
        return;
    frame->last = 0;
    frame->entry = 0;
    frame->excluded = 0;
    frame->off_ns = 0;
}

static void forget_what_is_not_looked_at(void)
{
    if (given.reads)
        world.thread.reading = 0;
    world.thread.root.measures = 0;
    for (size_t i = 0; i < WORLD_FRAMES; i++)
        forget(&world.frames[i]);
}

static void enter_usually(void)
{
    given.points.enter(given.function, given.cfa);
    forget_what_is_not_looked_at();
}

static void enter_slowly(void)
{
    struct lineprof_frame *frame =
        lprt_enter_slowly(given.function, given.cfa, reading());

    if (lprt_heap_is_on)
        lprt_heap_frame_begins(frame);
    forget_what_is_not_looked_at();
}

static void leave_usually(void)
{
    given.points.leave(given.frame);
    forget_what_is_not_looked_at();
}

static void leave_slowly(void)
{
    lprt_leave_slowly(given.frame, reading());
    forget_what_is_not_looked_at();
}

/* What a module's `enter` and `leave` may be. */
static const struct kind {
    const char *name;
    bool hits_only;
    bool samples;
    bool has_heap;
    uint32_t flags; /* of blocks */
} kinds[] = {
    {"exact",    false, false, false, 0                                              },
    {"heap",     false, false, true,  0                                              },
    {"adaptive", false, true,  false, LPROF_BLOCK_SAMPLED | LPROF_BLOCK_CALLS_SAMPLED},
    {"hits",     true,  false, false, LPROF_BLOCK_UNTIMED                            },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- What is common ---- */

enum { CALLED = WORLD_OPEN + 1 }; /* the function that is not open */

static void be_called_from_the_same_line(void)
{
    world_make_edge(world_frame(), CALLED);
}

static void be_called_from_a_line_that_has_called_others(void)
{
    world_make_edge(world_frame(), CALLED);
    world_make_edge(world_frame(), CALLED - 1);
    world.blocks[CALLED]->caller = 0;
}

static void be_called_from_elsewhere(void)
{
    world_make_edge(&world.frames[0], CALLED);
}

static void be_called_by_nobody(void)
{
    memset(world.frames, 0, sizeof world.frames);
    world.thread.next = world.frames;
    for (uint32_t function = 1; function < WORLD_FUNCTIONS; function++)
        world.blocks[function]->active = 0;
    world_make_edge(&world.thread.root, CALLED);
}

static void be_called_by_itself(void)
{
    given.function = &world.functions[WORLD_OPEN];
}

static void be_called_by_what_it_has_called(void)
{
    given.function = &world.functions[1];
}

/* Of whoever had the frame before. */
static void find_a_kept_visit(void)
{
    struct lineprof_frame *frame = world.thread.next;

    world_make_edge(world_frame(), CALLED);
    frame->visit = 333;
    frame->visited = world_frame()->visited;
    frame->histogram = world_frame()->histogram;
}

static void have_allocated(void)
{
    world_make_edge(world_frame(), CALLED);
    world.record.heap_allocs += 2;
    world.record.heap_bytes += 64;
}

static const struct situation {
    const char *name;
    void (*prepare)(void);
    bool is_timed; /* only where all is can it be */
} situations[] = {
    {"from the line that called it last",  be_called_from_the_same_line,                 false},
    {"from a line that called another",    be_called_from_a_line_that_has_called_others,
     false                                                                                    },
    {"from a line that has not called it", be_called_from_elsewhere,                     false},
    {"from what is not profiled",          be_called_by_nobody,                          false},
    {"from itself",                        be_called_by_itself,                          false},
    {"from what it has called",            be_called_by_what_it_has_called,              false},
    {"into a frame that keeps a visit",    find_a_kept_visit,                            true },
    {"after something was allocated",      have_allocated,                               false},
};

enum { SITUATIONS = sizeof situations / sizeof situations[0] };

/* Ticks from the caller's line to the entry, and from there to the exit. */
static const uint64_t lengths[] = {0, 1, 900, 70000, UINT64_C(1) << 31};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* ---- Both, with the same ---- */

enum { FIRST_CFA = 0x7ffff000 };

static void draw_nothing(void)
{
    enum { FAR = 5 };

    for (uint32_t function = 1; function < WORLD_FUNCTIONS; function++) {
        struct lineprof_block *block = world.blocks[function];
        block->call_skip = FAR;
        ((struct lineprof_counter *)(uintptr_t)block->first_counter)->skip = FAR;
    }
}

static void give_situation(const struct kind *kind, const struct situation *situation)
{
    world_make(kind->flags, kind->has_heap);
    draw_nothing();
    given.points = lprt_entry_points(kind->hits_only, kind->samples);
    given.reads = !kind->hits_only && !kind->samples;
    given.function = &world.functions[CALLED];
    situation->prepare();
}

static void compare_call(const struct kind *kind, const struct situation *situation,
                         uint64_t before, uint64_t within)
{
    char text[160];

    snprintf(text, sizeof text, "%s, %s, after %#lx and %#lx ticks", kind->name,
             situation->name, before, within);
    give_situation(kind, situation);
    const struct lineprof_frame *caller =
        lprt_frame_below(&world.thread, world.thread.next);
    given.cfa = caller == &world.thread.root ? FIRST_CFA : caller->cfa - 64;
    world.clock = caller->last + caller->bias + before;
    world_compare(enter_usually, enter_slowly, text);
    given.frame = world_frame();
    ck_assert_uint_eq(given.frame->cfa, given.cfa);
    world.clock += within;
    world_compare(leave_usually, leave_slowly, text);
    ck_assert_uint_eq(given.frame->cfa, 0);
}

START_TEST(a_call_leaves_the_same)
{
    const struct kind *kind = &kinds[_i];

    for (size_t i = 0; i < SITUATIONS; i++) {
        for (size_t j = 0; j < LENGTHS; j++) {
            for (size_t k = 0; k < LENGTHS; k++) {
                if (!situations[i].is_timed || kind->flags == 0)
                    compare_call(kind, &situations[i], lengths[j], lengths[k]);
            }
        }
    }
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_entries");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 100);
    tcase_add_checked_fixture(tests, world_start, NULL);
    tcase_add_loop_test(tests, a_call_leaves_the_same, 0, KINDS);
    suite_add_tcase(suite, tests);
    return suite;
}
