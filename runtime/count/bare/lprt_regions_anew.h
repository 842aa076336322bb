/* SPDX-License-Identifier: MIT */
/* Regions that are open, when counting begins anew or goes on.  Uses general registers
   only. */
#ifndef LPRT_REGIONS_ANEW_H
#define LPRT_REGIONS_ANEW_H

#include "count/lprt_activation.h"

/* All that are open have begun later by `ticks`. */
void lprt_activations_move(struct lprt_regions *regions, uint64_t ticks);

/* All that are open have begun at a moment, and nothing was open in them before.  Uses
   general registers only. */
void lprt_activations_begin_at(struct lprt_regions *regions, struct lprt_moment moment);

/* Nothing has been counted; what is open has begun at a moment.  Of the calling thread or
   one that does not run. */
void lprt_regions_reset(struct lprt_thread *thread, struct lprt_moment moment);

static inline void lprt_region_clear(struct lprof_region *record)
{
    record->calls = 0;
    record->ticks = 0;
    record->self_ticks = 0;
    record->min_ticks = 0;
    record->max_ticks = 0;
}

/* The thread has a name that is recorded there. */
bool lprt_regions_know(const struct lprt_thread *thread,
                       const struct lprof_region *record);

#endif
