/* SPDX-License-Identifier: MIT */
#include "stats/lprt_usage.h"
#include "base/lprt_proc.h"

#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { TEXT_BYTES = 4096, KIBI = 1024 };

#define NUMBER(figure) __builtin_ctz(LPROF_FIGURE_##figure)

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Of the process or of the calling thread. */
static void read_sums(uint64_t *values, int who, clockid_t clock)
{
    struct rusage usage = {0};

    values[NUMBER(CPU)] = clock_ns(clock);
    getrusage(who, &usage);
    values[NUMBER(MINOR_FAULTS)] = (uint64_t)usage.ru_minflt;
    values[NUMBER(MAJOR_FAULTS)] = (uint64_t)usage.ru_majflt;
    values[NUMBER(WAITS)] = (uint64_t)usage.ru_nvcsw;
    values[NUMBER(PREEMPTIONS)] = (uint64_t)usage.ru_nivcsw;
}

/* Where a figure is in a text of /proc, and in which unit. */
struct place {
    const char *name;
    unsigned number;
    unsigned unit;
};

static const struct place places_of_io[] = {
    {"rchar:", NUMBER(READ),    1},
    {"wchar:", NUMBER(WRITTEN), 1},
};
/* The peak that getrusage() knows may be that of the program which started this one. */
static const struct place places_of_status[] = {
    {"VmHWM:", NUMBER(PEAK),   KIBI},
    {"VmRSS:", NUMBER(MEMORY), KIBI},
};

enum { PLACES = 2 };

/* Whether all of them are there. */
static bool read_places(struct lprt_usage *usage, const char *file,
                        const struct place places[PLACES])
{
    char text[TEXT_BYTES];
    uint64_t number = 0;

    usage->read_bytes += lprt_proc_text(file, text, sizeof text);
    for (unsigned i = 0; i < PLACES; i++) {
        if (!lprt_proc_number(text, places[i].name, &number))
            return false;
        usage->reading.values[places[i].number] = number * places[i].unit;
    }
    for (unsigned i = 0; i < PLACES; i++)
        usage->figures |= UINT64_C(1) << places[i].number;
    return true;
}

void lprt_usage_read(struct lprt_usage *usage)
{
    static const uint64_t always = LPROF_FIGURE_CPU | LPROF_FIGURE_MINOR_FAULTS |
                                   LPROF_FIGURE_MAJOR_FAULTS | LPROF_FIGURE_WAITS |
                                   LPROF_FIGURE_PREEMPTIONS;

    *usage = (struct lprt_usage){.figures = always};
    read_places(usage, "io", places_of_io);
    const uint64_t bytes_before = usage->read_bytes;
    /* Of a first thread that has ended, /proc knows no memory any more. */
    usage->leader_is_gone = !read_places(usage, "status", places_of_status) &&
                            usage->read_bytes > bytes_before;
    read_sums(usage->reading.values, RUSAGE_SELF, CLOCK_PROCESS_CPUTIME_ID);
    usage->reading.clock_ns = clock_ns(CLOCK_MONOTONIC_RAW);
}

void lprt_usage_count_own(struct lprt_usage_own *own, const struct lprt_usage *usage)
{
    const uint64_t read_bytes = own->values[NUMBER(READ)] + usage->read_bytes;

    memset(own, 0, sizeof *own);
    read_sums(own->values, RUSAGE_THREAD, CLOCK_THREAD_CPUTIME_ID);
    own->values[NUMBER(READ)] = read_bytes;
}

void lprt_usage_leave_out(struct lprt_reading *reading, const struct lprt_usage_own *own)
{
    for (unsigned i = 0; i < LPROF_SUM_FIGURE_COUNT; i++) {
        const uint64_t value = reading->values[i];
        reading->values[i] = value > own->values[i] ? value - own->values[i] : 0;
    }
}
