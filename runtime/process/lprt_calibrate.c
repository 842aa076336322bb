/* SPDX-License-Identifier: MIT */
/*
 * One function calls another on a thread that is not one, in memory of its own, through
 * the entry points that instrumented code calls.  What lies between two readings with
 * no work in between is the cost of the probe.
 */
#include "process/lprt_calibrate.h"
#include "base/lprt_lock.h"
#include "base/lprt_machine.h"
#include "base/lprt_probe.h"
#include "count/bare/lprt_event.h"
#include "count/bare/visits/slow/lprt_stretch_cost.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_hot.h"
#include "count/tree/lprt_node.h"

#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

enum {
    BATCHES = 16,
    ROUNDS = 8, /* in a batch: counters move in steps of many ticks */
    LINES_A_ROUND = 4,
    CALLER_ID = 1,
    CALLEE_ID = 2,
    BLOCKS,
    FRAMES = 4,
    CALLER_CFA = 4096,
    CALLEE_CFA = 2048,
    READINGS = 64,
    STEP_BACK_LINES = 65536, /* no sum of errors in the costs is as long as this */
    LINES = 2,
    FIRST_LINE = LINEPROF_CELLS_AT(LINES),
    SECOND_LINE = FIRST_LINE + sizeof(struct lineprof_cell),
    UNTIMED_EVENTS = LPRT_LOTS - 1, /* between two that are drawn, on average */
    UNTIMED_CALLS = 32,
    SAMPLED_EVENTS = 2048,
    SAMPLED_CALLS = 1024,
    NODES = 8,
    NODE_SLOTS = 2 * NODES,
};

/* What lies between two readings. */
enum interval {
    LINE_TO_LINE, /* LINES_A_ROUND of them */
    LINE_TO_ENTRY,
    ENTRY_TO_LINE,
    LINE_TO_EXIT,
    EXIT_TO_LINE,
    UNTIMED,       /* UNTIMED_EVENTS of them, and a line's */
    UNTIMED_CALL,  /* the same of calls */
    SAMPLED,       /* a visit that was drawn by lot, on average */
    SAMPLED_ENTER, /* the same, of one that begins at an entry */
    SAMPLED_LEAVE, /* the same, of one that ends at an exit */
    INTERVALS,
};

/* A block with all its tables. */
struct counters {
    _Alignas(64) unsigned char bytes[LINEPROF_BLOCK_BYTES(LINES)];
};

static struct {
    struct lprt_thread thread;
    struct lprof_thread record;
    struct lineprof_block *blocks[BLOCKS];
    struct lprt_chunk chunk;
    struct lineprof_frame frames[FRAMES];
    struct counters caller;
    struct counters callee;
    struct lprof_edge edge;
    struct lprof_node nodes[NODES];
    _Alignas(8) unsigned char node_table[sizeof(struct lprt_node_table) +
                                         NODE_SLOTS * sizeof(void *)];
    uint64_t never_switched;
    struct lineprof_function caller_function;
    struct lineprof_function callee_function;
    uint64_t sums[BATCHES][INTERVALS];
} bench;

static void set_up_function(struct lineprof_function *function, struct counters *counters,
                            uint32_t id)
{
    struct lineprof_block *block = (struct lineprof_block *)counters->bytes;

    function->id = id;
    function->first_line = FIRST_LINE;
    block->function = id;
    lprt_block_set_tables(block, LINES, FIRST_LINE);
    bench.blocks[id] = block;
}

/* What is called is known: the first time would be no usual one. */
static void set_up_nodes(struct lprt_thread *t)
{
    struct lineprof_frame caller = {.block = (uint64_t)(uintptr_t)bench.blocks[CALLER_ID],
                                    .calling = SECOND_LINE};

    lprt_node_lend(t, (struct lprt_node_table *)(void *)bench.node_table, bench.nodes,
                   NODES);
    caller.node = lprt_node_find(t, &t->root, &t->root_edge, CALLER_ID)->home;
    (void)lprt_node_find(t, &caller, &bench.edge, CALLEE_ID);
}

static void set_up(void)
{
    struct lprt_thread *t = &bench.thread;

    set_up_function(&bench.caller_function, &bench.caller, CALLER_ID);
    set_up_function(&bench.callee_function, &bench.callee, CALLEE_ID);
    bench.blocks[CALLEE_ID]->caller =
        (uint64_t)(uintptr_t)bench.blocks[CALLER_ID] + SECOND_LINE;
    bench.blocks[CALLEE_ID]->edge = (uint64_t)(uintptr_t)&bench.edge;
    t->blocks = bench.blocks;
    t->block_count = BLOCKS;
    t->record = &bench.record;
    t->begin = bench.frames;
    t->end = bench.frames + FRAMES;
    t->next = t->begin;
    bench.chunk = (struct lprt_chunk){.begin = t->begin, .end = t->end};
    t->chunk = &bench.chunk;
    t->own = (struct lprt_stack){0, UINTPTR_MAX, true};
    t->random = 1;
    t->switch_mark = &bench.never_switched;
    lprt_thread_start_root(t);
    set_up_nodes(t);
}

/* ---- Probes ---- */

/* From one line to the next, several times, and on to a call and back. */
ALWAYS_INLINE void run_round(struct lprt_entry_points points,
                             struct lineprof_frame *caller, uint64_t *sums, bool reads)
{
    const uint64_t total = bench.blocks[CALLEE_ID]->ticks;

    lprt_probe_timed(caller, points.event, SECOND_LINE, reads);
    const uint64_t begin = caller->last;
    for (int i = 0; i < LINES_A_ROUND; i += 2) {
        lprt_probe_timed(caller, points.event, FIRST_LINE, reads);
        lprt_probe_timed(caller, points.event, SECOND_LINE, reads);
    }
    struct lineprof_frame *callee = points.enter(&bench.callee_function, CALLEE_CFA);
    lprt_probe_timed(callee, points.event, SECOND_LINE, reads);
    points.leave(callee);
    const uint64_t call = caller->last;
    lprt_probe_timed(caller, points.event, FIRST_LINE, reads);

    const uint64_t exit = callee->entry + (bench.blocks[CALLEE_ID]->ticks - total);
    sums[LINE_TO_LINE] += call - begin;
    sums[LINE_TO_ENTRY] += callee->entry - call;
    sums[ENTRY_TO_LINE] += callee->last - callee->entry;
    sums[LINE_TO_EXIT] += exit - callee->last;
    sums[EXIT_TO_LINE] += caller->last - exit;
}

/* Between two readings a number of events that read nothing. */
ALWAYS_INLINE void run_untimed(struct lprt_entry_points points,
                               struct lineprof_frame *frame, uint64_t *sums, bool reads)
{
    struct lineprof_counter *counter = lprt_counter_at(lprt_block_of(frame), FIRST_LINE);

    lprt_probe_timed(frame, points.event, SECOND_LINE, reads);
    const uint64_t begin = frame->last;
    counter->skip = 2 * UNTIMED_EVENTS;
    frame->line = 0;
    for (int i = 0; i < UNTIMED_EVENTS; i++) {
        lprt_add(&counter->hits, 1);
        if (lprt_probe_countdown(frame, counter))
            break;
        __asm__ volatile("" ::: "memory");
    }
    frame->line = SECOND_LINE;
    lprt_probe_timed(frame, points.event, FIRST_LINE, reads);
    sums[UNTIMED] += (frame->last - begin) * ROUNDS;
}

/* Between two readings a number of calls that read nothing. */
ALWAYS_INLINE void run_untimed_calls(struct lineprof_frame *frame, uint64_t *sums,
                                     bool reads)
{
    const struct lprt_entry_points points = lprt_entry_points(false, true);
    struct lineprof_block *callee = bench.blocks[CALLEE_ID];

    lprt_probe_timed(frame, points.event, SECOND_LINE, reads);
    const uint64_t begin = frame->last;
    callee->flags = LPROF_BLOCK_SAMPLED | LPROF_BLOCK_CALLS_SAMPLED;
    callee->call_skip = 2 * UNTIMED_CALLS;
    lprt_counter_at(callee, FIRST_LINE)->skip = 2 * UNTIMED_CALLS;
    for (int i = 0; i < UNTIMED_CALLS; i++)
        points.leave(points.enter(&bench.callee_function, CALLEE_CFA));
    callee->flags = 0;
    lprt_probe_timed(frame, points.event, FIRST_LINE, reads);
    sums[UNTIMED_CALL] += (frame->last - begin) * ROUNDS;
}

static void start_sampling(struct lineprof_block *block, uint64_t line)
{
    struct lineprof_cell *cell = lprt_cell_at(block, line);

    cell->drawn = 1;
    cell->sampled = 0;
    cell->sampled_ticks = 0;
    cell->variance = 0; /* no weight yet */
    lprt_counter_at(block, line)->skip = 0;
}

/* The mean visit of those that were drawn. */
static uint64_t stop_sampling(struct lineprof_block *block, uint64_t line)
{
    struct lineprof_cell *cell = lprt_cell_at(block, line);
    const uint64_t visits = cell->drawn - lprt_counter_at(block, line)->skip - 1;

    cell->drawn = 0;
    return cell->sampled && visits ? cell->sampled_ticks / visits : 0;
}

/* What instrumented code does in adaptive mode: that a visit is timed comes as a surprise
   to the processor, as does its end. */
ALWAYS_INLINE void run_sampled(struct lprt_entry_points points,
                               struct lineprof_frame *frame, uint64_t *sums, bool reads)
{
    static const uint64_t lines[LINES] = {FIRST_LINE, SECOND_LINE};
    struct lineprof_block *block = lprt_block_of(frame);

    for (int i = 0; i < LINES; i++)
        start_sampling(block, lines[i]);
    block->flags |= LPROF_BLOCK_SAMPLED;
    for (int i = 0; i < SAMPLED_EVENTS; i++) {
        struct lineprof_counter *counter = lprt_counter_at(block, lines[i % LINES]);
        lprt_add(&counter->hits, 1);
        if (lprt_probe_countdown(frame, counter))
            lprt_probe_timed(frame, points.event, lines[i % LINES], reads);
    }
    block->flags &= ~(uint32_t)LPROF_BLOCK_SAMPLED;
    for (int i = 0; i < LINES; i++)
        sums[SAMPLED] += stop_sampling(block, lines[i]) * ROUNDS / LINES;
}

/* The same of functions that are two lines long. */
ALWAYS_INLINE void run_sampled_calls(struct lineprof_frame *caller, uint64_t *sums,
                                     bool reads)
{
    const struct lprt_entry_points points = lprt_entry_points(false, true);
    struct lineprof_block *block = bench.blocks[CALLEE_ID];
    struct lineprof_counter *second = lprt_counter_at(block, SECOND_LINE);

    lprt_probe_timed(caller, points.event, SECOND_LINE, reads); /* whose edge there is */
    start_sampling(block, FIRST_LINE);
    start_sampling(block, SECOND_LINE);
    block->flags = LPROF_BLOCK_SAMPLED | LPROF_BLOCK_CALLS_SAMPLED;
    block->call_skip = 2 * SAMPLED_CALLS;
    for (int i = 0; i < SAMPLED_CALLS; i++) {
        struct lineprof_frame *frame = points.enter(&bench.callee_function, CALLEE_CFA);
        lprt_add(&second->hits, 1);
        if (lprt_probe_countdown(frame, second))
            lprt_probe_timed(frame, points.event, SECOND_LINE, reads);
        points.leave(frame);
    }
    block->flags = 0;
    sums[SAMPLED_ENTER] += stop_sampling(block, FIRST_LINE) * ROUNDS;
    sums[SAMPLED_LEAVE] += stop_sampling(block, SECOND_LINE) * ROUNDS;
}

ALWAYS_INLINE void run(uint64_t *sums, bool reads)
{
    const struct lprt_entry_points points = lprt_entry_points(false, false);
    struct lineprof_frame *caller = points.enter(&bench.caller_function, CALLER_CFA);

    lprt_probe_timed(caller, points.event, FIRST_LINE, reads);
    for (int i = 0; i < ROUNDS; i++)
        run_round(points, caller, sums, reads);
    run_untimed(points, caller, sums, reads);
    run_untimed_calls(caller, sums, reads);
    run_sampled(points, caller, sums, reads);
    run_sampled_calls(caller, sums, reads);
    points.leave(caller);
}

/* Instrumented code reads the counter inline, and leaves other clocks to the event. */
static void run_batch(uint64_t *sums)
{
    if (lprt_clock_code_reads())
        run(sums, true);
    else
        run(sums, false);
}

/* ---- Figures ---- */

/* Of what the batches say of ROUNDS rounds, a low one: to take out more than a probe
   costs would eat up the program's own time, and disturbances only ever make it longer.
 */
static uint64_t total(enum interval interval)
{
    uint64_t sorted[BATCHES];

    for (size_t i = 0; i < BATCHES; i++) {
        size_t at = i;
        for (; at > 0 && sorted[at - 1] > bench.sums[i][interval]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = bench.sums[i][interval];
    }
    return sorted[BATCHES / 4];
}

static uint64_t typical(enum interval interval)
{
    return total(interval) / ROUNDS;
}

static uint64_t beyond(uint64_t ticks, uint64_t known)
{
    return ticks > known ? ticks - known : 0;
}

/* A slow counter makes less than one step a probe. */
static uint64_t short_ticks(void)
{
    const uint64_t ticks = total(LINE_TO_LINE) * LPRT_SHORT / (ROUNDS * LINES_A_ROUND);

    return ticks ? ticks : LPRT_SHORT_TICKS;
}

static void set_costs(void)
{
    const uint64_t line_ticks = typical(LINE_TO_LINE) / LINES_A_ROUND;
    const uint64_t after_enter = typical(ENTRY_TO_LINE);
    const uint64_t sampled = typical(SAMPLED);

    lprt_costs = (struct lprt_costs){
        .line = line_ticks,
        .untimed = beyond(typical(UNTIMED), line_ticks),
        .untimed_call = beyond(typical(UNTIMED_CALL), line_ticks) / (2 * UNTIMED_CALLS),
        .sampled = sampled - line_ticks,
        .sampled_enter = typical(SAMPLED_ENTER) - after_enter,
        .sampled_leave = typical(SAMPLED_LEAVE) - sampled,
        .before_enter = beyond(typical(LINE_TO_ENTRY), line_ticks),
        .after_enter = after_enter,
        .before_leave = beyond(typical(LINE_TO_EXIT), line_ticks),
        .after_leave = typical(EXIT_TO_LINE),
        .short_visit = short_ticks(),
        .outlier = short_ticks() * LPRT_OUTLIER,
        .step_back = (int64_t)(line_ticks + 1) * STEP_BACK_LINES,
    };
}

/* Of a counter without the barrier, which would hide its steps.  Some processors let no
   two readings be equal and show 1 more where the counter has not stepped: so 1 is a step
   only where there are equal readings as well. */
static uint64_t smallest_difference(void)
{
    const lineprof_clock_fn read =
        lprt_clock_is_counter() ? lprt_stamp_fast : lprt_clock_read;
    uint64_t smallest = UINT64_MAX;
    bool rises = true;
    bool is_one = false;

    for (int i = 0; i < READINGS; i++) {
        const uint64_t before = read();
        const uint64_t difference = read() - before;
        rises &= difference != 0;
        is_one |= difference == 1;
        if (difference > 1 && difference < smallest)
            smallest = difference;
    }
    if (is_one && (!rises || smallest == UINT64_MAX))
        return 1;
    return smallest == UINT64_MAX ? 0 : smallest;
}

void lprt_calibrate(uint64_t *resolution)
{
    struct lprt_thread *self = lprt_self;

    LPRT_GUARDED();
    *resolution = 1;
    if (lprt_clock_kind() == LINEPROF_CLOCK_COUNT)
        return;
    *resolution = smallest_difference();
    set_up();
    lprt_self = &bench.thread;
    for (int i = 0; i < BATCHES; i++)
        run_batch(bench.sums[i]);
    lprt_self = self;
    set_costs();
    lprt_stretch_cost_measure();
}
