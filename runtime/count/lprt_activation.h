/* SPDX-License-Identifier: MIT */
/*
 * What is open on a thread, and opening and closing it: shared by the short way
 * (lprt_regions.c) and the long one (lprt_regions_slow.c).
 */
#ifndef LPRT_ACTIVATION_H
#define LPRT_ACTIVATION_H

#include "base/lprt_layout.h"
#include "base/lprt_stack.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_named.h"
#include "count/lprt_timeline.h"

#include <stdatomic.h>
#include <stdbool.h>

#define LPRT_ALWAYS_INLINE static inline __attribute__((__always_inline__))

enum {
    LPRT_MOST_OPEN = 1024, /* on a thread */
    LPRT_SHOWN_OPEN = 64,  /* of these, the outermost, readers of the file see */
    LPRT_FIBER_PARTS = 64,
    LPRT_FIBER_PART = 1 << 13, /* bytes: few stacks are smaller */
};

/*
 * One that has ended before what was begun in it leaves a gap, until that has ended too:
 * no name, and `begun` is how much of `inside` is not the time of what lies around it.
 * Of one that is not open `begun` is when it ended, the rest 0.
 */
struct lprt_activation {
    struct lprof_region *record;      /* of the name; NULL: a gap, or not complete yet */
    uint64_t begun;                   /* virtual ticks */
    uint64_t inside;                  /* ticks of those that were open in it */
    struct lprt_named *named;         /* NULL: a gap */
    uint64_t detour;                  /* not 0: ends by the long way; or below */
    struct lprt_activation *previous; /* of that name and still open; or NULL */
    uint64_t raw;                     /* reading of the clock at its begin */
};

LPRT_SAME_REGION_SIZE(struct lprt_activation);
LPRT_SAME_REGION_PLACE(record, region);
LPRT_SAME_REGION_PLACE(begun, begun);
LPRT_SAME_REGION_PLACE(inside, inside);
LPRT_SAME_REGION_PLACE(raw, raw);

/* In `detour`: no hooks were told, but the clock is not the usual one. */
#define LPRT_DETOUR_CLOCK UINT64_MAX

/* Private memory of a thread.  What is open is in places 1 and above; what lies below it
   is on no account. */
struct lprt_regions {
    uint32_t top;   /* the place of the topmost activation; 0: none is open */
    uint32_t pass;  /* regions take the short way while lprt_user_pass is the same */
    uintptr_t hook; /* lprt_hooks.h: whether the thread is in one */
    struct lprt_stack stack; /* the thread's own, where they take the short way */
    uintptr_t fiber_parts[LPRT_FIBER_PARTS]; /* memory that is on fibers: the number of a
                                                part, by its last digits; 0: none */
    struct lprof_open_regions
        *shown; /* in the region: has `top`, once that is in place */
    struct lprt_timeline timeline;
    struct lprt_names names;
    struct lprt_counters *counters; /* lprt_counters.h; NULL: not needed so far */
    struct lprt_activation *places[1 + LPRT_MOST_OPEN]; /* the first ones in the region */
    struct lprt_activation ground;
    struct lprt_activation private[LPRT_MOST_OPEN - LPRT_SHOWN_OPEN];
};

/* Of a pair of probes with nothing in between, in ticks; 0 until it has been measured. */
struct lprt_region_costs {
    uint64_t inside;  /* between the two readings */
    uint64_t outside; /* the rest */
    uint64_t whole;   /* both */
};

extern struct lprt_region_costs lprt_region_costs
    __attribute__((__visibility__("hidden")));

/* The name on the calling thread, for what is recorded at this place; NULL if nothing is.
 */
struct lprt_named *lprt_regions_name(const char *name, uintptr_t here);

/* The frame whose bias is a thread's, a registered one. */
struct lineprof_frame *lprt_regions_frame(struct lprt_thread *thread);

/* When something began that is no time of the program's. */
struct lprt_aside {
    uint64_t raw;     /* the reading of the clock; 0: nothing is left out */
    uint64_t off_ns;  /* of the thread then */
    uint64_t tick_ns; /* when the kernel's clock last ticked */
};

/* It begins, and has been done, on the calling thread. */
struct lprt_aside lprt_regions_set_aside(struct lprt_thread *thread);
void lprt_regions_leave_out(struct lprt_thread *thread, struct lprt_aside aside);

/* The thread is on a stack that is not its own (lprt_fibers.h).
   here     the caller's frame address */
bool lprt_regions_are_on_fiber(struct lprt_regions *regions, uintptr_t here);

/* What the short way leaves to the long one. */
unsigned int lprt_regions_begin_slowly(const char *name, uintptr_t here);
void lprt_regions_end_slowly(unsigned int handle, uintptr_t here);
void lprt_regions_end_alone_slowly(unsigned int handle, uintptr_t here);

/* What is left to do at an end: note the length, and look at the clock. */
void lprt_regions_end_rest(struct lprof_region *record, uint64_t ticks, uint64_t raw);

/* What a hook's caller is told from a region in it by (lprt_hooks.h). */
#define LPRT_HERE ((uintptr_t)__builtin_dwarf_cfa())

LPRT_ALWAYS_INLINE struct lprt_activation *
lprt_activation_at(struct lprt_regions *regions, uint32_t place)
{
    return regions->places[place];
}

LPRT_ALWAYS_INLINE bool lprt_is_on_own_stack(const struct lprt_regions *regions,
                                             uintptr_t here)
{
    return lprt_stack_has(&regions->stack, here);
}

/* The place of the topmost; readers see what is open.  A handler's activations come and
   go in between. */
LPRT_ALWAYS_INLINE void lprt_activations_show(struct lprt_regions *regions, uint32_t top)
{
    LPRT_SIGNAL_FENCE();
    __atomic_store_n(&regions->shown->open, top, __ATOMIC_RELEASE);
}

/* The frame whose bias is the thread's, unless it is incomplete (cfa 0). */
LPRT_ALWAYS_INLINE struct lineprof_frame *lprt_innermost(const struct lprt_thread *t)
{
    return lprt_frame_below(t, t->next);
}

/* A moment on a thread. */
struct lprt_moment {
    uint64_t raw; /* reading of the clock */
    uint64_t now; /* the same in virtual time */
};

/* A reading is a moment; then `cost` is left out of what follows.
   frame    whose bias is the thread's */
LPRT_ALWAYS_INLINE struct lprt_moment lprt_moment_at(struct lineprof_frame *frame,
                                                     uint64_t raw, uint64_t cost)
{
    const struct lprt_moment moment = {.raw = raw, .now = raw - frame->bias};

    lprt_add(&frame->bias, cost);
    return moment;
}

/* The place is taken first, so that a handler's go above it.  Returns its handle. */
LPRT_ALWAYS_INLINE unsigned int lprt_activation_open(struct lprt_regions *regions,
                                                     struct lprt_named *named,
                                                     struct lprt_moment moment,
                                                     uint64_t detour)
{
    const uint32_t top = regions->top + 1;
    struct lprt_activation *activation = lprt_activation_at(regions, top);

    regions->top = top;
    LPRT_SIGNAL_FENCE();
    lprt_add(&named->record->calls, 1);
    activation->named = named;
    activation->inside = 0;
    activation->detour = detour;
    activation->previous = named->active;
    activation->begun = moment.now;
    activation->raw = moment.raw;
    activation->record = named->record;
    named->active = activation;
    lprt_activations_show(regions, top);
    return top;
}

LPRT_ALWAYS_INLINE uint64_t lprt_ticks_since(uint64_t begun, uint64_t now)
{
    return (int64_t)(now - begun) > 0 ? now - begun : 0;
}

/* From when it began to `now`; as long as what was open in it at least.  The known cost
   of probes is an average: after some that cost less, virtual time seems to run back, and
   after one in which the thread waited those around it would be shorter than it was. */
LPRT_ALWAYS_INLINE uint64_t lprt_activation_length(
    const struct lprt_activation *activation, uint64_t inside, uint64_t now)
{
    const uint64_t elapsed = lprt_ticks_since(activation->begun, now);

    return elapsed < inside ? inside : elapsed;
}

/* What there is to change when the topmost is closed, found before the clock is read:
   afterwards that would take as long as all else does. */
struct lprt_topmost {
    struct lprt_activation *activation;
    struct lprt_activation *below;
    struct lprt_named *named;
    struct lprof_region *record;
    uint32_t place;
};

LPRT_ALWAYS_INLINE struct lprt_topmost
lprt_activation_topmost(struct lprt_regions *regions)
{
    const uint32_t place = regions->top;
    struct lprt_activation *top = lprt_activation_at(regions, place);

    return (struct lprt_topmost){.activation = top,
                                 .place = place,
                                 .below = lprt_activation_at(regions, place - 1),
                                 .named = top->named,
                                 .record = top->named->record};
}

/* Close the topmost.  Returns how long it took, for lprt_region_is_extreme(). */
LPRT_ALWAYS_INLINE uint64_t lprt_activation_close(struct lprt_regions *regions,
                                                  struct lprt_topmost topmost,
                                                  struct lprt_moment moment)
{
    struct lprt_activation *top = topmost.activation;
    struct lprof_region *record = topmost.record;
    const uint64_t inside = top->inside;
    const uint64_t elapsed = lprt_activation_length(top, inside, moment.now);
    const uint64_t begin = top->raw;

    lprt_add(&record->self_ticks, elapsed - inside);
    topmost.named->active = top->previous;
    if (LPRT_LIKELY(!top->previous))
        lprt_add(&record->ticks, elapsed);
    topmost.below->inside += elapsed;
    top->record = NULL;
    top->begun = moment.now;
    LPRT_SIGNAL_FENCE();
    regions->top = topmost.place - 1;
    lprt_activations_show(regions, topmost.place - 1);
    lprt_timeline_add(&regions->timeline, record, begin, moment.raw);
    return elapsed;
}

/* Not between the lengths so far.  0 is none. */
LPRT_ALWAYS_INLINE bool lprt_region_is_extreme(const struct lprof_region *record,
                                               uint64_t ticks)
{
    const uint64_t least = record->min_ticks;

    return ticks - least > record->max_ticks - least || ticks == 0;
}

#endif
