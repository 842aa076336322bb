/* SPDX-License-Identifier: MIT */
#include "process/lprt_process.h"
#include "base/lprt_lock.h"
#include "base/lprt_proc.h"
#include "base/lprt_say.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_trigger.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_clock.h"
#include "count/lprt_control.h"
#include "count/lprt_counts.h"
#include "count/lprt_cut.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "count/lprt_loose.h"
#include "count/lprt_modules.h"
#include "process/lprt_calibrate.h"
#include "process/lprt_child.h"
#include "process/lprt_report.h"
#include "regions/lprt_fibers.h"
#include "regions/lprt_regions.h"
#include "stats/lprt_stats.h"
#include "store/lprt_config.h"
#include "store/lprt_facts.h"
#include "store/lprt_file.h"
#include "store/lprt_job.h"
#include "store/lprt_name.h"
#include "store/lprt_parts.h"
#include "store/lprt_region.h"
#include "store/lprt_siblings.h"
#include "store/lprt_silent.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static struct {
    enum lprt_state state;
    struct lprt_config config;
    uint32_t pid;       /* whose memory this is: in a vfork child its parent's */
    uint32_t parent;    /* of the fork that made the process; 0: none */
    bool is_calibrated; /* a child has its parent's costs */
    bool has_run;       /* profiled code, since the start or the fork */
    bool has_begun;     /* there is a file, or that has failed */
    bool is_ignored;    /* a child that is not to be recorded */
    bool is_elsewhere; /* its id means nothing to the processes that it shares a file with
                        */
} process;

/* ---- Header ---- */

static void start_header(uint64_t start_ns)
{
    struct lprof_header *header = lprt_region_header();
    const struct lprt_clock_pair now = lprt_clock_pair();

    header->state = LPROF_STATE_RUNNING;
    header->pid = process.pid;
    header->process_start = 0; /* read when there is to be a file */
    header->warnings = 0;
    header->start_ns = start_ns;
    header->start_clock_ns = now.clock_ns;
    header->start_ticks = now.ticks;
    header->end_clock_ns = now.clock_ns;
    header->end_ticks = now.ticks;
    header->taken_out_ticks = 0;
    lprt_heap_keep_total();
}

bool lprt_process_has_run(void)
{
    return process.state == LPRT_ON && process.has_run;
}

void lprt_process_end_header(struct lprof_header *header)
{
    const struct lprt_clock_pair now = lprt_clock_pair();

    LPRT_GUARDED();
    header->end_clock_ns = now.clock_ns;
    header->end_ticks = now.ticks;
    header->taken_out_ticks = lprt_threads_taken_out();
    header->paused_ticks = lprt_pause_ticks(now.ticks);
    __atomic_store_n(&header->state, LPROF_STATE_COMPLETE, __ATOMIC_RELEASE);
}

static void complete_header(void)
{
    lprt_stats_end();
    lprt_turn_look(lprt_self, NULL, 0);
    lprt_regions_close(lprt_self);
    lprt_fibers_close();
    lprt_frames_count_visits(lprt_self);
    lprt_window_end(lprt_self);
    lprt_threads_note_delays();
    lprt_process_end_header(lprt_region_header());
}

/* ---- Fork ---- */

/* The lock is held over the fork, so that the child finds nothing half-done; signals
   are blocked, so that no handler in the child counts in the parent's file. */
static struct lprt_guard fork_guard;

/* A process that is killed later has said by then what was dropped. */
static void share_with_siblings(void)
{
    lprt_siblings_prepare();
    lprt_region_header()->dropped_children = lprt_siblings_dropped();
}

static void before_fork(void)
{
    struct lprt_guard guard;

    if (lprt_cut_has_happened())
        lprt_cut_say(); /* not the child as well */
    lprt_lock_take(&guard);
    fork_guard = guard;
    if (process.config.fork == LPRT_FORK_MERGE && !lprt_region_is_child())
        lprt_process_runs_profiled(); /* there is to be a file that they share */
    if (process.config.fork == LPRT_FORK_NEWEST)
        share_with_siblings();
    lprt_child_prepare();
}

static void release_after_fork(void)
{
    struct lprt_guard guard = fork_guard;

    guard.error = errno; /* of a fork that failed */
    lprt_lock_release(&guard);
}

static void after_fork_in_parent(void)
{
    lprt_child_release();
    release_after_fork();
}

/* Its header is its own by now; what it is paused in, others are to find. */
static void connect_anew(void)
{
    if (lprt_region_is_child())
        lprt_control_connect(lprt_parts_header());
    else if (lprt_modules_are_paused())
        lprt_control_restart();
}

static void after_fork_in_child(void)
{
    lprt_cut_inherit();
    lprt_lock_inherit();
    lprt_counts_unsettle();
    if (!lprt_cut_has_happened()) /* else they do already */
        lprt_loose_let_go();
    process.parent = process.pid;
    process.pid = (uint32_t)getpid();
    process.has_run = false;
    process.has_begun = false;
    process.is_ignored |= process.config.fork == LPRT_FORK_IGNORE;
    /* It is in another namespace of processes, and so are its own children; or it is an
       orphan already, which looks the same. */
    process.is_elsewhere |= (uint32_t)getppid() != process.parent;
    if (!lprt_cut_has_happened() && lprt_child_to_memory()) {
        connect_anew();
        start_header(lprt_facts_now_ns());
        lprt_child_start_over();
        /* It may count in its open frames without ever calling us, and then be killed. */
        if (lprt_child_is_inside())
            lprt_process_runs_profiled();
    } else {
        process.is_ignored = true;
        lprt_heap_drop_total();
        lprt_counts_forget();
        lprt_threads_forget();
    }
    release_after_fork();
}

/* ---- Start ---- */

/* The facts are large, and needed here only. */
static bool start_records(const struct lineprof_unit *unit)
{
    static struct lprt_facts facts;
    struct lprof_header *header = lprt_region_header();
    static struct lprt_job job;

    lprt_job_read(&job);
    lprt_facts_read(&facts);
    lprt_name_start(process.config.output,
                    &(struct lprt_name_facts){.program = facts.program,
                                              .host = facts.host,
                                              .directory = facts.directory,
                                              .start_s = facts.start_ns / 1000000000,
                                              .rank = job.rank});
    start_header(facts.start_ns);
    header->rank = job.rank;
    header->paused = lprt_modules_are_paused() ? LPROF_PAUSED_EVER_SINCE : 0;
    header->clock = lprt_clock_kind();
    header->mode = lprt_config_mode(unit->mode);
    header->tick_hz = lprt_clock_hz();
    return lprt_facts_record(&facts) && lprt_job_record(&job);
}

static enum lprt_state start(const struct lineprof_unit *unit)
{
    lprt_config_read(&process.config);
    if (!process.config.on) {
        lprt_trigger_start();
        lprt_silent_start();
        return LPRT_OFF;
    }
    lprt_heap_start();
    lprt_trigger_start();
    lprt_modules_start(process.config.paused);
    process.pid = (uint32_t)getpid();
    if (!lprt_clock_choose(unit->clock)) {
        lprt_say_trouble(NULL, "built for an unknown clock: not profiled", 0);
        return LPRT_BROKEN;
    }
    int error = lprt_region_start();
    if (!error && !start_records(unit))
        error = ENOMEM;
    if (!error)
        error = lprt_threads_start();
    if (!error)
        error = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    if (!error)
        lprt_heap_start_holding();
    if (error) {
        lprt_say_trouble(NULL, "cannot start: not profiled", error);
        return LPRT_BROKEN;
    }
    return LPRT_ON;
}

enum lprt_state lprt_process_start(const struct lineprof_unit *unit)
{
    LPRT_GUARDED();
    if (process.state == LPRT_UNUSED)
        process.state = start(unit);
    return process.state;
}

/* Processes that share a file are asked together. */
static void connect_to_shared(void)
{
    if (lprt_parts_header())
        lprt_control_connect(lprt_parts_header());
}

/* Of an image that is taken over: what was wrong with the counts that stay in it. */
static uint32_t warnings_left(void)
{
    const struct lprof_header *left = lprt_region_header();

    return left->warnings |
           (left->state == LPROF_STATE_RUNNING ? LPROF_WARNING_INTERRUPTED : 0u);
}

/* In a child that counts in its parent's file. */
static void move_to_image(const struct lprof_header *header)
{
    const uint64_t owner = process.is_elsewhere
                               ? LPRT_OWNER_UNKNOWN
                               : lprt_parts_owner(process.pid, header->process_start);

    lprt_child_prepare();
    const uint64_t heap_live = header->heap_live;
    const uint64_t known = lprt_region_to_image(owner);
    if (known) {
        const uint32_t warnings = warnings_left();
        start_header(lprt_facts_now_ns());
        lprt_region_header()->warnings = warnings;
        lprt_proc_start(process.pid, &lprt_region_header()->process_start);
        lprt_child_take_over(known);
        lprt_heap_take_over(heap_live);
    }
    lprt_child_release();
    lprt_threads_show_as_others();
}

void lprt_process_begin_file(void)
{
    struct lprof_header *header = lprt_region_header();

    LPRT_GUARDED();
    if (process.has_begun || process.state != LPRT_ON)
        return;
    process.has_begun = true;
    lprt_control_connect(header);
    if (!process.is_calibrated) {
        lprt_calibrate(&header->resolution_ticks);
        header->probe_ticks = lprt_costs.line;
        process.is_calibrated = true;
    }
    lprt_clock_look_first();
    if (process.is_ignored)
        return;
    lprt_proc_start(process.pid, &header->process_start);
    if (lprt_region_is_child())
        move_to_image(header);
    else
        lprt_region_to_file(process.pid, process.parent);
    if (lprt_file_exists())
        lprt_cut_arm();
    if (process.parent && process.config.fork == LPRT_FORK_NEWEST)
        lprt_siblings_add(process.pid);
    if (process.config.fork == LPRT_FORK_MERGE)
        lprt_region_share();
    connect_to_shared();
}

void lprt_process_runs_profiled(void)
{
    LPRT_GUARDED();
    lprt_process_begin_file();
    process.has_run = true;
}

/* ---- End ---- */

static void say_written(void)
{
    const char *kept = lprt_file_kept();

    lprt_say_written(lprt_name_shown(lprt_file_path()),
                     kept ? lprt_name_shown(kept) : NULL);
}

/* Who wants to be told where the profile is, is told why there is none. */
static void remove_empty(void)
{
    const bool never_counted = lprt_region_header()->paused == LPROF_PAUSED_EVER_SINCE;

    if (never_counted && (process.config.verbose || process.config.report))
        lprt_file_say("no profile: the run began paused and was never resumed", 0);
    lprt_file_remove();
}

static void finish_file(void)
{
    if (!process.has_run && !(process.parent && lprt_threads_counted())) {
        if (process.has_begun && !lprt_parts_started())
            remove_empty();
        return;
    }
    lprt_process_runs_profiled();
    if (process.is_ignored)
        return;
    complete_header();
    lprt_region_header()->dropped_children = lprt_siblings_dropped();
    if (!lprt_region_finish(process.pid, process.parent))
        return;
    lprt_siblings_end();
    if (lprt_region_is_child())
        return;
    if (process.config.verbose)
        say_written();
    /* Ranks would all print at once. */
    if (process.config.report && lprt_region_header()->rank <= 0)
        lprt_report(lprt_file_path());
}

/* As late as can be: destructors of the program may run profiled code.  Those that run
   later still count, in the file that is complete otherwise. */
__attribute__((__destructor__(101))) static void finish(void)
{
    struct lprt_guard guard;

    lprt_stats_stop();
    lprt_lock_take(&guard);
    if (process.state == LPRT_ON && process.pid == (uint32_t)getpid() &&
        !lprt_cut_has_happened())
        finish_file();
    lprt_lock_release(&guard);
    if (lprt_cut_has_happened())
        lprt_cut_say();
}
