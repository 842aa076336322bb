/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_few.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/bare/visits/lprt_trigger.h"
#include "store/lprt_region.h"

static uint64_t with(uint64_t word, unsigned few, unsigned bucket)
{
    const unsigned shift = LPROF_VISITS_SHIFT + few * LPROF_VISITS_BITS;

    return (word | LPROF_VISITS_FEW | (uint64_t)bucket << shift) +
           (UINT64_C(1) << LPROF_VISITS_ONE_SHIFT);
}

/* Returns how many the word has by now, all of them if it is full without this one; 0 if
   it is an address. */
static unsigned add(uint64_t *word, unsigned bucket)
{
    uint64_t before = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    unsigned few = 0;

    do {
        few = lprof_visits_few(before);
        if (before && !few)
            return 0;
        if (few >= LPROF_VISITS_MOST)
            return LPROF_VISITS_MOST + 1;
    } while (!__atomic_compare_exchange_n(word, &before, with(before, few, bucket), true,
                                          __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE));
    return few + 1;
}

/* A full one is widened at once, so that what may not widen it finds room for some. */
void lprt_few_add(struct lineprof_counter *counter, unsigned bucket)
{
    const unsigned few = add(&counter->skip, bucket);

    if (few >= LPROF_VISITS_MOST && !lprt_region_is_full())
        lprt_keeping_vectors(lprt_stretch_widen, counter);
    if (few && few <= LPROF_VISITS_MOST)
        return;
    struct lineprof_histogram *histogram =
        lprt_few_histogram(__atomic_load_n(&counter->skip, __ATOMIC_ACQUIRE));
    if (histogram)
        lprt_machine_count(&histogram->counts[bucket]);
}
