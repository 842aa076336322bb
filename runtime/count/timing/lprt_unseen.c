/* SPDX-License-Identifier: MIT */
#include "count/timing/lprt_unseen.h"
#include "base/lprt_machine.h"
#include "count/lprt_clock.h"

#include <sys/resource.h>

enum {
    PART_BITS = 10,
    MOST_TIMES = 64, /* as much as it runs */
};

/* What is longer ago counts less. */
static const uint64_t long_ns = 500000000;
/* It takes so long of what is not watched to tell that others take less from that. */
static const uint64_t enough_ns = 100000000;
/* So much more than there was time for may be chance, and be less another time. */
static const uint64_t ahead_ns = 50000000;

/* Since this was last asked. */
static bool has_waited(struct lprt_thread *t)
{
    struct rusage usage = {.ru_nvcsw = 0};
    lprt_machine_getrusage(RUSAGE_THREAD, &usage);
    const bool waited = t->waits != (uint64_t)usage.ru_nvcsw;

    t->waits = (uint64_t)usage.ru_nvcsw;
    return waited;
}

static void remember(struct lprt_thread *t, uint64_t off_ns, uint64_t now_ns)
{
    struct lprt_off_event *event = &t->off_events[t->off_event_count % LPRT_OFF_EVENTS];

    *event = (struct lprt_off_event){
        .at_ns = now_ns, .off_ns = off_ns, .claimed_before = t->claimed_off_ns};
    t->off_event_count++;
}

struct lprt_off_since lprt_unseen_off_since(const struct lprt_thread *t, uint64_t ns)
{
    struct lprt_off_since since = {0};

    for (uint64_t i = 1; i <= LPRT_OFF_EVENTS && i <= t->off_event_count; i++) {
        const struct lprt_off_event *event =
            &t->off_events[(t->off_event_count - i) % LPRT_OFF_EVENTS];
        /* What was over at that moment may have been noticed after it. */
        if ((int64_t)(event->at_ns - event->off_ns - ns) < 0)
            break;
        since.off_ns += event->off_ns;
        since.claimed_ns = t->claimed_off_ns - event->claimed_before;
    }
    if (since.claimed_ns > since.off_ns)
        since.claimed_ns = since.off_ns; /* the rest of that was longer ago */
    return since;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Of what it is said to have run in what is watched, as much as it has run at all, with
   that: a loop that has gone on for long is told of when it ends. */
static uint64_t fits(const struct lprt_thread *t, uint64_t ran_ns)
{
    return smaller(lprt_clock_ns(t->unseen_new_watched),
                   t->unseen_ran_ns - t->unseen_watched_ns + ran_ns);
}

static void note_ran(struct lprt_thread *t, uint64_t ran_ns)
{
    const uint64_t watched_ns = fits(t, ran_ns);
    const uint64_t left = t->unseen_new_watched - lprt_clock_ticks(watched_ns);
    const uint64_t most = lprt_clock_ticks(ahead_ns);

    t->unseen_ran_ns += ran_ns;
    t->unseen_watched_ns += watched_ns;
    t->unseen_new_watched = smaller(left, most);
}

void lprt_unseen_note(struct lprt_thread *t, uint64_t off_ns, uint64_t ran_ns,
                      uint64_t now_ns)
{
    remember(t, off_ns, now_ns);
    note_ran(t, ran_ns - t->ran_ns);
    t->ran_ns = ran_ns;
    t->unseen_from = t->reading + lprt_clock_ticks(off_ns);
    if (has_waited(t)) {
        t->waits_ns += off_ns;
        t->waited_off_ns = t->off_ns;
        t->claimed_off_ns += off_ns;
    } else {
        t->unseen_off_ns += off_ns;
        t->taken_ns += off_ns;
    }
    if (t->unseen_ran_ns > long_ns) {
        t->unseen_ran_ns /= 2;
        t->unseen_off_ns /= 2;
        t->taken_ns /= 2;
        t->unseen_watched_ns /= 2;
    }
}

/* Of what is not watched it is as much as nobody has claimed; and where little was not
   watched, as much as of all that ran.  It is no more than that: what is watched may have
   claimed less than others took from it. */
uint64_t lprt_unseen_of(const struct lprt_thread *t, uint64_t ticks)
{
    if (__builtin_expect(!t->unseen_off_ns, 1))
        return 0;
    const uint64_t since = t->reading - t->unseen_from;
    const uint64_t since_ns = (int64_t)since > 0 ? lprt_clock_ns(since) : 0;
    const uint64_t ran_ns = t->unseen_ran_ns + since_ns;
    const uint64_t watched_ns = t->unseen_watched_ns + fits(t, since_ns);
    const uint64_t other_ns = watched_ns < ran_ns ? ran_ns - watched_ns : 0;
    const uint64_t all = (t->taken_ns << PART_BITS) / (ran_ns + 1);
    const uint64_t parts =
        ((t->unseen_off_ns << PART_BITS) + all * enough_ns) / (other_ns + enough_ns);

    return ticks * smaller(smaller(parts, all), (uint64_t)MOST_TIMES << PART_BITS) >>
           PART_BITS;
}
