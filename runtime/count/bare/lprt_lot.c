/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_lot.h"
#include "count/bare/lprt_trigger.h"
#include "count/lprt_counts.h"
#include "count/lprt_frame.h"

/* Of the module, if it has the count of that number; else NULL.  A module that is loaded
   again has the same ones at another address. */
static const struct lineprof_layout *layout_at(const struct lineprof_module *module,
                                               uint64_t layout, uint64_t count)
{
    if (layout >= (uint64_t)(module->layouts_end - module->layouts_begin))
        return NULL;
    const struct lineprof_layout *at = module->layouts_begin[layout];
    const uint64_t first = (uint64_t)(at->counts - module->counts_begin);
    return count - first < at->count_count ? at : NULL;
}

static const struct lineprof_layout *layout_of(const struct lprt_loaded *loaded,
                                               struct lprt_lot *lot, uint64_t count)
{
    if (LPRT_UNLIKELY(!lot->layout)) {
        struct lprt_counts_search search = {.loaded = loaded, .count = count};
        lprt_keeping_vectors(lprt_counts_find, &search);
        lot->layout = search.layout + 1;
    }
    return layout_at(loaded->code, lot->layout - 1, count);
}

/* No vector register is to be in use, so none of what is returned is put together from
   others in one. */
static struct lprt_lot_place place_of(const struct lprt_arrays *arrays, uint64_t count)
{
    struct lprt_lot *lot = &arrays->lots[count];
    const struct lineprof_layout *layout = layout_of(arrays->loaded, lot, count);
    struct lprt_lot_place place = {0};

    if (!layout || !layout->visits)
        return place;
    place.lot = lot;
    place.function = layout->function;
    place.what =
        layout->visits[arrays->loaded->code->counts_begin + count - layout->counts];
    return place;
}

struct lprt_lot_place lprt_lot_find(const struct lprt_thread *thread,
                                    const struct lprof_count *count)
{
    const uintptr_t at = (uintptr_t)count;

    for (uint32_t i = 0; i < thread->counts_room; i++) {
        const struct lprt_arrays *arrays = &thread->counts[i];
        if (!arrays->counting || !arrays->lots || !arrays->loaded)
            continue;
        const uintptr_t first = (uintptr_t)(arrays->counting + 1);
        const uint64_t index = (at - first) / sizeof *count;
        if (at >= first && index < arrays->counting->count_count)
            return place_of(arrays, index);
    }
    return (struct lprt_lot_place){0};
}
