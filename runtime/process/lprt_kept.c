/* SPDX-License-Identifier: MIT */
#include "process/lprt_kept.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "count/bare/lprt_pause.h"
#include "count/lprt_chunk.h"
#include "count/lprt_frame.h"
#include "store/lprt_region.h"

#include <stddef.h>

/* As it is known before the region is copied. */
static struct {
    const struct lprt_thread *thread; /* NULL: it is not registered */
    uint64_t block_count;             /* of its table */
    unsigned char *units;             /* which are needed, by id; NULL: all */
    uint32_t unit_count;
} kept;

static bool is_kept_function(const void *payload)
{
    const struct lprof_function *function = payload;

    return kept.thread && function->function < kept.block_count &&
           kept.thread->blocks[function->function] != &lprt_no_block;
}

static bool is_kept_block(const void *payload)
{
    const struct lineprof_block *block = payload;

    return kept.thread && block->function < kept.block_count &&
           kept.thread->blocks[block->function] == block;
}

static bool is_kept_unit(const void *payload)
{
    const struct lprof_unit *unit = payload;

    return !kept.units || (unit->unit < kept.unit_count && kept.units[unit->unit]);
}

/* Those that are being used, and those below. */
static bool is_kept_frames(const void *payload)
{
    const struct lprof_frames *frames = payload;
    const struct lprt_chunk *chunk = kept.thread ? kept.thread->chunk : NULL;

    while (chunk && chunk->begin != (const struct lineprof_frame *)(frames + 1))
        chunk = chunk->below;
    return chunk != NULL;
}

/* Of records that begin with a thread's id. */
static bool is_kept_threads(const void *payload)
{
    return kept.thread && kept.thread->record->thread == *(const uint32_t *)payload;
}

static bool is_always_kept(const void *payload)
{
    (void)payload;
    return true;
}

bool lprt_kept_keeps(enum lprof_record_kind kind, const void *payload)
{
    static bool (*const keeps_kind[])(const void *payload) = {
        [LPROF_RECORD_PROCESS] = is_always_kept,
        [LPROF_RECORD_UNIT] = is_kept_unit,
        [LPROF_RECORD_FUNCTION] = is_kept_function,
        [LPROF_RECORD_THREAD] = is_kept_threads,
        [LPROF_RECORD_FRAMES] = is_kept_frames,
        [LPROF_RECORD_BLOCK] = is_kept_block,
        [LPROF_RECORD_COUNTS] = is_kept_threads, /* light code may know where they are */
        [LPROF_RECORD_REGION] = is_kept_threads,
        [LPROF_RECORD_OPEN_REGIONS] = is_kept_threads,
        [LPROF_RECORD_JOB] = is_always_kept,
    };
    const size_t count = sizeof keeps_kind / sizeof keeps_kind[0];

    return (size_t)kind < count && keeps_kind[kind] && keeps_kind[kind](payload);
}

static void count_units(enum lprof_record_kind kind, void *payload, void *arg)
{
    const struct lprof_unit *unit = payload;

    (void)arg;
    if (kind == LPROF_RECORD_UNIT && unit->unit >= kept.unit_count)
        kept.unit_count = unit->unit + 1;
}

static void mark_unit(enum lprof_record_kind kind, void *payload, void *arg)
{
    const struct lprof_function *function = payload;

    (void)arg;
    if (kind == LPROF_RECORD_FUNCTION && is_kept_function(function))
        kept.units[function->unit] = 1;
}

static void choose_units(void)
{
    kept.unit_count = 1;
    lprt_region_walk(count_units, NULL);
    kept.units = lprt_memory_take(kept.unit_count);
    if (kept.units)
        lprt_region_walk(mark_unit, NULL);
}

/* Code of open activations may hold their blocks' addresses, and no other code holds
   any. */
static void choose_blocks(struct lprt_thread *self, const struct lineprof_frame *frames,
                          size_t count)
{
    kept.block_count = self->block_count ? self->block_count : self->hidden_blocks;
    if (!frames)
        return; /* which are open is not known: all may be */
    for (uint64_t id = 0; id < kept.block_count; id++)
        self->blocks[id] = &lprt_no_block;
    for (size_t i = 0; i < count; i++) {
        struct lineprof_block *block =
            lprt_pause_own_block(self, lprt_block_of(&frames[i]));
        if (block && block->function < kept.block_count)
            self->blocks[block->function] = block;
    }
}

void lprt_kept_choose(struct lprt_thread *self, const struct lineprof_frame *frames,
                      size_t count)
{
    LPRT_GUARDED();
    kept.thread = self;
    kept.block_count = 0;
    if (self)
        choose_blocks(self, frames, count);
    choose_units();
}
