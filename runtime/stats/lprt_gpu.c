/* SPDX-License-Identifier: MIT */
/*
 * The library is the program's as well, which may have initialised it: so its descriptors
 * are the program's, unlike those of the other thread, and it is not shut down.
 */
#include "stats/lprt_gpu.h"
#include "base/lprt_lock.h"
#include "count/lprt_cut.h"
#include "stats/lprt_helper.h"
#include "stats/lprt_nvml.h"
#include "stats/lprt_series.h"
#include "store/lprt_region.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_GPUS = 16,
    MOST_HZ = 4, /* an answer may cost milliseconds, and its figures are no newer */
};

static void work(void);

static struct {
    struct lprt_helper helper;
    struct lprt_series series[MOST_GPUS]; /* without a record: it has not been used */
    uint32_t count;
    uint32_t hz;
    int is_asking; /* the library is running */
} gpus = {
    .helper = {.name = "lineprof-gpu",
               .work = work,
               .stack_bytes = 1 << 20,
               .patience_ns = 50000000}
};

static uint64_t clock_ns(void)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* What there is at its first use is what its record has. */
static bool make_record(uint32_t gpu, uint64_t figures)
{
    char name[LPRT_NVML_NAME_BYTES];

    lprt_nvml_name(gpu, name);
    return lprt_series_make(&gpus.series[gpu],
                            (struct lprof_stats){.gpu = gpu + 1,
                                                 .hz = gpus.hz,
                                                 .figures = figures,
                                                 .name_bytes = (uint32_t)strlen(name)},
                            name);
}

static void add(uint32_t gpu, const struct lprt_nvml_use *use)
{
    struct lprt_series *series = &gpus.series[gpu];
    struct lprt_reading reading = {.clock_ns = clock_ns()};

    if (!series->record && !lprt_region_is_full())
        make_record(gpu, use->figures);
    if (!series->record || series->record->figures & ~use->figures)
        return;
    reading.values[__builtin_ctz(LPROF_FIGURE_GPU_USE)] = use->percent;
    reading.values[__builtin_ctz(LPROF_FIGURE_GPU_MEMORY)] = use->bytes;
    lprt_series_add(series, &reading);
}

static void ask(uint32_t gpu)
{
    struct lprt_guard guard;
    struct lprt_nvml_use use;

    lprt_nvml_read(gpu, &use);
    if (!use.figures)
        return;
    lprt_helper_lock(&guard);
    if (!lprt_cut_has_happened())
        add(gpu, &use);
    lprt_helper_unlock(&guard);
}

/* While it asks, the program's end waits, for a moment. */
static bool begin_asking(void)
{
    __atomic_store_n(&gpus.is_asking, 1, __ATOMIC_SEQ_CST);
    return !__atomic_load_n(&gpus.helper.is_over, __ATOMIC_SEQ_CST);
}

static void end_asking(void)
{
    __atomic_store_n(&gpus.is_asking, 0, __ATOMIC_SEQ_CST);
}

/* Before the library is taken down, it is left; or given up, where it hangs. */
static void leave_library(void *unused)
{
    enum { STEPS = 50, STEP_NS = 1000000 };
    struct lprt_helper *helper = &gpus.helper;

    (void)unused;
    __atomic_store_n(&helper->is_over, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < STEPS && __atomic_load_n(&gpus.is_asking, __ATOMIC_SEQ_CST); i++)
        lprt_helper_pause(STEP_NS);
}

static bool start_library(void)
{
    if (!lprt_nvml_start())
        return false;
    gpus.count = lprt_nvml_count();
    if (gpus.count > MOST_GPUS)
        gpus.count = MOST_GPUS;
    __cxa_atexit(leave_library, NULL, NULL); /* before what the library has left there */
    return gpus.count;
}

static void work(void)
{
    const uint64_t period_ns = UINT64_C(1000000000) / gpus.hz;
    bool goes_on = begin_asking() && start_library();

    end_asking();
    while (goes_on && lprt_helper_sleep(&gpus.helper, lprt_helper_now_ns() + period_ns)) {
        for (uint32_t i = 0; i < gpus.count && goes_on; i++) {
            goes_on = begin_asking();
            if (goes_on)
                ask(i);
            end_asking();
        }
    }
}

/* To open it is a matter of milliseconds, and would take memory for one more thread; and
   no fork comes in the midst of it. */
void lprt_gpu_start(uint32_t hz)
{
    if (!lprt_nvml_open())
        return;
    gpus.hz = hz < MOST_HZ ? hz : MOST_HZ;
    gpus.helper.create = lprt_libc_thread;
    lprt_helper_start(&gpus.helper);
}

void lprt_gpu_stop(void)
{
    lprt_helper_stop(&gpus.helper);
}
