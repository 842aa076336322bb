/* SPDX-License-Identifier: MIT */
/* A thread's room in the region, which grows by pieces: an array of frames, edges, and
   histograms of light code's lines.  Pieces are used in order, and stay. */
#ifndef LPRT_CHUNK_H
#define LPRT_CHUNK_H

#include "count/lprt_thread.h"

/* A piece of the array of frames. */
struct lprt_chunk {
    struct lprt_chunk *below; /* NULL: the first */
    struct lprt_chunk *above; /* NULL: none has been needed yet */
    struct lineprof_frame *begin;
    struct lineprof_frame *end;
};

/* The first chunk of a new thread; false if there is no room.  For the guarded slow
   path only (lprt_lock.h). */
bool lprt_chunk_start(struct lprt_thread *thread);

/* Take the first frame of the chunk above the current one, which is full; NULL if there
   is no room.  Step down again from a chunk of which nothing is taken any more. */
struct lineprof_frame *lprt_chunk_climb(struct lprt_thread *thread);
void lprt_chunk_descend(struct lprt_thread *thread);

/* The same as the first, for the guarded slow path only: there the frame can be completed
   before a handler may come in, which would step down from it otherwise. */
struct lineprof_frame *lprt_chunk_take_next(struct lprt_thread *thread);

/* The thread takes over what another process has left in an image: a piece, which comes
   after its own last; edges and histograms, of which some may be free; and the place
   where that one's stack ended, where its own ends then.  For the guarded slow path only.
 */
bool lprt_chunk_learn(struct lprt_thread *thread, struct lprof_frames *frames);
void lprt_chunk_learn_edges(struct lprt_thread *thread, struct lprof_edges *edges);
void lprt_chunk_learn_histograms(struct lprt_thread *thread,
                                 struct lprof_histograms *histograms);
void lprt_chunk_resume(struct lprt_thread *thread);

static inline struct lprt_chunk *lprt_chunk_first(const struct lprt_thread *thread)
{
    struct lprt_chunk *chunk = thread->chunk;

    while (chunk->below)
        chunk = chunk->below;
    return chunk;
}

/* No frame is open, whether it is taken or not, nor keeps a visit. */
void lprt_chunk_clear(const struct lprt_thread *thread);

/* The same, and none is taken. */
void lprt_chunk_reset(struct lprt_thread *thread);

/* Forget edges, histograms, and the chunks above the one in use: they are left out of the
   region. */
void lprt_chunk_drop_unused(struct lprt_thread *thread);

/* A call edge with nothing counted, linked to the cell; NULL if there is no room. */
struct lprof_edge *lprt_chunk_add_edge(struct lprt_thread *thread,
                                       struct lineprof_cell *cell, uint32_t callee);

/* An empty histogram, which is the caller's; NULL if there is no room.  For the guarded
   slow path only. */
struct lineprof_histogram *lprt_chunk_add_histogram(struct lprt_thread *thread);

/* In a forked child: nobody has any of these any more. */
void lprt_chunk_clear_histograms(struct lprof_histograms *histograms);

#endif
