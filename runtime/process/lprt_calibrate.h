/* SPDX-License-Identifier: MIT */
/* Measuring what probes cost on this machine, in this run. */
#ifndef LPRT_CALIBRATE_H
#define LPRT_CALIBRATE_H

#include <stdint.h>

/*
 * Measure lprt_costs (lprt_frame.h) by running probes with no work between them; takes
 * a fraction of a millisecond.  With a clock that counts its readings all stay 0.
 *
 * resolution   the smallest difference seen between two readings, in ticks
 *
 * Once, before anything is counted.  For the guarded slow path only (lprt_lock.h).
 */
void lprt_calibrate(uint64_t *resolution);

#endif
