/* SPDX-License-Identifier: MIT */
#include "count/lprt_clock.h"
#include "base/lprt_machine.h"
#include "count/lprt_control.h"
#include "store/lprt_region.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const uint64_t ns_per_s = 1000000000;
static const uint64_t look_every_ns = 50000000;
static const uint64_t look_first_ns = 1500000; /* then after twice as long, up to that */

static atomic_uint_fast64_t readings; /* of the kind `count` */

static uint64_t read_ns(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * ns_per_s + (uint64_t)now.tv_nsec;
}

uint64_t lprt_clock_read_ordered(void)
{
    return lprt_stamp_ordered();
}

static uint64_t read_fast(void)
{
    return lprt_stamp_fast();
}

static uint64_t read_monotonic(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

static uint64_t read_cpu(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

static uint64_t read_count(void)
{
    return atomic_fetch_add_explicit(&readings, 1, memory_order_relaxed) + 1;
}

/* Looking at it is no reading: tests count them. */
static uint64_t peek_count(void)
{
    return atomic_load_explicit(&readings, memory_order_relaxed);
}

static const struct clock_kind {
    lineprof_clock_fn read;
    lineprof_clock_fn peek;
    uint64_t hz;
    bool is_counter; /* of the processor; code for one kind can be timed by the other */
} kinds[] = {
    [LINEPROF_CLOCK_TSC] = {lprt_clock_read_ordered, lprt_clock_read_ordered, 0,          true },
    [LINEPROF_CLOCK_FAST] = {read_fast,               read_fast,               0,          true },
    [LINEPROF_CLOCK_MONOTONIC] = {read_monotonic,          read_monotonic,          1000000000, false},
    [LINEPROF_CLOCK_CPU] = {read_cpu,                read_cpu,                1000000000, false},
    [LINEPROF_CLOCK_COUNT] = {read_count,              peek_count,              1000000,    false},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const struct clock_kind *chosen = &kinds[LINEPROF_CLOCK_TSC];
static bool code_reads = true; /* the counter, whatever we make of that */

lineprof_clock_fn lprt_clock_read = lprt_clock_read_ordered;
_Atomic uint64_t lprt_clock_next_look = UINT64_MAX;
uint64_t lprt_clock_rate;

/* The kernel keeps time by the counter, or by one that a hypervisor derives from it. */
static bool kernel_relies_on_it(void)
{
    static const char path[] =
        "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    static const char *const names[] = {"tsc\n", "kvm-clock\n",
                                        "hyperv_clocksource_tsc_page\n"};
    char name[64] = "";

    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const ssize_t size = read(fd, name, sizeof name - 1);
    close(fd);
    for (size_t i = 0; size > 0 && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

/* Readings within which a counter that runs at all has moved: they take longer than a
   tick of the slowest. */
enum { MOST_AT_REST = 100000 };

static bool counter_runs(void)
{
    const uint64_t first = lprt_stamp_fast();

    for (int i = 0; i < MOST_AT_REST; i++) {
        if (lprt_stamp_fast() != first)
            return true;
    }
    return false;
}

static bool counter_is_a_clock(void)
{
    return counter_runs() && (lprt_counter_is_invariant() || kernel_relies_on_it());
}

bool lprt_clock_choose(uint32_t kind)
{
    if (kind >= KIND_COUNT)
        return false;
    code_reads = kinds[kind].is_counter;
    chosen =
        &kinds[code_reads && !counter_is_a_clock() ? LINEPROF_CLOCK_MONOTONIC : kind];
    lprt_clock_read = chosen->read;
    return true;
}

enum lineprof_clock lprt_clock_kind(void)
{
    return (enum lineprof_clock)(chosen - kinds);
}

bool lprt_clock_is_counter(void)
{
    return chosen->is_counter;
}

bool lprt_clock_code_reads(void)
{
    return code_reads;
}

bool lprt_clock_fits(uint32_t kind)
{
    return kind < KIND_COUNT &&
           (kinds[kind].is_counter ? code_reads : &kinds[kind] == chosen);
}

bool lprt_clock_is_of_time(void)
{
    return chosen->read != read_cpu && chosen->read != read_count;
}

uint64_t lprt_clock_hz(void)
{
    return chosen->hz;
}

/* In integers: the program's floating-point flags are not ours to set. */
static void note_rate(const struct lprof_header *header, struct lprt_clock_pair now)
{
    uint64_t ns = now.clock_ns - header->start_clock_ns;
    uint64_t ticks = now.ticks - header->start_ticks;

    for (; ticks >> (64 - LPRT_RATE_BITS); ticks >>= 1)
        ns >>= 1;
    if (ns && ticks)
        __atomic_store_n(&lprt_clock_rate, (ticks << LPRT_RATE_BITS) / ns,
                         __ATOMIC_RELAXED);
}

/* It tries a few times, and takes the pair with the least time in between. */
struct lprt_clock_pair lprt_clock_pair(void)
{
    struct lprt_clock_pair best = {0};
    uint64_t narrowest = UINT64_MAX;

    for (int i = 0; i < 3; i++) {
        const uint64_t before = chosen->peek();
        const uint64_t clock_ns = read_ns(CLOCK_MONOTONIC_RAW);
        const uint64_t width = chosen->peek() - before;
        if (width < narrowest) {
            narrowest = width;
            best = (struct lprt_clock_pair){clock_ns, before + width / 2};
        }
    }
    return best;
}

/* Roughly how many ticks pass between looks, from the run so far.  In integers: the
   program's floating-point flags are not ours to set. */
static uint64_t ticks_between_looks(const struct lprof_header *header,
                                    struct lprt_clock_pair now)
{
    const uint64_t ran_ns = now.clock_ns - header->start_clock_ns;
    const uint64_t ran_ticks = now.ticks - header->start_ticks;

    const uint64_t as_long_again = ran_ns < look_every_ns ? ran_ns : look_every_ns;
    const uint64_t wanted_ns =
        as_long_again < look_first_ns ? look_first_ns : as_long_again;

    if (ran_ns == 0)
        return ran_ticks;
    return ran_ns < wanted_ns ? ran_ticks * (wanted_ns / ran_ns)
                              : ran_ticks / (ran_ns / wanted_ns);
}

bool lprt_clock_look(uint64_t ticks)
{
    static _Atomic uint64_t between_looks;
    struct lprof_header *header = lprt_region_header();
    uint64_t due = atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed);

    /* One thread gets the turn; nothing is held that a longjmp could leave held. */
    if (ticks < due || !atomic_compare_exchange_strong(&lprt_clock_next_look, &due,
                                                       ticks + between_looks))
        return false;
    const struct lprt_clock_pair now = lprt_clock_pair();
    __atomic_store_n(&header->end_clock_ns, now.clock_ns, __ATOMIC_RELAXED);
    __atomic_store_n(&header->end_ticks, now.ticks, __ATOMIC_RELAXED);
    between_looks = ticks_between_looks(header, now);
    note_rate(header, now);
    atomic_store_explicit(&lprt_clock_next_look, ticks + between_looks,
                          memory_order_relaxed);
    if (lprt_control_is_new())
        lprt_control_obey();
    return true;
}

/* The kind that counts its readings is not looked at: its rate is known. */
void lprt_clock_look_first(void)
{
    if (chosen->read == read_count)
        return;
    atomic_store_explicit(&lprt_clock_next_look, 0, memory_order_relaxed);
    lprt_clock_look(chosen->read());
}
