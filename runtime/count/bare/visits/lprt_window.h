/* SPDX-License-Identifier: MIT */
/*
 * What lots say that a thread has done, held against the time that passed.
 *
 * Reading the clock around a line of a nanosecond makes it several, which no calibration
 * takes out: the processor would have done it beside other work.  Of one line there is
 * nothing to tell that by.  But a thread can do no more in some milliseconds than there
 * is time in them; so its life is divided into windows, and what timed visits stand for
 * in one is added up.  What is too much, each reading has added as much of as any other.
 *
 * A program of several phases has windows in each, so no phase's lines have what those of
 * another take too much.  Where code that is not profiled runs beside that which is, only
 * part of what is too much is seen.
 *
 * All use general registers only and are safe in signal handlers, which leave alone what
 * they find in use.
 */
#ifndef LPRT_WINDOW_H
#define LPRT_WINDOW_H

#include "count/bare/visits/lprt_lot.h"
#include "count/lprt_frame.h"

/* A visit drawn by the lot begins.
   now    in virtual time */
void lprt_window_begin(struct lprt_thread *thread, struct lprt_lot *lot, uint64_t now)
    __attribute__((__visibility__("hidden")));

/* The frame's visit, drawn by the lot, has come to a line. */
static inline void lprt_window_begin_line(const struct lprt_thread *thread,
                                          struct lprt_lot *lot)
{
    lot->line_off_ns = thread->off_ns;
}

/*
 * The line ends, which calls nothing that is not profiled.
 *
 * weight     visits that it stands for
 * own        what it ran itself, ticks, up to where it stands for others;
 * beyond     and beyond that, for itself alone
 * unseen     what others are said to have taken of all that it stands for, ticks
 * now        in virtual time: of a visit that began before the window, only a part counts
 */
void lprt_window_add(struct lineprof_frame *frame, struct lprt_lot *lot, uint64_t weight,
                     uint64_t own, uint64_t beyond, uint64_t unseen, uint64_t now)
    __attribute__((__visibility__("hidden")));

/*
 * What was not timed, but seen by the kernel's tick, has lasted: it counts in the window
 * as what lots stand for does, but nothing of it is too much.
 *
 * ran       ticks that it is likely to have run
 * chance    as much of that as one tick stands for
 */
void lprt_window_add_lasted(struct lprt_thread *thread, uint64_t ran, uint64_t chance)
    __attribute__((__visibility__("hidden")));

/*
 * It is known by how much some of its lines have seemed too long.
 *
 * weight     visits that they stand for
 * ticks      by so many in each,
 * lines      in so many lines
 */
void lprt_window_take_back(struct lprt_thread *thread, struct lprt_lot *lot,
                           uint64_t weight, uint64_t ticks, uint64_t lines)
    __attribute__((__visibility__("hidden")));

/* The thread, which is the calling one, ends, or the process. */
void lprt_window_end(struct lprt_thread *thread)
    __attribute__((__visibility__("hidden")));

/* What the thread has done in its window counts nowhere: counting begins anew, or in a
   forked child elsewhere. */
void lprt_window_drop(struct lprt_thread *thread)
    __attribute__((__visibility__("hidden")));

#endif
