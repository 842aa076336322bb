/* SPDX-License-Identifier: MIT */
/*
 * From where functions with frames are called: a tree of nodes for each thread.  A node
 * is a function that is called from a line, where that line's function was called from
 * one place, its parent.  A call of what is open further out in the same context leads
 * back to the node of that, its home: so each function is once in a context, and no
 * recursion makes it deeper.
 *
 * A call's node is found by the edge that it is counted at, which remembers the last one:
 * mostly a comparison.  Nodes stay where they are; only calls and ticks of them change.
 *
 * A frame has the home that its callees are called from.  It is 0 where that is not
 * known, as in a forked child: then it is found when it is needed.  It is negative while
 * what is open counts nowhere (lprt_pause.h).
 */
#ifndef LPRT_NODE_H
#define LPRT_NODE_H

#include "count/lprt_frame.h"
#include "count/timing/lprt_unseen.h"

enum {
    LPRT_MOST_NODES = 1 << 16, /* on a thread; the last one has what found no room */
    LPRT_NODES_BESIDE = 8,     /* of an edge, to look at before the table */
};

/* Which nodes there are, by what they are of.  Slots are filled, and never cleared while
   the thread may look. */
struct lprt_node_table {
    uint64_t mask; /* of the number of a slot */
    struct lprof_node *slots[];
};

/* The parent of what nobody that is profiled called.  The same in forked children. */
extern struct lprof_node lprt_node_root __attribute__((__visibility__("hidden")));

/* The node of a call that its edge does not know, nor those beside; NULL: it has to be
   found by the slow way, which takes more time. */
struct lprof_node *lprt_node_look(struct lprt_thread *thread,
                                  const struct lineprof_frame *caller,
                                  struct lprof_edge *edge, uint32_t function);

/* The same, which may add one.  Without room for it that is nobody's.  Never NULL. */
struct lprof_node *lprt_node_find(struct lprt_thread *thread,
                                  const struct lineprof_frame *caller,
                                  struct lprof_edge *edge, uint32_t function);

/* Find the nodes of open frames that have none.  For the slow way of an entry or exit. */
void lprt_node_resolve(struct lprt_thread *thread);

/* What open frames have of nodes is not known any more, and nothing has been counted: as
   in a forked child.  For the guarded slow path only (lprt_lock.h). */
void lprt_node_forget(struct lprt_thread *thread);

/* Nodes in a record that another process has left, or that were cleared: the thread goes
   on with them.  For the guarded slow path only. */
void lprt_node_learn(struct lprt_thread *thread, struct lprof_nodes *nodes);

/* Begin with memory of the caller's, zeroed, in which there is room for `count` nodes, a
   power of 2.
   table    of twice as many slots */
void lprt_node_lend(struct lprt_thread *thread, struct lprt_node_table *table,
                    struct lprof_node *nodes, uint32_t count);

static inline struct lprof_node *lprt_node_at(uint64_t address)
{
    return (struct lprof_node *)(uintptr_t)address;
}

static inline bool lprt_node_is_of(const struct lprof_node *node,
                                   const struct lineprof_frame *caller, uint32_t function)
{
    return LPRT_LIKELY(node && node->parent == caller->node &&
                       node->function == function);
}

/* The node of a call that is about to be made, if it is the last one of the edge; else
   NULL. */
static inline struct lprof_node *lprt_node_known(const struct lineprof_frame *caller,
                                                 const struct lprof_edge *edge,
                                                 uint32_t function)
{
    struct lprof_node *node = lprt_node_at(edge->node);

    return lprt_node_is_of(node, caller, function) ? node : NULL;
}

/* The same where it was made from elsewhere last: one beside that. */
static inline struct lprof_node *lprt_node_beside(const struct lineprof_frame *caller,
                                                  struct lprof_edge *edge,
                                                  uint32_t function)
{
    struct lprof_node *node = lprt_node_at(edge->node);

    for (int i = 0; node && i < LPRT_NODES_BESIDE; i++) {
        node = lprt_node_at(node->beside);
        if (lprt_node_is_of(node, caller, function)) {
            edge->node = (uint64_t)(uintptr_t)node;
            return node;
        }
    }
    return NULL;
}

/* The frame is to be of that call. */
static inline void lprt_node_begin(struct lineprof_frame *frame,
                                   const struct lprof_node *node)
{
    frame->node = node->home;
    frame->inner = 0;
}

/* A frame is closed, or charged as if it were, after so many ticks.
   weight   as of its times */
static inline void lprt_node_charge(struct lineprof_frame *frame,
                                    struct lineprof_frame *caller, uint64_t ticks,
                                    uint64_t weight)
{
    if (LPRT_LIKELY((int64_t)frame->node > 0))
        lprt_add(&lprt_node_at(frame->node)->ticks,
                 lprt_unseen_weigh((const struct lprt_thread *)(uintptr_t)frame->thread,
                                   ticks - frame->inner, weight));
    lprt_add(&caller->inner, ticks);
}

/* The frame counts nowhere, and does so again. */
static inline void lprt_node_rest(struct lineprof_frame *frame)
{
    if (frame->node)
        frame->node |= (uint64_t)1 << 63;
}

static inline void lprt_node_go_on(struct lineprof_frame *frame)
{
    frame->node &= ~((uint64_t)1 << 63);
}

#endif
