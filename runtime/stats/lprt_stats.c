/* SPDX-License-Identifier: MIT */
#include "stats/lprt_stats.h"
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "count/lprt_cut.h"
#include "stats/lprt_gpu.h"
#include "stats/lprt_helper.h"
#include "stats/lprt_series.h"
#include "stats/lprt_usage.h"
#include "store/lprt_config.h"

#include <errno.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A static program has nothing that could open a library. */
#pragma weak lprt_gpu_start
#pragma weak lprt_gpu_stop

/* One that the runtime itself was built with must know of the thread.  (A static program
   calls that one's function by libc's name.) */
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
#    pragma weak lprt_libc_thread
#    define CREATE (lprt_libc_thread ? lprt_libc_thread : pthread_create)
#else
#    define CREATE pthread_create
#endif

static void work(void);

static struct {
    struct lprt_series series;
    struct lprt_usage usage;
    struct lprt_helper helper;
    uint64_t period_ns;
    pid_t process;      /* whose figures these are; 0: nobody's */
    bool libc_is_ready; /* our constructor has run */
    bool is_allowed;
    bool is_tried;
    bool has_ended;
} stats = {
    .helper = {.name = "lineprof-stats",
               .work = work,
               .stack_bytes = 128 << 10,
               .patience_ns = 100000000}
};

static void say(const char *what, int error)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_say_trouble("LINEPROF_STATS", what, error);
    lprt_lock_release(&guard);
}

/* ---- The thread ---- */

/* The program may close whatever is open, and rely on the number that is free next.  So
   the thread has descriptors of its own, at first none.  false: the kernel cannot do
   that. */
static bool leave_descriptors(void)
{
    if (syscall(SYS_close_range, 0u, ~0u, CLOSE_RANGE_UNSHARE) == 0)
        return true;
    say("no figures are read: the kernel gives a thread no descriptors of its own",
        errno);
    return false;
}

/* false: there is no more to read. */
static bool read_once(void)
{
    struct lprt_reading reading;
    struct lprt_guard guard;
    bool leader_is_gone = false;

    const bool is_read = lprt_usage_read(&stats.usage, &reading, &leader_is_gone);
    lprt_helper_lock(&guard);
    const bool goes_on = !stats.has_ended && !lprt_cut_has_happened() && !leader_is_gone;
    if (goes_on && is_read)
        lprt_series_add(&stats.series, &reading);
    lprt_usage_count_own(&stats.usage);
    lprt_helper_unlock(&guard);
    return goes_on;
}

static void work(void)
{
    uint64_t next_ns = lprt_helper_now_ns();

    if (!leave_descriptors())
        return;
    lprt_usage_open(&stats.usage);
    do {
        const uint64_t now_ns = lprt_helper_now_ns();
        next_ns += stats.period_ns;
        if (next_ns < now_ns) /* it was stopped, or late */
            next_ns = now_ns + stats.period_ns;
    } while (lprt_helper_sleep(&stats.helper, next_ns) && read_once());
}

/* ---- Start ---- */

/* As a destructor of what the first thread has under a key: it leaves by pthread_exit().
 */
static void end_before_first_thread(void *unused)
{
    (void)unused;
    if (lprt_gpu_stop && stats.process == getpid())
        lprt_gpu_stop();
    lprt_stats_stop();
}

/* Started by another thread, it sees itself that the first one has gone. */
static void tie_to_first_thread(void)
{
    pthread_key_t key;

    if (syscall(SYS_gettid) == getpid() &&
        pthread_key_create(&key, end_before_first_thread) == 0)
        pthread_setspecific(key, &stats);
}

static bool make_record(uint32_t hz)
{
    struct lprt_reading reading;
    bool leader_is_gone = false;

    if (!lprt_usage_begin(&stats.usage)) {
        lprt_say_trouble("LINEPROF_STATS", "no figures are read: there is no /proc", 0);
        return false;
    }
    const struct lprof_stats fields = {.hz = hz, .figures = stats.usage.figures};
    if (!lprt_series_make(&stats.series, fields, ""))
        return false;
    stats.period_ns = UINT64_C(1000000000) / hz;
    stats.process = getpid();
    if (lprt_usage_read(&stats.usage, &reading, &leader_is_gone))
        lprt_series_add(&stats.series, &reading);
    return true;
}

static bool prepare(void)
{
    const uint32_t hz = lprt_config_stats();

    if (!stats.libc_is_ready || !stats.is_allowed || stats.is_tried || !hz)
        return false;
    stats.is_tried = true;
    return make_record(hz);
}

void lprt_stats_allow(void)
{
    LPRT_GUARDED();
    stats.is_allowed = true;
}

void lprt_stats_start(void)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const bool is_wanted = prepare();
    lprt_lock_release(&guard);
    if (!is_wanted)
        return;
    stats.helper.create = CREATE;
    const int error = lprt_helper_start(&stats.helper);
    if (error) {
        stats.process = 0;
        say("no figures are read: there can be no thread", error);
        return;
    }
    tie_to_first_thread();
    if (lprt_gpu_start)
        lprt_gpu_start(lprt_config_stats());
}

/* What is attached before that, as by a function that runs before constructors, waits. */
__attribute__((__constructor__)) static void start_once_ready(void)
{
    stats.libc_is_ready = true;
    lprt_stats_start();
}

/* ---- End ---- */

void lprt_stats_stop(void)
{
    if (stats.process == getpid())
        lprt_helper_stop(&stats.helper);
}

void lprt_stats_end(void)
{
    struct lprt_reading reading;

    LPRT_GUARDED();
    if (!stats.process || stats.process != getpid() || stats.has_ended)
        return;
    if (lprt_usage_read_last(&stats.usage, &reading))
        lprt_series_add(&stats.series, &reading);
    stats.has_ended = true;
}
