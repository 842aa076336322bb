/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_off.h"
#include "base/lprt_machine.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_clock.h"
#include "count/lprt_visit.h"
#include "count/timing/lprt_unseen.h"

#include <stddef.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <time.h>

/* glibc's, since 2.35. */
#pragma weak __rseq_offset
#pragma weak __rseq_size

#ifndef RSEQ_SIG /* libc registers no such areas on this machine */
#    define RSEQ_SIG 0
#endif

/* In a row that are noticed, of a thread that has no event meanwhile. */
enum { CALLS = 16 };

static const uint64_t ns_per_s = 1000000000;

/* A critical section that no code is in.  The kernel wants the signature right in front
   of where it would continue. */
static const uint32_t abort_point[2] = {RSEQ_SIG, 0};
static struct rseq_cs nowhere[CALLS] __attribute__((__aligned__(32)));

/* Straight to the kernel: libc's function may use vector registers, and sanitizers
   stand in front of it. */
static uint64_t read_ns(clockid_t id)
{
    struct timespec now = {0};
    lprt_machine_clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * ns_per_s + (uint64_t)now.tv_nsec;
}

/* Of the calling thread. */
static uint64_t ran_now(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

static uint64_t off_now(uint64_t ran_ns)
{
    return read_ns(CLOCK_MONOTONIC_RAW) - ran_ns;
}

static uint64_t *find_mark(struct lprt_thread *thread)
{
    if (&__rseq_size == NULL || __rseq_size == 0 || !lprt_clock_is_of_time())
        return &thread->never_switched;
    struct rseq *area =
        (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);
    return (int32_t)area->cpu_id < 0 ? &thread->never_switched
                                     : (uint64_t *)&area->rseq_cs;
}

bool lprt_off_is_known(const struct lprt_thread *thread)
{
    return thread->switch_mark != &thread->never_switched;
}

void lprt_off_start(struct lprt_thread *thread)
{
    for (size_t i = 0; i < CALLS; i++) {
        nowhere[i].abort_ip = (uint64_t)(uintptr_t)&abort_point[1];
        nowhere[i].start_ip = (uint64_t)(uintptr_t)&abort_point[0];
        nowhere[i].post_commit_offset = 1;
    }
    thread->switch_mark = find_mark(thread);
    thread->switch_arm = (uint64_t)(uintptr_t)&nowhere[0];
    thread->ran_ns = ran_now();
    thread->off_start = off_now(thread->ran_ns) - thread->off_ns;
    *thread->switch_mark = thread->switch_arm;
}

/* The kernel may find any of them in the mark, so another one is put in the way. */
void lprt_off_call(struct lprt_thread *thread)
{
    const uint64_t first = (uint64_t)(uintptr_t)&nowhere[0];
    const uint64_t last = (uint64_t)(uintptr_t)&nowhere[CALLS - 1];
    const uint64_t arm = thread->switch_arm;

    __atomic_store_n(&thread->switch_arm,
                     arm >= first && arm < last ? arm + sizeof nowhere[0] : first,
                     __ATOMIC_RELEASE);
}

/* First the mark: what happens from here on is for the next look.  What the thread was
   called for since the last look at it is not to be missed. */
void lprt_off_look(struct lprt_thread *thread)
{
    volatile uint64_t *mark = thread->switch_mark;
    const uint64_t arm = __atomic_load_n(&thread->switch_arm, __ATOMIC_ACQUIRE);

    if (*mark == arm)
        return;
    *mark = arm;
    if (thread->turns != __atomic_load_n(&lprt_turns, __ATOMIC_ACQUIRE))
        *mark = 0;
    if (!lprt_off_is_known(thread))
        return;
    const uint64_t ran = ran_now();
    const uint64_t off = off_now(ran) - thread->off_start;
    const uint64_t before = thread->off_ns;
    if ((int64_t)(off - before) > 0) {
        thread->off_ns = off;
        lprt_unseen_note(thread, off - before, ran, read_ns(CLOCK_MONOTONIC));
    }
    thread->record->off_ns = thread->off_ns;
}

void lprt_off_leave_out_since(struct lprt_thread *t, uint64_t before)
{
    lprt_off_look(t);
    t->off_start += t->off_ns - before;
    t->off_ns = before;
}

void lprt_off_leave_out(struct lineprof_frame *frame)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;

    lprt_off_leave_out_since(t, t->off_ns);
    frame->off_ns = t->off_ns;
}

/* A timed visit takes longer than others, as its probe does, so it is what others
   interrupt more often: what they took must not stand for what they take from visits that
   are not timed.  It is counted once, and for the sample the visit begins later by it. */
static void charge_once(struct lineprof_frame *frame, struct lineprof_cell *cell,
                        uint64_t off_ns)
{
    const uint64_t ticks = lprt_clock_ticks(off_ns);

    lprt_add(&cell->sampled_off_ns, off_ns);
    lprt_add(&cell->ticks, ticks);
    lprt_add(&frame->last, ticks);
}

/* What it was off the processor for longer than the visit is after the reading, in the
   probe: it will be the next visit's. */
static uint64_t within(const struct lineprof_frame *frame, uint64_t now, uint64_t off_ns)
{
    const uint64_t visit = now - frame->last;
    const uint64_t ticks = lprt_clock_ticks(off_ns);

    if ((int64_t)visit <= 0)
        return 0;
    return ticks <= visit ? off_ns : off_ns / (ticks / visit + 1);
}

void lprt_visit_charge_off(struct lineprof_frame *frame, uint64_t now)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    struct lineprof_block *block = lprt_block_of(frame);

    lprt_off_look(t);
    if (!frame->line && frame->weight == LINEPROF_UNTIMED) {
        frame->off_ns = t->off_ns; /* it was not looked after before */
        return;
    }
    const uint64_t off = within(frame, now, t->off_ns - frame->off_ns);
    frame->off_ns += off;
    if (!frame->line) {
        lprt_add(&block->off_ns, off);
        return;
    }
    struct lineprof_cell *cell = lprt_cell_at(block, frame->line);
    if (cell->drawn)
        charge_once(frame, cell, off);
    else
        lprt_add(&cell->off_ns, off);
}

uint64_t lprt_visit_running_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;

    lprt_off_look(t);
    const uint64_t off = lprt_clock_ticks(t->off_ns - frame->off_ns);
    return off < ticks ? ticks - off : 0;
}

/* The visit does not begin later by it: virtual time will yet step back by what probes
   have cost that read no clock. */
void lprt_visit_charge_off_within(struct lineprof_frame *frame)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    struct lineprof_block *block = lprt_block_of(frame);
    const uint64_t before = frame->off_ns;

    lprt_off_look(t);
    frame->off_ns = t->off_ns;
    if (frame->line)
        lprt_add(&lprt_cell_at(block, frame->line)->off_ns, t->off_ns - before);
    else if (frame->weight != LINEPROF_UNTIMED)
        lprt_add(&block->off_ns, t->off_ns - before);
}
