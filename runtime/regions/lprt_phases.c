/* SPDX-License-Identifier: MIT */
/*
 * Private memory has the words that count as they were at the last end; those that differ
 * go into a record.  So phases add up to the whole whatever is lost in between, and a
 * killed program's file has all that have ended.
 */
#include "regions/lprt_phases.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "base/lprt_say.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_activation.h"
#include "count/lprt_leave.h"
#include "store/lprt_region.h"

#include <string.h>
#include <unistd.h>

enum {
    MOST_PHASES = 1000, /* then pairs are joined */
    WORD = sizeof(uint64_t),
    PIECE = 16, /* words that are compared at once */
};

static struct {
    struct lprt_room before; /* as the region was, at the same offsets */
    struct lprt_room words;  /* of the record that is being made */
    struct lprt_room places; /* offsets of the records that count, and of frames */
    uint64_t word_count;
    uint64_t place_count;
    uint64_t seen;   /* up to where records have been looked at */
    uint64_t stride; /* ends a phase; 0: none has ended yet */
    uint64_t ends;   /* since the last phase */
    uint32_t count;  /* of `phases` */
    pid_t process;
    bool is_off; /* there was no room */
    struct lprof_phase *phases[MOST_PHASES];
} state;

/* ---- Which records ---- */

static const unsigned char *base(void)
{
    return (const unsigned char *)lprt_region_header();
}

/* Records are made and published under the lock, and never move. */
static bool find_records(void)
{
    const uint64_t used = lprt_region_used();

    while (state.seen < used) {
        const struct lprof_record *record =
            (const struct lprof_record *)(base() + state.seen);
        if (!record->bytes)
            return false; /* it was let go meanwhile */
        if (lprof_kind_counts(record->kind)) {
            if (!lprt_room_make(&state.places, (state.place_count + 1) * WORD))
                return false;
            ((uint64_t *)state.places.memory)[state.place_count++] = state.seen;
        }
        state.seen += record->bytes;
    }
    return lprt_room_make(&state.before, used);
}

/* ---- What has changed ---- */

static uint64_t *word_before(const void *at)
{
    return (uint64_t *)((unsigned char *)state.before.memory +
                        ((const unsigned char *)at - base()));
}

/* From words that differ up to one that does not: each is looked at once, as others may
   change it meanwhile.  Returns how many they are; there is room for them. */
static size_t note_run(const uint64_t *now, uint64_t *before, size_t count)
{
    const uint64_t first = (uint64_t)((const unsigned char *)now - base()) / WORD;
    uint64_t *head = (uint64_t *)state.words.memory + state.word_count;
    size_t length = 0;

    while (length < count) {
        const uint64_t word = __atomic_load_n(&now[length], __ATOMIC_RELAXED);
        if (word == before[length])
            break;
        before[length] = word;
        head[++length] = word;
    }
    *head = first | (uint64_t)length << 32;
    if (length) /* else it was changed back */
        state.word_count += 1 + length;
    return length;
}

/* Whether something differs; what does is put down. */
static bool look(const void *at, size_t bytes)
{
    const uint64_t *now = at;
    uint64_t *before = word_before(at);
    const size_t count = bytes / WORD;
    bool differs = false;

    for (size_t i = 0; i < count; i++) {
        if (count - i >= PIECE && memcmp(&now[i], &before[i], PIECE * WORD) == 0) {
            i += PIECE - 1;
            continue;
        }
        if (LPRT_LIKELY(__atomic_load_n(&now[i], __ATOMIC_RELAXED) == before[i]))
            continue;
        if (!differs &&
            !lprt_room_make(&state.words, (state.word_count + 2 * count) * WORD)) {
            state.is_off = true;
            return true;
        }
        differs = true;
        i += note_run(&now[i], &before[i], count - i);
    }
    return differs;
}

/* With frames that it names, where nothing was called and nothing was open.  Where
   counting has begun anew as many calls as before may be others. */
static bool is_untouched(const struct lprof_block *block)
{
    const struct lprof_block *before = (const struct lprof_block *)word_before(block);

    return !lprt_region_header()->resets && block->calls &&
           block->calls == before->calls && !block->active && !before->active &&
           !(block->flags & (LPROF_BLOCK_WEIGHTED | LPROF_BLOCK_LOOSE));
}

/* A histogram has changed only where its line's cell has. */
static void look_at_block(const struct lprof_block *block)
{
    const uint32_t count = block->cell_count;
    const unsigned char *cells = (const unsigned char *)block + LPROF_CELLS_AT(count);
    const unsigned char *histograms = cells + count * sizeof(struct lprof_cell);

    if (is_untouched(block))
        return;
    look(block, sizeof *block + count * sizeof(struct lprof_counter));
    for (uint32_t i = 0; i < count; i++) {
        const bool differs =
            look(cells + i * sizeof(struct lprof_cell), sizeof(struct lprof_cell));
        if (differs && !(block->flags & LPROF_BLOCK_WEIGHTED))
            look(histograms + i * sizeof(struct lprof_histogram),
                 sizeof(struct lprof_histogram));
    }
}

static uint64_t top_of(uint32_t thread)
{
    for (uint64_t i = 0; i < state.place_count; i++) {
        const struct lprof_record *record =
            (const struct lprof_record *)(base() + ((uint64_t *)state.places.memory)[i]);
        const struct lprof_thread *its = (const struct lprof_thread *)(record + 1);
        if (record->kind == LPROF_RECORD_THREAD && its->thread == thread)
            return its->top;
    }
    return 0;
}

/* Up to the innermost that is open: what lies behind is stale. */
static void look_at_frames(const struct lprof_frames *frames, uint64_t bytes)
{
    const uint64_t from = (uint64_t)(uintptr_t)frames;
    const uint64_t top = top_of(frames->thread);

    if (!top)
        bytes = sizeof *frames;
    else if (top >= from && top < from + bytes)
        bytes = top - from + sizeof(struct lprof_frame);
    look(frames, bytes);
}

/* Up to the last that a line has. */
static void look_at_histograms(const struct lprof_histograms *piece)
{
    look(piece, sizeof *piece + piece->taken * sizeof(struct lprof_histogram));
}

static void look_at_record(const struct lprof_record *record)
{
    const void *payload = record + 1;
    const uint64_t bytes = record->bytes - sizeof *record;

    if (record->kind == LPROF_RECORD_BLOCK)
        look_at_block(payload);
    else if (record->kind == LPROF_RECORD_FRAMES)
        look_at_frames(payload, bytes);
    else if (record->kind == LPROF_RECORD_HISTOGRAMS)
        look_at_histograms(payload);
    else if (record->kind == LPROF_RECORD_REGION)
        look(payload, sizeof(struct lprof_region)); /* a name does not change */
    else
        look(payload, bytes);
}

/* ---- Phases ---- */

/* Of each pair the second one's end stays. */
static void join_pairs(void)
{
    for (uint32_t i = 0; i + 1 < MOST_PHASES; i += 2) {
        __atomic_store_n(&state.phases[i]->joined, 1, __ATOMIC_RELAXED);
        state.phases[i / 2] = state.phases[i + 1];
    }
    state.count = MOST_PHASES / 2;
    state.stride *= 2;
}

/* What was added while the memory was looked at is of the next phase. */
static void add_record(const struct lprof_region *region, uint64_t raw, uint64_t used)
{
    const size_t bytes = state.word_count * WORD;
    struct lprof_phase *phase = lprt_region_add(sizeof *phase + bytes);

    if (!phase) {
        state.is_off = true;
        return;
    }
    *phase = (struct lprof_phase){
        .region = (uint64_t)(uintptr_t)region,
        .reading = raw,
        .used_bytes = used,
        .resets = lprt_region_header()->resets,
        .word_count = state.word_count,
    };
    memcpy(phase + 1, state.words.memory, bytes);
    lprt_region_publish(phase, LPROF_RECORD_PHASE);
    state.phases[state.count++] = phase;
    if (state.count == MOST_PHASES)
        join_pairs();
}

static void take_phase(const struct lprof_region *region, uint64_t raw)
{
    const uint64_t used = lprt_region_used();

    lprt_turn_look(lprt_self, NULL, 0);
    lprt_frames_count_visits(lprt_self);
    state.is_off |= !find_records();
    state.word_count = 0;
    for (uint64_t i = 0; i < state.place_count && !state.is_off; i++)
        look_at_record(
            (const struct lprof_record *)(base() + ((uint64_t *)state.places.memory)[i]));
    if (!state.is_off)
        add_record(region, raw, used);
    if (state.is_off)
        lprt_say_trouble("LINEPROF_PHASES", "there is no room for more phases", 0);
}

static void start(void)
{
    state.stride = 1;
    state.seen = LPROF_HEADER_BYTES;
    state.process = getpid();
}

void lprt_phases_end(const struct lprof_region *record, uint64_t raw)
{
    struct lprt_guard guard;
    const struct lprt_aside aside = lprt_regions_set_aside(lprt_self);

    lprt_lock_take(&guard);
    if (!state.stride)
        start();
    const bool is_on = !state.is_off && state.process == getpid() &&
                       !lprt_region_is_child() && !lprt_region_is_full();
    if (is_on && ++state.ends >= state.stride) {
        state.ends = 0;
        take_phase(record, raw);
    }
    lprt_lock_release(&guard);
    lprt_regions_leave_out(lprt_self, aside);
}
