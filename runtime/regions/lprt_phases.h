/* SPDX-License-Identifier: MIT */
/*
 * Phases of a run (LINEPROF_PHASES): at each end of a region that is named there, what
 * the counters of all threads have become since the last such end is put into the file.
 * All threads go on counting meanwhile.
 */
#ifndef LPRT_PHASES_H
#define LPRT_PHASES_H

#include "lprof_schema.h"

/*
 * A region that ends a phase has ended on the calling thread, which is registered, and on
 * its record.
 *
 * raw      the reading of the clock then
 *
 * Takes the lock.  Does nothing where there is no room, or in a forked child.
 */
void lprt_phases_end(const struct lprof_region *record, uint64_t raw);

#endif
