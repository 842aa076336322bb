/* SPDX-License-Identifier: MIT */
/*
 * A thread with open frames, outside of any file, for what the runtime does in two ways:
 * each of two twins gets the same memory, at the same addresses, and all that they leave
 * there is compared, byte for byte.
 *
 *     root <- frame 0 of function 1 <- frame 1 of function 2, whose line is current
 *
 * and a function 3, which has been called and is not open.
 *
 * The thread is the calling one's, in this program's own runtime (the archive).  Its
 * clock reads what the test says; it is never off the processor unless the test says so.
 */
#ifndef TWIN_WORLD_H
#define TWIN_WORLD_H

#include "count/lprt_chunk.h"
#include "count/lprt_thread.h"
#include "count/tree/lprt_node.h"

#include <stdbool.h>

enum {
    WORLD_SITES = 3,
    WORLD_FUNCTIONS = 4, /* with the one that no function has */
    WORLD_OPEN = 2,
    WORLD_FRAMES = 6,
    WORLD_EDGES = 6,
    WORLD_NODES = 16,
    WORLD_BLOCK_BYTES = LINEPROF_BLOCK_BYTES(WORLD_SITES) + sizeof(struct lprof_heap) +
                        WORLD_SITES * sizeof(struct lprof_heap_cell),
};

struct world {
    struct lprt_thread thread;
    struct lprof_thread record;
    struct lprt_chunk chunk;
    struct lineprof_frame frames[WORLD_FRAMES];
    struct lprof_edge edges[WORLD_EDGES];
    struct lprof_node nodes[WORLD_NODES];
    _Alignas(8) unsigned char node_table[sizeof(struct lprt_node_table) +
                                         2 * WORLD_NODES * sizeof(void *)];
    struct lineprof_block *blocks[WORLD_FUNCTIONS];
    struct lineprof_function functions[WORLD_FUNCTIONS];
    uint64_t clock; /* what it reads next; each reading takes a while */
    _Alignas(64) unsigned char room[WORLD_FUNCTIONS][WORLD_BLOCK_BYTES];
};

extern struct world world;

/* Once, before all else: the clock, and what is known of costs. */
void world_start(void);

/* The clock is the world's again, after another kind of clock was chosen. */
void world_set_clock(void);

/*
 * Everything as described above, every counter with something in it, and the last visit
 * of the current line still in its frame.
 *
 * flags     of the blocks
 * has_heap  allocations are counted
 *
 * No pause is on.
 */
void world_make(uint32_t flags, bool has_heap);

/* Of the function of the current line. */
struct lineprof_block *world_block(void);

/* The topmost that is taken. */
struct lineprof_frame *world_frame(void);
uint64_t world_line(size_t site); /* 0 is the current one */
struct lineprof_cell *world_cell(size_t site);
struct lineprof_counter *world_counter(size_t site);
struct lineprof_histogram *world_histogram(size_t site);

/* A function has been called from the current line of a frame, at last. */
void world_make_edge(struct lineprof_frame *caller, uint32_t function);

/*
 * Has both do it with the same memory, and fails the test where that is not the same
 * afterwards.  It is as the second has left it then.
 *
 * what     said where they differ
 */
void world_compare(void (*one)(void), void (*other)(void), const char *what);

#endif
