/* SPDX-License-Identifier: MIT */
/*
 * What telling a line of a stretch's visit costs outside its own readings, as
 * lprt_costs.stretch has it (lprt_frame.h).
 *
 * The same instructions take a tenth longer, some nanoseconds, for as long as another
 * program uses the other half of the processor's core, and lines may be shorter than
 * that. So it is measured when the program starts, and followed while it runs.
 */
#ifndef LPRT_STRETCH_COST_H
#define LPRT_STRETCH_COST_H

/*
 * Measures it with nothing to do between readings, in 30 microseconds or so; for clocks
 * other than the counter's it then stays as it is.  Where it fluctuates, a low one: to
 * take out more than telling costs would eat up the program's own time.
 *
 * The first is for the guarded slow path only (lprt_lock.h).  The other one takes no lock
 * and asks nobody for anything; it is for signal handlers, too.
 */
void lprt_stretch_cost_measure(void);
void lprt_stretch_cost_follow(void);

#endif
