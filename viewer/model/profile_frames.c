/* SPDX-License-Identifier: MIT */
/*
 * Closes the activations that a file found open, as the runtime would when they end: the
 * time since a line's last event is only in the frames.  docs/internals/FORMAT.md has the
 * rules. Sums are additive, so they go straight into the tally; frames are copied.
 */
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_tally.h"
#include "model/tree/profile_nodes.h"

#include <stdlib.h>

/* An activation, resolved. */
struct open_frame {
    struct lprof_frame frame;
    bool is_open;    /* false: just opening or closing, or its block is not in the file */
    size_t function; /* index in the tally */
    uint32_t site;   /* of the current line, if it is timed */
    uint32_t calling; /* of the line that calls */
    bool has_site;
    bool has_calling;
    bool has_times;
    uint64_t until;                /* virtual ticks up to which it is charged */
    uint64_t address;              /* of the frame, as its block names it */
    const struct lprof_heap *heap; /* of its block; NULL: none */
    bool is_of_visit;
};

/* A FRAMES record. */
struct frame_table {
    struct lprof_table_view view;
    size_t index;   /* of the record */
    uint64_t start; /* number of its first frame within the thread's array */
};

/* All FRAMES records; a thread's stack is an array over its records in file order. */
struct frame_tables {
    struct frame_table *by_thread; /* by thread, then by index */
    struct frame_table **by_index;
    size_t count;
};

/* One thread's stack, outermost first. */
struct stack {
    struct tally *tally;
    struct tally_thread *thread;
    const struct frame_tables *tables;
    struct open_frame *frames;
    size_t count;
};

static int compare_tables(const void *a, const void *b)
{
    const struct frame_table *x = a;
    const struct frame_table *y = b;
    if (x->view.thread != y->view.thread)
        return x->view.thread < y->view.thread ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static struct frame_tables take_tables(const struct lprof_reader *reader)
{
    const size_t count = lprof_reader_count(reader, LPROF_RECORD_FRAMES);
    struct frame_tables tables = {.count = count};

    tables.by_thread = memory_zeroed(count, sizeof *tables.by_thread);
    tables.by_index = memory_zeroed(count, sizeof *tables.by_index);
    for (size_t i = 0; i < count; i++) {
        tables.by_thread[i].index = i;
        lprof_take_table(reader, LPROF_RECORD_FRAMES, i, &tables.by_thread[i].view);
    }
    qsort(tables.by_thread, count, sizeof *tables.by_thread, compare_tables);
    for (size_t i = 0; i < count; i++) {
        struct frame_table *t = &tables.by_thread[i];
        tables.by_index[t->index] = t;
        if (i > 0 && t[-1].view.thread == t->view.thread)
            t->start = t[-1].start + t[-1].view.count;
    }
    return tables;
}

/* The record that holds the frame at an address, and the frame's number in its thread's
   array; NULL if it is none of this thread's. */
static const struct frame_table *find_frame(const struct stack *stack, uint64_t address,
                                            uint64_t *number)
{
    struct lprof_place place;

    if (!lprof_find_frame(stack->tally->reader, address, &place))
        return NULL;
    const struct frame_table *table = stack->tables->by_index[place.table];
    *number = table->start + place.element;
    return table->view.thread == stack->thread->fields.thread ? table : NULL;
}

/* The site whose cell is at an offset in the block. */
static bool find_site(const struct lprof_block_view *block, uint64_t line, uint32_t *site)
{
    const uint64_t offset = line - LPROF_CELLS_AT((uint64_t)block->fields.cell_count);
    const uint64_t index = offset / sizeof *block->cells;
    const bool found =
        offset % sizeof *block->cells == 0 && index < block->fields.cell_count;

    *site = found ? (uint32_t)index : 0;
    return found;
}

/* Which function a frame is in and on which of its lines; a frame whose block is not
   there is not open. */
static void resolve(struct tally *tally, struct open_frame *open)
{
    struct lprof_block_view block;
    size_t index = 0;

    if (!lprof_find_block(tally->reader, open->frame.block, &index)) {
        tally->loose_ends += tally_is_in_file(tally, open->frame.block);
        return;
    }
    lprof_take_block(tally->reader, index, &block);
    open->is_open = tally_find_function(tally, block.fields.function, &open->function);
    open->has_times = tally->functions[open->function].has_times;
    open->is_of_visit = block.fields.flags & LPROF_BLOCK_WEIGHTED;
    open->has_site = find_site(&block, open->frame.line, &open->site);
    open->has_calling = find_site(&block, open->frame.calling, &open->calling);
    open->heap = block.heap;
}

/* Copy frames 0 to `top`, which is in `last`. */
static void take_frames(struct stack *stack, const struct frame_table *last, uint64_t top)
{
    const struct frame_table *table = last;

    while (table->start > 0)
        table--;
    stack->frames = memory_zeroed(top + 1, sizeof *stack->frames);
    for (; stack->count <= top; stack->count++) {
        while (stack->count - table->start >= table->view.count)
            table++;
        struct open_frame *open = &stack->frames[stack->count];
        const uint64_t element = stack->count - table->start;
        lprof_take_frame(&table->view, element, &open->frame);
        open->address = table->view.address + element * table->view.element_bytes;
        if (open->frame.cfa)
            resolve(stack->tally, open);
    }
}

static bool is_timed(const struct open_frame *open)
{
    return open->is_open && open->has_times;
}

/* Up to when open lines are charged, in the thread's virtual ticks. */
static uint64_t now_of(const struct stack *stack)
{
    struct tally_thread *thread = stack->thread;
    const struct lprof_frame *top = NULL;

    for (size_t i = 0; i < stack->count; i++) {
        if (!is_timed(&stack->frames[i]))
            continue;
        top = &stack->frames[i].frame;
        thread->last += tally_since(top->last, thread->last);
    }
    if (top)
        tally_extend_last(stack->tally, thread, top->bias);
    return thread->last;
}

/* What was current before the region is no part of it. */
static void set_ends(struct stack *stack, uint64_t now)
{
    const uint64_t since = stack->thread->since;

    for (size_t i = 0; i < stack->count; i++) {
        struct open_frame *open = &stack->frames[i];
        const bool is_before = open->has_site && tally_since(since, open->frame.last);
        open->until = is_before ? since : now;
    }
}

/* For how long it was open up to a moment. */
static uint64_t elapsed_at(const struct open_frame *open, uint64_t moment)
{
    return tally_since(tally_since(moment, open->frame.entry), open->frame.untimed);
}

static struct open_frame *previous_of(const struct stack *stack,
                                      const struct open_frame *open)
{
    uint64_t number = 0;

    if (!open->frame.previous || !find_frame(stack, open->frame.previous, &number) ||
        number >= (uint64_t)(open - stack->frames))
        return NULL;
    return &stack->frames[number];
}

/* Of the time of a visit's line: what it has called. */
static double called_in(const struct lprof_frame *frame, uint64_t ticks)
{
    const uint64_t part = frame->entry & LPROF_FRAME_PART;
    const uint64_t within = part < ticks ? part : ticks;

    return (double)(frame->visit & LPROF_FRAME_CALLS ? ticks - within : within);
}

/* The line that is current in `open`, if it is timed, gets `ticks`. */
static void charge_line(struct stack *stack, const struct open_frame *open,
                        uint64_t ticks)
{
    if (!open->has_site)
        return;
    struct tally_cell *cell = &stack->tally->functions[open->function].cells[open->site];
    ticks_add(&cell->ticks, ticks);
    if (!open->is_of_visit)
        return;
    cell->tells_calls = true;
    cell->called += called_in(&open->frame, ticks);
}

/* Of the time of the line that calls in `open` a callee had `ticks`. */
static void charge_child(struct stack *stack, const struct open_frame *open,
                         uint64_t ticks)
{
    struct tally_function *f = &stack->tally->functions[open->function];

    if (open->has_calling)
        ticks_add(&f->cells[open->calling].child_ticks, ticks);
    ticks_subtract(&stack->thread->self_ticks, ticks);
}

static void charge_caller(struct stack *stack, struct open_frame *caller,
                          const struct open_frame *open, uint64_t ticks, bool outermost)
{
    if (caller->has_times && !caller->is_of_visit &&
        caller->frame.block != open->frame.block)
        charge_child(stack, caller, tally_since(ticks, caller->frame.excluded));
    caller->frame.excluded = 0;
    if (caller->has_calling && outermost)
        tally_add_edge(stack->tally, (struct tally_edge){.caller = caller->function,
                                                         .callee = open->function,
                                                         .site = caller->calling,
                                                         .ticks = ticks});
}

/* The open frame below; NULL for the outermost. */
static struct open_frame *caller_of(const struct stack *stack, size_t index)
{
    while (index > 0) {
        if (stack->frames[--index].is_open)
            return &stack->frames[index];
    }
    return NULL;
}

/* By itself: without what its callees have taken, of which the open one has been closed.
 */
static void charge_node(struct stack *stack, const struct open_frame *open,
                        struct open_frame *caller)
{
    const uint64_t ticks = elapsed_at(open, open->until);

    tally_charge_node(stack->tally, open->frame.node,
                      tally_since(ticks, open->frame.inner));
    if (caller)
        caller->frame.inner += elapsed_at(open, caller->until);
}

static void close_frame(struct stack *stack, size_t index)
{
    struct open_frame *open = &stack->frames[index];
    struct open_frame *previous = previous_of(stack, open);
    struct open_frame *caller = caller_of(stack, index);

    charge_line(stack, open, tally_since(open->until, open->frame.last));
    if (open->frame.weight == UINT32_MAX)
        return; /* when it began is not known */
    if (previous) {
        const uint64_t ticks = elapsed_at(open, previous->until);
        previous->frame.last += ticks;
        previous->frame.excluded += ticks;
    } else {
        const uint64_t ticks = elapsed_at(open, open->until);
        ticks_add(&stack->tally->functions[open->function].ticks, ticks);
        ticks_add(&stack->thread->self_ticks, ticks);
    }
    charge_node(stack, open, caller);
    if (caller)
        charge_caller(stack, caller, open, elapsed_at(open, caller->until), !previous);
}

/* A reading of the clock, as it is without the probes' cost taken out. */
static void note_time(struct tally *tally, uint64_t reading)
{
    tally->last_reading += tally_since(reading, tally->last_reading);
}

/* ---- Allocations ---- */

static void charge_heap(const struct stack *stack, const struct open_frame *open,
                        struct lprof_heap_cell more)
{
    if (open->has_site)
        tally_add_heap(&stack->tally->functions[open->function].cells[open->site].heap,
                       &more);
}

/* With callees: of each function the activation that its block names. */
static void close_heap_of(const struct stack *stack, const struct open_frame *open)
{
    const struct lprof_thread *clock = &stack->thread->fields;

    if (!open->heap || open->heap->frame != open->address)
        return;
    charge_heap(stack, open,
                (struct lprof_heap_cell){
                    .allocs = tally_since(clock->heap_allocs, open->heap->allocs),
                    .bytes = tally_since(clock->heap_bytes, open->heap->bytes),
                    .freed = tally_since(clock->heap_freed, open->heap->freed),
                });
}

/* Without: that of the innermost line. */
static void close_own_heap(const struct stack *stack)
{
    const struct lprof_thread *clock = &stack->thread->fields;
    size_t top = stack->count;

    while (top > 0 && !stack->frames[top - 1].heap)
        top--;
    if (top > 0)
        charge_heap(stack, &stack->frames[top - 1],
                    (struct lprof_heap_cell){
                        .own_allocs = tally_since(clock->heap_allocs, clock->own_allocs),
                        .own_bytes = tally_since(clock->heap_bytes, clock->own_bytes),
                        .own_freed = tally_since(clock->heap_freed, clock->own_freed),
                    });
}

static void close_heap(const struct stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        if (stack->frames[i].is_open)
            close_heap_of(stack, &stack->frames[i]);
    }
    close_own_heap(stack);
}

static void close_thread(struct stack *stack)
{
    uint64_t top = 0;
    const struct frame_table *table = find_frame(stack, stack->thread->fields.top, &top);

    if (!table) {
        stack->tally->loose_ends +=
            tally_is_in_file(stack->tally, stack->thread->fields.top);
        return;
    }
    take_frames(stack, table, top);
    stack->tally->taken_out_ticks += stack->frames[top].frame.bias;
    const uint64_t now = now_of(stack);
    note_time(stack->tally, now + stack->frames[top].frame.bias);
    close_heap(stack);
    set_ends(stack, now);
    for (size_t i = stack->count; i > 0; i--) {
        if (is_timed(&stack->frames[i - 1]))
            close_frame(stack, i - 1);
    }
    free(stack->frames);
}

void tally_close_frames(struct tally *tally)
{
    struct frame_tables tables = take_tables(tally->reader);

    for (size_t i = 0; i < tally->thread_count; i++) {
        struct stack stack = {
            .tally = tally, .thread = &tally->threads[i], .tables = &tables};
        note_time(tally, stack.thread->fields.last + stack.thread->fields.bias);
        if (stack.thread->counted && !stack.thread->is_outdated &&
            stack.thread->fields.top)
            close_thread(&stack);
    }
    free(tables.by_thread);
    free(tables.by_index);
}
