/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_rounds.h"
#include "count/bare/visits/lprt_charge.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_thread.h"

enum {
    TIMES_BY_ROUNDS = 4, /* in one of these rounds are timed one by one, for who has which
                            part: that makes them longer, so the others say how long */
    TIMES_ENOUGH =
        8,           /* to know how long a loop's rounds take; and so many times longer */
    MUCH_LONGER = 8, /* is none of them, but was interrupted */
};

/* ---- How long rounds take ---- */

static struct lprt_loop_rate *rate_of(const struct lineprof_frame *frame,
                                      const struct lineprof_cell *lines)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    const uintptr_t at = (uintptr_t)lines;
    struct lprt_loop_rate *rate = &t->loop_rates[at / sizeof *lines % LPRT_LOOP_RATES];

    if (rate->lines != at)
        *rate = (struct lprt_loop_rate){.lines = at};
    return rate;
}

bool lprt_rounds_begin(const struct lineprof_frame *frame,
                       const struct lineprof_cell *lines)
{
    return rate_of(frame, lines)->begun++ % TIMES_BY_ROUNDS != 0;
}

static bool is_known(const struct lprt_loop_rate *rate)
{
    return rate->times >= TIMES_ENOUGH && rate->rounds;
}

static uint64_t ticks_of(uint64_t ticks, uint64_t rounds, uint64_t part)
{
    return ticks / rounds * part + ticks % rounds * part / rounds;
}

/* None of these rounds was timed by itself. */
static void note_rate(struct lprt_loop_rate *rate, uint64_t ticks, uint64_t rounds)
{
    const bool is_usual =
        !is_known(rate) ||
        ticks / MUCH_LONGER <= ticks_of(rate->ticks, rate->rounds, rounds);

    if (rounds >= LINEPROF_MANY_ROUNDS || !is_usual)
        return;
    if (rate->rounds >= UINT64_C(1) << 32) { /* of late */
        rate->rounds /= 2;
        rate->ticks /= 2;
    }
    rate->rounds += rounds;
    rate->ticks += ticks;
    rate->times++;
}

/* ---- What was timed ---- */

/* What rounds that were timed would have taken else, by the others of this time, or by
   other times.  INNER: what they seem to have taken. */
static uint64_t likely_ticks(const struct lprt_loop_rate *rate,
                             const struct lprt_rounds *rounds, uint64_t rest,
                             uint64_t inner)
{
    const uint64_t others = rounds->all - rounds->timed;

    if (others >= rounds->timed && others)
        return ticks_of(rest, others, rounds->timed);
    return is_known(rate) ? ticks_of(rate->ticks, rate->rounds, rounds->timed) : inner;
}

/* By how much iterations that were timed seem longer than the others, but no more than a
   reading may make of each of their lines: the first ones may be longer in truth. */
static uint64_t excess_of(const struct lineprof_frame *frame,
                          const struct lprt_loop_rate *rate,
                          const struct lprt_rounds *rounds, uint64_t rest)
{
    const uint64_t most = frame->measures * lprt_costs.line;
    const uint64_t likely = likely_ticks(rate, rounds, rest, frame->inner);
    const uint64_t excess = frame->inner > likely ? frame->inner - likely : 0;

    return excess < most ? excess : most;
}

/* If it may last it is watched, but not if there are few rounds. */
static void charge_rest(struct lineprof_frame *frame, uint64_t now, uint64_t rounds)
{
    const uint64_t lasts = frame->visit & LPRT_STRETCH_MAY_LAST;

    if (rounds < LINEPROF_MANY_ROUNDS)
        frame->visit ^= lasts;
    lprt_charge_line(frame, now);
    frame->visit |= lasts;
}

void lprt_rounds_end(struct lineprof_frame *frame, uint64_t now,
                     const struct lprt_rounds *rounds)
{
    struct lprt_loop_rate *rate = rate_of(frame, rounds->lines.cells);
    const bool is_rest = frame->excluded;

    lprt_charge_interruption(frame, now);
    const uint64_t rest = is_rest ? lprt_charge_ticks_until(frame, now) : 0;
    if (is_rest)
        charge_rest(frame, now, rounds->all);
    else
        lprt_charge_line(frame, now);
    if (!rounds->timed)
        note_rate(rate, rest, rounds->all);
    else if (rounds->all)
        lprt_charge_take_back(frame, &rounds->lines,
                              excess_of(frame, rate, rounds, rest));
    frame->measures = 0;
    frame->inner = 0;
}
