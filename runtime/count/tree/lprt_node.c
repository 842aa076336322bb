/* SPDX-License-Identifier: MIT */
#include "count/tree/lprt_node.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "count/lprt_chunk.h"
#include "count/lprt_cut.h"
#include "store/lprt_region.h"

#include <stddef.h>
#include <string.h>

enum {
    FIRST_NODES = 62, /* in a record, of 3 KiB; each further one doubles them */
    FIRST_SLOTS = 256,
};

struct lprof_node lprt_node_root;

/* What a node is of. */
struct key {
    uint64_t parent;
    uint32_t function;
    uint32_t caller;
    uint32_t site;
};

/* ---- The table ---- */

/* Multiplicative hashing: Knuth, "The Art of Computer Programming", 6.4. */
static uint64_t home_slot(const struct key *key)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t call = (uint64_t)key->caller << 32 | key->site;
    const uint64_t hash =
        ((key->parent * factor ^ call) * factor ^ key->function) * factor;

    return hash >> 32;
}

static bool is_of(const struct lprof_node *node, const struct key *key)
{
    return node->parent == key->parent && node->function == key->function &&
           node->caller == key->caller && node->site == key->site;
}

/* The slot that has the key's node, or the free one where it belongs. */
static struct lprof_node **slot_of(struct lprt_node_table *table, const struct key *key)
{
    uint64_t at = home_slot(key);

    for (;; at++) {
        struct lprof_node **slot = &table->slots[at & table->mask];
        const struct lprof_node *node = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (!node || is_of(node, key))
            return slot;
    }
}

static struct lprof_node *look_up(struct lprt_thread *t, const struct key *key)
{
    struct lprt_node_table *table = __atomic_load_n(&t->node_table, __ATOMIC_ACQUIRE);

    return table ? *slot_of(table, key) : NULL;
}

static struct key key_of(const struct lprof_node *node)
{
    return (struct key){node->parent, node->function, node->caller, node->site};
}

static void enlist(struct lprt_node_table *table, struct lprof_node *node)
{
    const struct key key = key_of(node);

    __atomic_store_n(slot_of(table, &key), node, __ATOMIC_RELEASE);
}

/* Handlers may be looking at the old one, so that stays. */
static bool grow_table(struct lprt_thread *t)
{
    struct lprt_node_table *old = t->node_table;
    const uint64_t slots = old ? 2 * (old->mask + 1) : FIRST_SLOTS;
    struct lprt_node_table *table =
        lprt_memory_take(sizeof *table + slots * sizeof(struct lprof_node *));

    if (!table)
        return false;
    table->mask = slots - 1;
    for (uint64_t i = 0; old && i <= old->mask; i++) {
        if (old->slots[i])
            enlist(table, old->slots[i]);
    }
    __atomic_store_n(&t->node_table, table, __ATOMIC_RELEASE);
    return true;
}

/* One more than there are leaves half of the slots free. */
static bool has_slot(struct lprt_thread *t)
{
    return (t->node_table && 2 * (uint64_t)t->node_count < t->node_table->mask) ||
           grow_table(t);
}

/* ---- Nodes ---- */

static bool add_nodes(struct lprt_thread *t)
{
    const uint64_t capacity = t->node_count > FIRST_NODES ? t->node_count : FIRST_NODES;
    struct lprof_nodes *nodes =
        lprt_region_is_full()
            ? NULL
            : lprt_region_add(sizeof *nodes + capacity * sizeof(struct lprof_node));

    if (!nodes)
        return false;
    nodes->thread = t->record->thread;
    nodes->node_bytes = sizeof(struct lprof_node);
    nodes->capacity = capacity;
    lprt_region_publish(nodes, LPROF_RECORD_NODES);
    t->node_next = (struct lprof_node *)(nodes + 1);
    t->node_end = t->node_next + capacity;
    return true;
}

/* Function and home are what says that there is one. */
static struct lprof_node *take_node(struct lprt_thread *t)
{
    if (t->node_next == t->node_end && !add_nodes(t))
        return NULL;
    t->node_count++;
    return t->node_next++;
}

/* Without a function: what it is of is not known.  It counts for all its callees. */
static struct lprof_node *take_other(struct lprt_thread *t)
{
    struct lprof_node *node = take_node(t);

    if (node) {
        node->site = LPROF_NO_SITE;
        __atomic_store_n(&node->home, (uint64_t)(uintptr_t)node, __ATOMIC_RELEASE);
        t->node_other = node;
    }
    return node;
}

/* The one of the callers whose function it is, or the node itself.  In a file that is cut
   while that is looked for there are no callers any more. */
static const struct lprof_node *home_of(const struct lprof_node *node)
{
    const struct lprof_node *home = lprt_node_at(node->parent);

    while (home && home != &lprt_node_root && home->function != node->function)
        home = lprt_node_at(home->parent);
    return home && home != &lprt_node_root ? home : node;
}

/* Into the circle of those of its edge.  If a handler does that at the same moment, what
   it has put there is found in the table alone. */
static void put_beside(struct lprof_edge *edge, struct lprof_node *node)
{
    struct lprof_node *last = lprt_node_at(edge->node);

    node->beside = last ? last->beside : (uint64_t)(uintptr_t)node;
    if (last)
        last->beside = (uint64_t)(uintptr_t)node;
}

static struct lprof_node *add(struct lprt_thread *t, const struct key *key)
{
    if (t->node_other || t->node_count == LPRT_MOST_NODES - 1)
        return t->node_other ? t->node_other : take_other(t);
    struct lprof_node *node = has_slot(t) ? take_node(t) : NULL;
    if (!node)
        return NULL;
    node->parent = key->parent;
    node->caller = key->caller;
    node->site = key->site;
    node->function = key->function;
    __atomic_store_n(&node->home, (uint64_t)(uintptr_t)home_of(node), __ATOMIC_RELEASE);
    enlist(t->node_table, node);
    return node;
}

/* Of all that finds no room; NULL: there is some. */
static struct lprof_node *without_room(struct lprt_thread *t)
{
    if (t->node_other)
        return t->node_other;
    const bool is_full = lprt_region_is_full() && t->node_next == t->node_end;
    return is_full || lprt_cut_has_happened() ? &t->node_lost : NULL;
}

static struct lprof_node *add_child(struct lprt_thread *t, const struct key *key)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    struct lprof_node *node = look_up(t, key); /* a handler's call may be the same */
    if (!node && !lprt_cut_has_happened())
        node = add(t, key);
    lprt_lock_release(&guard);
    return node ? node : &t->node_lost;
}

/* ---- Calls ---- */

static uint32_t site_of(const struct lineprof_frame *caller)
{
    const struct lineprof_block *block = lprt_block_of(caller);
    const uint64_t at = caller->calling - LINEPROF_CELLS_AT((uint64_t)block->cell_count);

    return caller->calling && at / sizeof(struct lineprof_cell) < block->cell_count
               ? (uint32_t)(at / sizeof(struct lineprof_cell))
               : LPROF_NO_SITE;
}

static struct key key_of_call(const struct lineprof_frame *caller, uint32_t function)
{
    return (struct key){.parent = caller->node,
                        .function = function,
                        .caller = lprt_block_of(caller)->function,
                        .site = site_of(caller)};
}

/* The root's edge is also that of calls from lines that have no other. */
static void remember(struct lprt_thread *t, const struct lineprof_frame *caller,
                     struct lprof_edge *edge, struct lprof_node *node)
{
    if (!node->function || (edge == &t->root_edge && caller != &t->root))
        return;
    if (!node->beside)
        put_beside(edge, node);
    edge->node = (uint64_t)(uintptr_t)node;
}

struct lprof_node *lprt_node_look(struct lprt_thread *thread,
                                  const struct lineprof_frame *caller,
                                  struct lprof_edge *edge, uint32_t function)
{
    struct lprof_node *parent = lprt_node_at(caller->node);

    if (!parent)
        return NULL;
    if ((int64_t)caller->node < 0)
        return &thread->node_lost;
    if (parent == &thread->node_lost || parent == thread->node_other)
        return parent;
    const struct key key = key_of_call(caller, function);
    struct lprof_node *node = look_up(thread, &key);
    if (!node)
        return without_room(thread);
    remember(thread, caller, edge, node);
    return node;
}

struct lprof_node *lprt_node_find(struct lprt_thread *thread,
                                  const struct lineprof_frame *caller,
                                  struct lprof_edge *edge, uint32_t function)
{
    if (!caller->node)
        lprt_node_resolve(thread);
    if (!caller->node)
        return &thread->node_lost;
    struct lprof_node *node = lprt_node_look(thread, caller, edge, function);
    if (node)
        return node;
    const struct key key = key_of_call(caller, function);
    node = add_child(thread, &key);
    remember(thread, caller, edge, node);
    return node;
}

/* A visit of light code has a frame that is no call's. */
static bool is_of_visit(const struct lineprof_frame *frame)
{
    return lprt_block_of(frame)->flags & LPROF_BLOCK_WEIGHTED;
}

static void resolve_frame(struct lprt_thread *t, struct lineprof_frame *frame,
                          const struct lineprof_frame *caller)
{
    const struct lprof_node *parent = lprt_node_at(caller->node);

    if (frame->node || (int64_t)caller->node <= 0)
        return;
    if (is_of_visit(frame) || parent == &t->node_lost || parent == t->node_other) {
        frame->node = caller->node;
        return;
    }
    const struct key key = key_of_call(caller, lprt_block_of(frame)->function);
    const struct lprof_node *node = look_up(t, &key);
    frame->node = (node ? node : add_child(t, &key))->home;
}

/* From the outside in. */
void lprt_node_resolve(struct lprt_thread *thread)
{
    const struct lineprof_frame *caller = &thread->root;

    if (thread->is_idle || !thread->chunk || lprt_cut_has_happened())
        return;
    for (struct lprt_chunk *chunk = lprt_chunk_first(thread); chunk;
         chunk = chunk->above) {
        const bool is_last = chunk == thread->chunk;
        const struct lineprof_frame *end = is_last ? thread->next : chunk->end;
        for (struct lineprof_frame *frame = chunk->begin; frame < end; frame++) {
            if (!frame->cfa)
                continue;
            resolve_frame(thread, frame, caller);
            caller = frame;
        }
        if (is_last)
            return;
    }
}

/* ---- Forked children, and calibration ---- */

void lprt_node_forget(struct lprt_thread *thread)
{
    struct lprt_node_table *table = thread->node_table;

    LPRT_GUARDED();
    if (table)
        memset(table->slots, 0, (table->mask + 1) * sizeof(struct lprof_node *));
    thread->node_count = 0;
    thread->node_next = thread->node_end = NULL;
    thread->node_other = NULL;
    thread->root_edge.node = 0;
}

void lprt_node_learn(struct lprt_thread *thread, struct lprof_nodes *nodes)
{
    struct lprof_node *node = (struct lprof_node *)(nodes + 1);

    LPRT_GUARDED();
    thread->node_end = node + nodes->capacity;
    for (; node < thread->node_end && node->home; node++) {
        const bool is_found = has_slot(thread); /* or else another is added */
        thread->node_count++;
        if (!node->function)
            thread->node_other = node;
        else if (is_found)
            enlist(thread->node_table, node);
    }
    thread->node_next = node;
}

void lprt_node_lend(struct lprt_thread *thread, struct lprt_node_table *table,
                    struct lprof_node *nodes, uint32_t count)
{
    table->mask = 2 * (uint64_t)count - 1;
    thread->node_table = table;
    thread->node_next = nodes;
    thread->node_end = nodes + count;
}
