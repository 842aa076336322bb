/* SPDX-License-Identifier: MIT */
/*
 * A thread's frames during a pause: those that are open stay open, since code that runs
 * holds their addresses, but what they count is nobody's.
 *
 * What is open is charged up to the pause.  Then each frame is given another block, in
 * private memory, where its function goes on as ever: so code need not ask whether there
 * is a pause, what leaves is closed in the usual way, and which line is current when the
 * pause ends is known.  Readers of the file do not find those blocks, and so find nothing
 * open.
 *
 * A thread that has no event during a pause only learns of it afterwards: then what is
 * open began later by as much as the pause took.
 */
#ifndef LPRT_PAUSE_H
#define LPRT_PAUSE_H

#include "count/lprt_thread.h"

#include <stdbool.h>
#include <stdint.h>

/* What was paused so far, in ticks, for the header. */
uint64_t lprt_pause_ticks(uint64_t raw);

/* From now on time is nobody's, or somebody's again.  Twice the same is no harm.  For the
   guarded slow path only (lprt_lock.h). */
void lprt_pause_time(bool paused);

/* A reading of the clock less all that was paused before it: what lies between two of
   them is what was counted.  Of a clock that is each thread's own, the reading. */
uint64_t lprt_pause_counted(uint64_t raw);

/* There was a pause, or its end, that the thread has not seen. */
bool lprt_pause_is_new(const struct lprt_thread *thread);

/*
 * The thread's open frames count where they are to, and the time of pauses that it has
 * not seen yet is taken out; and then, if there is a pause now, they count nowhere from
 * here on.  What lprt_turn_take() does, with signals blocked.  Use general registers
 * only.
 *
 * raw      a reading of just now
 */
void lprt_pause_end(struct lprt_thread *thread, uint64_t raw);
void lprt_pause_begin(struct lprt_thread *thread, uint64_t raw);

/* The thread begins, or begins anew in the place of one that has ended. */
void lprt_pause_enter(struct lprt_thread *thread);

/* The thread ends, nothing of it is open. */
void lprt_pause_leave(struct lprt_thread *thread);

/* In a forked child, where all that is open has begun at `now`, in virtual time. */
void lprt_pause_restart(struct lprt_thread *thread, uint64_t now);

/* Those that a thread's open frames have, or had, in the place of their functions' own.
 */
void lprt_pause_walk_idle(const struct lprt_thread *thread,
                          void (*visit)(struct lineprof_block *block));

/* The function's own block, of one that a frame has. */
struct lineprof_block *lprt_pause_own_block(const struct lprt_thread *thread,
                                            struct lineprof_block *block);

#endif
