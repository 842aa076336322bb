/* SPDX-License-Identifier: MIT */
#include "twin_world.h"

#include "count/bare/lprt_event.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_reset.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_loose.h"
#include "count/lprt_modules.h"

#include <check.h>
#include <string.h>

struct world world;

static struct lprt_idle *idle_blocks;

/* ---- What surrounds it ---- */

enum { READING_TAKES = 25 };

static uint64_t read_clock(void)
{
    return world.clock += READING_TAKES;
}

void world_set_clock(void)
{
    lprt_clock_read = read_clock;
}

/* ---- The state that both begin with ---- */

static struct lineprof_block *block_of(uint32_t function)
{
    return (struct lineprof_block *)world.room[function];
}

struct lineprof_block *world_block(void)
{
    return block_of(WORLD_OPEN);
}

struct lineprof_frame *world_frame(void)
{
    return world.thread.next - 1;
}

uint64_t world_line(size_t site)
{
    return LINEPROF_CELLS_AT(WORLD_SITES) + site * sizeof(struct lineprof_cell);
}

struct lineprof_cell *world_cell(size_t site)
{
    return lprt_cell_at(world_block(), world_line(site));
}

struct lineprof_counter *world_counter(size_t site)
{
    return lprt_counter_at(world_block(), world_line(site));
}

static struct lineprof_histogram *histogram_of(struct lineprof_block *block, size_t site)
{
    return (struct lineprof_histogram *)((char *)block +
                                         LINEPROF_HISTOGRAMS_AT(WORLD_SITES)) +
           site;
}

struct lineprof_histogram *world_histogram(size_t site)
{
    return histogram_of(world_block(), site);
}

/* The line has been visited as often as its histogram says: each time for 900 ticks. */
static void fill_line(struct lineprof_block *block, size_t site)
{
    enum { VISITS = 40, TICKS = 900, BUCKET = 19 };
    struct lineprof_cell *cell = lprt_cell_at(block, world_line(site));

    lprt_counter_at(block, world_line(site))->hits = VISITS + 1;
    cell->timed = VISITS;
    cell->ticks = VISITS * TICKS;
    cell->min_ticks = TICKS;
    cell->max_ticks = TICKS;
    histogram_of(block, site)->counts[BUCKET] = VISITS;
}

static void make_block(uint32_t function, uint32_t flags, bool has_heap)
{
    struct lineprof_block *block = block_of(function);

    *block = (struct lineprof_block){
        .function = function, .flags = flags, .probe_ticks = lprt_costs.line};
    lprt_block_set_tables(block, WORLD_SITES, (uint32_t)world_line(0));
    block->heap = has_heap ? LINEPROF_BLOCK_BYTES((uint64_t)WORLD_SITES) : 0;
    block->calls = 10 * function;
    block->primitive_calls = block->calls;
    block->ticks = 50000 * function;
    for (size_t site = 0; site < WORLD_SITES; site++)
        fill_line(block, site);
    world.blocks[function] = block;
    world.functions[function] = (struct lineprof_function){
        .id = function, .site_count = WORLD_SITES, .first_line = (uint32_t)world_line(0)};
}

void world_make_edge(struct lineprof_frame *caller, uint32_t function)
{
    struct lineprof_block *callee = block_of(function);
    struct lprof_edge *edge = &world.edges[function];
    struct lineprof_cell *cell = lprt_calling_cell(caller);

    *edge = (struct lprof_edge){
        .next = cell->edges, .function = function, .calls = callee->calls};
    if (caller != &world.thread.root)
        cell->edges = (uint64_t)(uintptr_t)edge;
    callee->caller = (uint64_t)(uintptr_t)cell;
    callee->edge = (uint64_t)(uintptr_t)edge;
    (void)lprt_node_find(&world.thread, caller, edge, function);
}

static void open_frame(uint32_t function)
{
    struct lprt_thread *t = &world.thread;
    struct lineprof_block *block = block_of(function);
    struct lineprof_frame *frame = t->next;
    const bool is_timed = !(block->flags & LPROF_BLOCK_UNTIMED);

    world_make_edge(lprt_frame_below(t, frame), function);
    *frame = (struct lineprof_frame){
        .line = is_timed ? world_line(0) : 0,
        .last = is_timed ? 1000000 * function : 0,
        .entry = is_timed ? 1000000 * function - 700 : 0,
        .cfa = 0x7ffff000 - 0x100 * function,
        .block = (uint64_t)(uintptr_t)block,
        .bias = 20000 * function,
        .calling = world_line(0),
        .visit = 1200,
        .visited = (uint64_t)(uintptr_t)lprt_cell_at(block, world_line(1)),
        .histogram = (uint64_t)(uintptr_t)histogram_of(block, 1),
        .off_ns = t->off_ns,
        .thread = (uint64_t)(uintptr_t)t,
        .weight = is_timed ? 1 : LINEPROF_UNTIMED,
        .node = lprt_node_at(world.edges[function].node)->home,
        .inner = is_timed ? 300 : 0,
    };
    block->active = (uint64_t)(uintptr_t)frame;
    t->record->top = (uint64_t)(uintptr_t)frame;
    t->next++;
    if (block->heap)
        lprt_heap_frame_begins(frame);
}

static void make_thread(void)
{
    struct lprt_thread *t = &world.thread;

    world.chunk =
        (struct lprt_chunk){.begin = world.frames, .end = world.frames + WORLD_FRAMES};
    *t = (struct lprt_thread){
        .switch_mark = &t->never_switched,
        .switch_arm = 77,
        .never_switched = 77,
        .off_ns = 5000,
        .reading = 2000000,
        .random = 88172645463325252,
        .blocks = world.blocks,
        .block_count = WORLD_FUNCTIONS,
        .next = world.frames,
        .begin = world.frames,
        .end = world.frames + WORLD_FRAMES,
        .below = &t->root,
        .record = &world.record,
        .own = {.low = 1, .size = UINTPTR_MAX, .is_whole = true},
        .chunk = &world.chunk,
        .edge_next = world.edges + WORLD_FUNCTIONS,
        .edge_end = world.edges + WORLD_EDGES,
        .turns = lprt_turns,
        .resets = lprt_resets,
        .idle_blocks = idle_blocks,
    };
    lprt_thread_start_root(t);
    lprt_node_lend(t, (struct lprt_node_table *)(void *)world.node_table, world.nodes,
                   WORLD_NODES);
    lprt_pause_enter(t);
}

void world_make(uint32_t flags, bool has_heap)
{
    if (lprt_modules_are_paused())
        lprt_modules_pause(false);
    memset(&world, 0, sizeof world);
    world.clock = 3000000;
    lprt_heap_is_on = has_heap;
    make_thread();
    world.blocks[0] = &lprt_no_block;
    for (uint32_t function = 1; function < WORLD_FUNCTIONS; function++) {
        make_block(function, flags, has_heap);
        if (function <= WORLD_OPEN)
            open_frame(function);
    }
}

/* Where frames count in a pause is made at the first one, wherever there is room; so both
   twins find it made. */
static void make_idle_blocks(void)
{
    world_make(0, false);
    lprt_pause_begin(&world.thread, world.clock);
    idle_blocks = world.thread.idle_blocks;
}

/* With a clock that counts its readings nobody asks another one what to think of it. */
void world_start(void)
{
    ck_assert(lprt_clock_choose(LINEPROF_CLOCK_COUNT));
    world_set_clock();
    lprt_clock_rate = UINT64_C(3) << LPRT_RATE_BITS;
    lprt_costs = (struct lprt_costs){
        .line = 60,
        .untimed = 130,
        .untimed_call = 9,
        .sampled = 11,
        .before_enter = 5,
        .after_enter = 21,
        .before_leave = (uint64_t)-3,
        .after_leave = 17,
        .sampled_enter = 7,
        .sampled_leave = (uint64_t)-2,
        .short_visit = LPRT_SHORT * 60,
        .outlier = (uint64_t)LPRT_OUTLIER * LPRT_SHORT * 60,
        .step_back = 100,
    };
    lprt_self = &world.thread;
    make_idle_blocks();
}

/* ---- Comparing ---- */

/* Where the frames count in a pause, too, which is private memory of the runtime. */
struct copy {
    struct world world;
    struct lprt_thread loose;
    unsigned char idle[WORLD_FUNCTIONS][LINEPROF_BLOCK_BYTES(WORLD_SITES)];
};

static struct lineprof_block *idle[WORLD_FUNCTIONS];
static size_t idle_count;

static void find_idle(struct lineprof_block *block)
{
    ck_assert_uint_lt(idle_count, WORLD_FUNCTIONS);
    idle[idle_count++] = block;
}

static void keep(struct copy *copy)
{
    memcpy(&copy->world, &world, sizeof world);
    memcpy(&copy->loose, &lprt_loose_thread, sizeof lprt_loose_thread);
    for (size_t i = 0; i < idle_count; i++)
        memcpy(copy->idle[i], idle[i], sizeof copy->idle[i]);
}

static void put_back(const struct copy *copy)
{
    memcpy(&world, &copy->world, sizeof world);
    memcpy(&lprt_loose_thread, &copy->loose, sizeof lprt_loose_thread);
    for (size_t i = 0; i < idle_count; i++)
        memcpy(idle[i], copy->idle[i], sizeof copy->idle[i]);
}

/* A part of what is compared, for whoever has to find out why it differs. */
struct part {
    const char *name;
    size_t begin;
    size_t size; /* of one of them */
};

#define PART(name, member, of)                          \
    {                                                   \
        name, offsetof(struct copy, member), sizeof(of) \
    }

static const struct part parts[] = {
    PART("thread", world.thread, struct world),
    PART("record", world.record, struct world),
    PART("chunk", world.chunk, struct world),
    PART("frame", world.frames, struct lineprof_frame),
    PART("edge", world.edges, struct lprof_edge),
    PART("table of blocks", world.blocks, struct world),
    PART("function", world.functions, struct lineprof_function),
    PART("clock", world.clock, struct world),
    PART("block", world.room, world.room[0]),
    PART("loose thread", loose, struct lprt_thread),
    PART("block of a pause", idle, ((struct copy *)NULL)->idle[0]),
};

static void fail_at(size_t at, const unsigned char *one, const unsigned char *other,
                    const char *what)
{
    const size_t word = at / sizeof(uint64_t) * sizeof(uint64_t);
    const struct part *part = &parts[sizeof parts / sizeof *parts - 1];
    uint64_t a = 0;
    uint64_t b = 0;

    while (part > parts && part->begin > word)
        part--;
    memcpy(&a, one + word, sizeof a);
    memcpy(&b, other + word, sizeof b);
    ck_abort_msg("%s: %s %zu, offset %zu: %#lx and %#lx", what, part->name,
                 (word - part->begin) / part->size, (word - part->begin) % part->size, a,
                 b);
}

void world_compare(void (*one)(void), void (*other)(void), const char *what)
{
    static struct copy before;
    static struct copy first;
    static struct copy second;

    idle_count = 0;
    lprt_pause_walk_idle(&world.thread, find_idle);
    keep(&before);
    one();
    keep(&first);
    put_back(&before);
    other();
    keep(&second);
    const unsigned char *a = (const unsigned char *)&first;
    const unsigned char *b = (const unsigned char *)&second;
    if (memcmp(a, b, sizeof first) == 0)
        return;
    size_t at = 0;
    while (a[at] == b[at])
        at++;
    fail_at(at, a, b, what);
}
