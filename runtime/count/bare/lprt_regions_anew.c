/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_regions_anew.h"

void lprt_activations_begin_at(struct lprt_regions *regions, struct lprt_moment moment)
{
    for (uint32_t place = regions->top; place; place--) {
        struct lprt_activation *activation = lprt_activation_at(regions, place);
        activation->begun = activation->named ? moment.now : 0; /* of a gap: a length */
        activation->raw = moment.raw;
        activation->inside = 0;
    }
}

void lprt_activations_move(struct lprt_regions *regions, uint64_t ticks)
{
    for (uint32_t place = regions->top; place; place--) {
        struct lprt_activation *activation = lprt_activation_at(regions, place);
        if (activation->named)
            activation->begun += ticks;
    }
}

void lprt_regions_reset(struct lprt_thread *thread, struct lprt_moment moment)
{
    struct lprt_regions *regions = thread->regions;

    if (!regions)
        return;
    for (const struct lprt_named *named = regions->names.first; named;
         named = named->next)
        lprt_region_clear(named->record);
    lprt_activations_begin_at(regions, moment);
    lprt_timeline_reset(&regions->timeline);
}

bool lprt_regions_know(const struct lprt_thread *thread,
                       const struct lprof_region *record)
{
    const struct lprt_named *named =
        thread->regions ? thread->regions->names.first : NULL;

    while (named && named->record != record)
        named = named->next;
    return named;
}
