/* SPDX-License-Identifier: MIT */
/*
 * An event is written twice: in assembler, for what is common, and in C, for all else and
 * for readers.  Both are given the same memory and the same readings, and must leave the
 * same, to the last bit.
 */
#include "base/lprt_lock.h"
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_offsets.h"
#include "count/bare/lprt_reset.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_loose.h"
#include "count/lprt_modules.h"
#include "event_call.h"
#include "store/lprt_region.h"
#include "suite_main.h"
#include "twin_world.h"

#include <stdio.h>

/* ---- The two ---- */

static struct {
    struct lineprof_frame *frame;
    uint64_t line;
    uint64_t reading;
    void (*event)(void);
} given;

static void by_module(void)
{
    event_call(given.event, given.frame, given.line, given.reading);
}

static void in_c(void)
{
    lprt_event_stamped(given.frame, given.line, given.reading);
}

static void in_c_read(void)
{
    lprt_event_read(given.frame, given.line);
}

/* What a module's `event` may be, and what it is the twin of. */
static const struct kind {
    const char *name;
    void (*event)(void);
    void (*twin)(void);
    bool has_heap;
} kinds[] = {
    {"counter",      lprt_event_counter,      in_c,      false},
    {"called",       lprt_event_called,       in_c_read, false},
    {"heap counter", lprt_event_heap_counter, in_c,      true },
    {"heap called",  lprt_event_heap_called,  in_c_read, true },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- What may be the case when an event comes ---- */

static void change_nothing(void)
{
}

static void be_on_no_line(void)
{
    world_frame()->line = 0;
}

static void keep_no_visit(void)
{
    world_frame()->visited = 0;
}

static void keep_first_visit(void)
{
    *world_cell(1) = (struct lineprof_cell){0};
}

static void keep_second_visit(void)
{
    *world_cell(1) =
        (struct lineprof_cell){.timed = 1, .min_ticks = 300, .max_ticks = 300};
}

static void fill_histograms(void)
{
    for (size_t site = 0; site < WORLD_SITES; site++) {
        for (int bucket = 0; bucket < LINEPROF_HISTOGRAM_BUCKETS; bucket++)
            world_histogram(site)->counts[bucket] = UINT32_MAX - bucket % 2;
    }
}

static void end_a_drawn_visit(void)
{
    world_cell(0)->drawn = 70;
    world_cell(0)->sampled_squares_low = UINT64_MAX - 1;
}

/* Lots of the line that begins. */
static void pass_over(void)
{
    world_counter(2)->skip = 1;
}

static void count_below_zero(void)
{
    world_counter(2)->skip = (uint64_t)-2;
}

static void be_before_the_last_first_visit(void)
{
    world_cell(2)->timed = FIRST_VISITS - 1;
}

static void have_had_first_visits(void)
{
    world_cell(2)->timed = FIRST_VISITS;
}

static void have_had_long_first_visits(void)
{
    have_had_first_visits();
    world_cell(2)->ticks = FIRST_VISITS * lprt_costs.short_visit;
}

static void begin_a_drawn_visit(void)
{
    world_cell(2)->drawn = 41;
}

static void begin_one_of_rarely_long_ones(void)
{
    begin_a_drawn_visit();
    world_cell(2)->max_ticks += 10 * lprt_costs.outlier;
    world_cell(2)->sampled = 3;
    world_cell(2)->outlier_ticks = 9 * lprt_costs.outlier;
}

static void have_been_off(void)
{
    world.thread.never_switched = 0;
}

static void have_been_off_in_a_callee(void)
{
    world.thread.off_ns += 300;
}

static void have_been_off_and_draw(void)
{
    have_been_off_in_a_callee();
    begin_a_drawn_visit();
}

/* As lprt_turn_call() does with threads that it knows. */
static void be_called(void)
{
    lprt_turns++;
    world.thread.switch_arm++;
}

static void be_reset(void)
{
    lprt_resets++;
    be_called();
}

static void be_paused(void)
{
    lprt_modules_pause(!lprt_modules_are_paused());
    be_called();
}

static void be_in_a_pause(void)
{
    be_paused();
    lprt_event_stamped(world_frame(), world_line(1), world.thread.reading + 5000);
}

static void come_back_from_a_pause(void)
{
    be_in_a_pause();
    be_paused();
}

static void be_loose(void)
{
    struct lineprof_frame *frame = world_frame();

    world_block()->flags = LPROF_BLOCK_UNTIMED | LPROF_BLOCK_LOOSE;
    frame->thread = (uint64_t)(uintptr_t)&lprt_loose_thread;
    frame->line = 0;
    frame->visited = 0;
    frame->weight = LINEPROF_UNTIMED;
}

/* Control came back to it by longjmp. */
static void be_below_what_was_left(void)
{
    struct lineprof_frame *left = world.thread.next++;

    *left = *world.frames;
    left->cfa = world.frames[1].cfa - 64;
    left->previous = (uint64_t)(uintptr_t)world.frames;
    given.frame = left - 1;
}

/* Recursion: the frame below is of the same function. */
static void be_inside_itself(void)
{
    world.frames[0].block = world_frame()->block;
    world_frame()->previous = (uint64_t)(uintptr_t)&world.frames[0];
}

/* The frame is another unit's, which counts hits alone. */
static void have_untimed_lines(void)
{
    world_block()->flags |= LPROF_BLOCK_UNTIMED;
}

static void allocate(void)
{
    world.record.heap_allocs += 3;
    world.record.heap_bytes += 1000;
}

static void free_some(void)
{
    world.record.heap_freed += 500;
}

static void free_in_a_callee(void)
{
    free_some();
    world.record.own_freed += 500;
}

/* When it can be the case: only where lines are sampled; not among other events, as
   nothing else would come after it. */
enum { ANY = 0, DRAWN = 1, ALONE = 2 };

/* The activation that was charged has ended, further in. */
static void be_charged_no_more(void)
{
    struct lineprof_block *block = world_block();

    if (block->heap)
        ((struct lprof_heap *)((char *)block + block->heap))->frame = 0;
}

static const struct situation {
    const char *name;
    void (*prepare)(void);
    int when;
} situations[] = {
    {"nothing unusual",                    change_nothing,                 ANY  },
    {"no line is current",                 be_on_no_line,                  ANY  },
    {"no visit is kept",                   keep_no_visit,                  ANY  },
    {"the visit kept is its line's first", keep_first_visit,               ANY  },
    {"the visit kept is its second",       keep_second_visit,              ANY  },
    {"histograms are full",                fill_histograms,                ANY  },
    {"a visit ends that was drawn",        end_a_drawn_visit,              DRAWN},
    {"a visit is passed over",             pass_over,                      DRAWN},
    {"the countdown is below zero",        count_below_zero,               DRAWN},
    {"the last of the first visits",       be_before_the_last_first_visit, ANY  },
    {"the first after these",              have_had_first_visits,          ANY  },
    {"the same, and they were long",       have_had_long_first_visits,     ANY  },
    {"a visit begins that was drawn",      begin_a_drawn_visit,            DRAWN},
    {"the same, and some are very long",   begin_one_of_rarely_long_ones,  DRAWN},
    {"off the processor",                  have_been_off,                  ANY  },
    {"off the processor in a callee",      have_been_off_in_a_callee,      ANY  },
    {"the same, and one that was drawn",   have_been_off_and_draw,         DRAWN},
    {"called for nothing",                 be_called,                      ANY  },
    {"counting begins anew",               be_reset,                       ANY  },
    {"a pause begins",                     be_paused,                      ANY  },
    {"in a pause",                         be_in_a_pause,                  ANY  },
    {"a pause ends",                       come_back_from_a_pause,         ANY  },
    {"on a fiber",                         be_loose,                       ALONE},
    {"frames above have been left",        be_below_what_was_left,         ALONE},
    {"the function calls itself",          be_inside_itself,               ANY  },
    {"the function's lines are not timed", have_untimed_lines,             ALONE},
    {"something was allocated",            allocate,                       ANY  },
    {"something was freed",                free_some,                      ANY  },
    {"something was freed in a callee",    free_in_a_callee,               ANY  },
    {"no activation is charged",           be_charged_no_more,             ANY  },
};

enum { SITUATIONS = sizeof situations / sizeof situations[0] };

/* Ticks of visits: edges of the histogram, of the places where a square, a sum or a
   difference has more digits, and backwards. */
static const uint64_t lengths[] = {
    0,
    1,
    2,
    3,
    900,
    1448, /* squares of 21 and 22 digits */
    1449,
    UINT16_MAX,
    UINT16_MAX + UINT64_C(1),
    UINT64_C(1) << 31,
    3037000499, /* squares of 63 and 64 digits */
    3037000500,
    UINT32_MAX,
    UINT32_MAX + UINT64_C(1),
    UINT64_C(1) << 33,
    (UINT64_C(1) << 48) - 1,
    UINT64_C(1) << 48,
    UINT64_C(1) << 60,
    (uint64_t)-1,
    (uint64_t)-20000,
};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* ---- Events ---- */

static const uint32_t flags[] = {0, LPROF_BLOCK_SAMPLED, LPROF_BLOCK_UNTIMED};

enum { FLAGS = sizeof flags / sizeof flags[0] };

static bool may_be(const struct situation *situation, uint32_t of_block)
{
    return situation->when != DRAWN || of_block & LPROF_BLOCK_SAMPLED;
}

static void give_event(const struct kind *kind, size_t site, uint64_t ticks)
{
    given.event = kind->event;
    given.line = world_line(site);
    given.reading = given.frame->last + given.frame->bias + ticks;
    world.clock = given.reading;
}

static void compare_event(const struct kind *kind, size_t site, uint64_t ticks,
                          const char *what)
{
    char text[160];

    snprintf(text, sizeof text, "%s, %s, line %zu after %#lx ticks", kind->name, what,
             site, ticks);
    give_event(kind, site, ticks);
    world_compare(by_module, kind->twin, text);
}

/* The visit that it ends, and that the next one enters in the statistics. */
static void try_situation(const struct kind *kind, const struct situation *situation,
                          uint32_t of_block, uint64_t ticks)
{
    if (!may_be(situation, of_block))
        return;
    world_make(of_block, kind->has_heap);
    given.frame = world_frame();
    situation->prepare();
    compare_event(kind, 2, ticks, situation->name);
    compare_event(kind, 1, 700, situation->name);
    compare_event(kind, 1, 20, situation->name);
}

START_TEST(each_situation_leaves_the_same)
{
    const struct kind *kind = &kinds[_i];

    for (size_t i = 0; i < SITUATIONS; i++) {
        for (size_t j = 0; j < FLAGS; j++) {
            for (size_t k = 0; k < LENGTHS; k++)
                try_situation(kind, &situations[i], flags[j], lengths[k]);
        }
    }
}
END_TEST

/* Of an earlier event, however that came about. */
START_TEST(a_visit_of_any_length_is_counted_alike)
{
    static const struct situation *const kept[] = {&situations[0], &situations[3],
                                                   &situations[4], &situations[5]};
    const struct kind *kind = &kinds[_i];

    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        for (size_t k = 0; k < LENGTHS; k++) {
            if ((int64_t)lengths[k] < 0)
                continue;
            world_make(0, kind->has_heap);
            given.frame = world_frame();
            kept[i]->prepare();
            given.frame->visit = lengths[k];
            compare_event(kind, 2, 900, kept[i]->name);
        }
    }
}
END_TEST

/* By how much is asked of another clock, so it is not the same twice. */
START_TEST(a_leap_of_the_clock_is_taken_out)
{
    void (*const twins[])(void) = {by_module, kinds[_i].twin};
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    ck_assert_int_eq(lprt_region_start(), 0);
    ck_assert(lprt_clock_choose(LINEPROF_CLOCK_TSC));
    world_set_clock();
    for (int i = 0; i < 2; i++) {
        world_make(0, kinds[_i].has_heap);
        given.frame = world_frame();
        give_event(&kinds[_i], 2, UINT64_C(1) << 62);
        twins[i]();
        ck_assert_uint_eq(world_block()->steps_back, 1);
        ck_assert_uint_lt(given.frame->visit, UINT64_C(1) << 61);
    }
    lprt_lock_release(&guard);
}
END_TEST

/* ---- Many in a row ---- */

static uint64_t drawn;

static size_t draw(size_t count)
{
    drawn = drawn * 6364136223846793005 + 1442695040888963407;
    return (size_t)((drawn >> 33) % count);
}

static void change_something(uint32_t of_block)
{
    const struct situation *situation = &situations[draw(SITUATIONS)];

    if (situation->when != ALONE && may_be(situation, of_block))
        situation->prepare();
}

static void walk(const struct kind *kind, uint32_t of_block)
{
    enum { EVENTS = 400, BETWEEN = 4 };

    world_make(of_block, kind->has_heap);
    given.frame = world_frame();
    for (int i = 0; i < EVENTS; i++) {
        if (draw(BETWEEN) == 0)
            change_something(of_block);
        const bool is_usual = draw(BETWEEN) != 0;
        compare_event(kind, draw(WORLD_SITES),
                      is_usual ? draw(5000) : lengths[draw(LENGTHS)], "in a row");
    }
}

START_TEST(rows_of_events_leave_the_same)
{
    enum { ROWS = 25 };

    drawn = (uint64_t)_i;
    for (int row = 0; row < ROWS; row++) {
        for (size_t j = 0; j < FLAGS; j++)
            walk(&kinds[_i], flags[j]);
    }
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_event");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 100);
    tcase_add_checked_fixture(tests, world_start, NULL);
    tcase_add_loop_test(tests, each_situation_leaves_the_same, 0, KINDS);
    tcase_add_loop_test(tests, a_visit_of_any_length_is_counted_alike, 0, KINDS);
    tcase_add_loop_test(tests, a_leap_of_the_clock_is_taken_out, 0, KINDS);
    tcase_add_loop_test(tests, rows_of_events_leave_the_same, 0, KINDS);
    suite_add_tcase(suite, tests);
    return suite;
}
