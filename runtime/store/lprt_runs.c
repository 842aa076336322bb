/* SPDX-License-Identifier: MIT */
#include "store/lprt_runs.h"

#include <stddef.h>
#include <string.h>

enum { PAGE = 4096 };

/* ---- Copying ---- */

/* Bytes of a record that hold more than counts.  Frames are put back one by one. */
static uint64_t bytes_to_copy(const struct lprof_record *record)
{
    if (record->kind == LPROF_RECORD_FRAMES)
        return sizeof *record + sizeof(struct lprof_frames);
    if (record->kind == LPROF_RECORD_BLOCK)
        return sizeof *record + sizeof(struct lprof_block);
    if (record->kind == LPROF_RECORD_COUNTS)
        return sizeof *record + sizeof(struct lprof_counts);
    return record->bytes;
}

static void put_gap(unsigned char *to, uint64_t from, uint64_t end)
{
    const struct lprof_record gap = {.bytes = end - from};

    if (end > from)
        memcpy(to + from, &gap, sizeof gap);
}

uint64_t lprt_runs_copy(unsigned char *to, const unsigned char *from, uint64_t used,
                        lprt_keeps_fn keeps)
{
    uint64_t end = LPROF_HEADER_BYTES;

    memcpy(to, from, LPROF_HEADER_BYTES);
    for (uint64_t at = LPROF_HEADER_BYTES; at < used;) {
        const struct lprof_record *record = (const struct lprof_record *)(from + at);
        if (!record->bytes)
            return end; /* it is lost (lprt_cut.h) */
        if (record->kind && keeps((enum lprof_record_kind)record->kind, record + 1)) {
            put_gap(to, end, at);
            memcpy(to + at, record, bytes_to_copy(record));
            end = at + record->bytes;
        }
        at += record->bytes;
    }
    return end;
}

/* ---- What is taken ---- */

struct run {
    uint64_t from;
    uint64_t to;
};

static uint64_t page_of(uint64_t at)
{
    return at / PAGE * PAGE;
}

/* Another stretch, which begins in the last run's pages or behind them. */
static int extend(struct run *run, uint64_t from, uint64_t to, lprt_run_fn visit,
                  void *arg)
{
    int error = 0;

    if (page_of(from) > run->to) {
        error = visit(run->from, run->to, arg);
        run->from = page_of(from);
    }
    run->to = page_of(to + PAGE - 1);
    return error;
}

int lprt_runs_walk(const unsigned char *base, uint64_t used, lprt_run_fn visit, void *arg)
{
    struct run run = {0, LPROF_HEADER_BYTES};
    int error = 0;

    for (uint64_t at = LPROF_HEADER_BYTES; !error && at < used;) {
        const struct lprof_record *record = (const struct lprof_record *)(base + at);
        const uint64_t taken = record->kind ? record->bytes : sizeof *record;
        if (!record->bytes)
            break;
        error = extend(&run, at, at + taken, visit, arg);
        at += record->bytes;
    }
    return error ? error : visit(run.from, run.to, arg);
}
