/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_told.h"
#include "count/bare/visits/lprt_lot.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_visit.h"
#include "count/timing/lprt_lasts.h"
#include "store/lprt_callees.h"

bool lprt_told_anything(const struct lineprof_frame *frame)
{
    return (frame->visit & LPRT_STRETCH_CALLS) | (frame->entry & LPRT_TOLD_MOST);
}

static uint64_t site_of(const struct lineprof_frame *frame)
{
    const uint64_t cells = LINEPROF_CELLS_AT((uint64_t)lprt_block_of(frame)->cell_count);

    return (frame->line - cells) / sizeof(struct lineprof_cell);
}

/* What the line calls is code of other units that is not profiled, nor has led back to
   such: nobody knew when it was compiled. */
static bool calls_outside(const struct lineprof_frame *frame)
{
    const struct lprt_lot *lot = frame->line ? lprt_stretch_lot(frame) : NULL;

    return lot && !lot->leads_back &&
           lprt_callees_are(lot->outside, site_of(frame), LPRT_CALLEES_OUTSIDE);
}

bool lprt_told_calls_profiled(const struct lineprof_frame *frame)
{
    const struct lprt_lot *lot = frame->line ? lprt_stretch_lot(frame) : NULL;

    return lot && lprt_callees_are(lot->outside, site_of(frame), LPRT_CALLEES_PROFILED);
}

bool lprt_told_is_in_call(const struct lineprof_frame *frame)
{
    return frame->visit & LPRT_STRETCH_CALLS && !calls_outside(frame);
}

bool lprt_told_is_by_pointer(const struct lineprof_frame *frame)
{
    const uint64_t both = LPRT_STRETCH_CALLS | LPRT_STRETCH_BY_POINTER;

    return frame->line && lprt_block_of(frame)->flags & LPROF_BLOCK_WEIGHTED &&
           (frame->visit & both) == both;
}

bool lprt_told_calls(const struct lineprof_frame *frame)
{
    return lprt_told_anything(frame) && !calls_outside(frame);
}

bool lprt_told_is_watched(const struct lineprof_frame *frame)
{
    if (!lprt_lasts_ns())
        return false;
    if (!lprt_told_anything(frame))
        return frame->visit & LPRT_STRETCH_WATCHED;
    return !(frame->visit & LPRT_STRETCH_BY_POINTER) && calls_outside(frame) &&
           lprt_cell_at(lprt_block_of(frame), frame->line)->outliers;
}

uint64_t lprt_told_other_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t part = frame->entry & LPRT_TOLD_MOST;

    return part < ticks ? part : ticks;
}

uint64_t lprt_told_own_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t part = lprt_told_other_part(frame, ticks);

    return frame->visit & LPRT_STRETCH_CALLS ? part : ticks - part;
}

uint64_t lprt_told_called_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    return lprt_told_calls(frame) ? ticks - lprt_told_own_part(frame, ticks) : 0;
}
