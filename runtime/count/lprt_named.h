/* SPDX-License-Identifier: MIT */
/*
 * The names of regions on a thread, and where each is recorded.  Private memory, which
 * only grows.
 */
#ifndef LPRT_NAMED_H
#define LPRT_NAMED_H

#include "count/lprt_thread.h"

enum {
    LPRT_MOST_NAMES = 4096, /* on a thread */
    LPRT_NAME_SLOTS = 64,
    LPRT_NAME_CHAINS = 256,
};

struct lprt_activation;
struct lprt_inside;

struct lprt_named {
    struct lprof_region *record;
    const char *name;               /* a copy */
    bool is_phase;                  /* its end ends a phase */
    bool has_lines;                 /* what lines did in it is to be known */
    struct lprt_inside *inside;     /* for that (lprt_inside.c); NULL: none yet */
    struct lprt_activation *active; /* the innermost that is open; or NULL */
    struct lprt_named *next_in_chain;
    struct lprt_named *next; /* of all */
};

/* There is more to do than the short way does. */
static inline bool lprt_named_is_long(const struct lprt_named *named)
{
    return named->is_phase || named->has_lines;
}

/* The last region found by the text at an address.  Look at `named`, then at `text`: a
   signal handler that puts another region there in between changes `text`, too. */
struct lprt_name_slot {
    const char *volatile text;
    struct lprt_named *volatile named;
};

struct lprt_names {
    unsigned int count;
    struct lprt_named *first;
    struct lprt_name_slot slots[LPRT_NAME_SLOTS];
    struct lprt_named *chains[LPRT_NAME_CHAINS]; /* by the text */
};

static inline struct lprt_name_slot *lprt_name_slot(struct lprt_names *names,
                                                    const char *name)
{
    const uintptr_t address = (uintptr_t)name;
    return &names->slots[(address ^ address >> 6) % LPRT_NAME_SLOTS];
}

/*
 * The name on the calling thread, made when it is new.
 *
 * names    the thread's
 *
 * Returns NULL if there is no room, which is said.  Safe in signal handlers, but for a
 * new name.
 */
struct lprt_named *lprt_named_on(struct lprt_thread *thread, struct lprt_names *names,
                                 const char *name);

#endif
