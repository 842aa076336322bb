/* SPDX-License-Identifier: MIT */
/* Ten times a second the caches have forgotten all of this: so what is read is what costs
   least, which is not /proc/self/status. */
#include "stats/lprt_usage.h"
#include "base/lprt_proc.h"
#include "base/lprt_text.h"
#include "store/lprt_file.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { TEXT_BYTES = 4096, KIBI = 1024 };

#define NUMBER(figure) __builtin_ctz(LPROF_FIGURE_##figure)

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Of the process or of the calling thread.  Returns the most memory that there was. */
static uint64_t read_sums(uint64_t *values, int who, clockid_t clock)
{
    struct rusage usage = {0};

    values[NUMBER(CPU)] = clock_ns(clock);
    getrusage(who, &usage);
    values[NUMBER(MINOR_FAULTS)] = (uint64_t)usage.ru_minflt;
    values[NUMBER(MAJOR_FAULTS)] = (uint64_t)usage.ru_majflt;
    values[NUMBER(WAITS)] = (uint64_t)usage.ru_nvcsw;
    values[NUMBER(PREEMPTIONS)] = (uint64_t)usage.ru_nivcsw;
    return (uint64_t)usage.ru_maxrss * KIBI;
}

/* kept   a descriptor, or -1 */
static size_t read_text(int kept, const char *name, char text[TEXT_BYTES])
{
    const int fd = kept >= 0 ? kept : lprt_proc_open(name);

    text[0] = '\0';
    if (fd < 0)
        return 0;
    const size_t size = lprt_proc_text(fd, text, TEXT_BYTES);
    if (kept < 0)
        close(fd);
    return size;
}

/* What it reads there itself is none of the program's.  Returns the bytes. */
static size_t read_io(const struct lprt_usage *usage, uint64_t *values)
{
    char text[TEXT_BYTES];
    const size_t size = read_text(usage->io, "io", text);

    if (!lprt_proc_number(text, "rchar:", &values[NUMBER(READ)]) ||
        !lprt_proc_number(text, "wchar:", &values[NUMBER(WRITTEN)]))
        return 0;
    return size;
}

/* "ALL-PAGES PAGES-IN-MEMORY ..." */
static size_t read_memory(const struct lprt_usage *usage, uint64_t *bytes)
{
    char text[TEXT_BYTES];
    const size_t size = read_text(usage->statm, "statm", text);
    const char *at = strchr(text, ' ');

    *bytes = 0;
    if (!at)
        return 0;
    at++;
    *bytes = lprt_text_take_number(&at) * getauxval(AT_PAGESZ);
    return size;
}

/* That is of this program alone, but dear. */
static uint64_t read_peak(void)
{
    char text[TEXT_BYTES];
    uint64_t kibibytes = 0;

    read_text(-1, "status", text);
    lprt_proc_number(text, "VmHWM:", &kibibytes);
    return kibibytes * KIBI;
}

bool lprt_usage_begin(struct lprt_usage *usage)
{
    struct lprt_reading reading;
    uint64_t most = read_sums(reading.values, RUSAGE_SELF, CLOCK_PROCESS_CPUTIME_ID);

    *usage = (struct lprt_usage){
        .figures = LPROF_FIGURE_CPU | LPROF_FIGURE_MINOR_FAULTS |
                   LPROF_FIGURE_MAJOR_FAULTS | LPROF_FIGURE_WAITS |
                   LPROF_FIGURE_PREEMPTIONS,
        .peak = read_peak(),
        .io = -1,
        .statm = -1,
    };
    usage->inherited = most > usage->peak ? most : 0;
    if (read_io(usage, reading.values))
        usage->figures |= LPROF_FIGURE_READ | LPROF_FIGURE_WRITTEN;
    if (!read_memory(usage, &most))
        return false;
    usage->figures |= LPROF_FIGURE_MEMORY | LPROF_FIGURE_PEAK;
    return true;
}

void lprt_usage_open(struct lprt_usage *usage)
{
    usage->io = lprt_proc_open("io");
    usage->statm = lprt_proc_open("statm");
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* What is not the program's. */
static void leave_out(const struct lprt_usage *usage, struct lprt_reading *reading)
{
    for (unsigned i = 0; i < LPROF_SUM_FIGURE_COUNT; i++) {
        const uint64_t value = reading->values[i];
        reading->values[i] = value > usage->own[i] ? value - usage->own[i] : 0;
    }
}

bool lprt_usage_read(struct lprt_usage *usage, struct lprt_reading *reading,
                     bool *leader_is_gone)
{
    uint64_t *values = reading->values;
    uint64_t memory = 0;

    memset(reading, 0, sizeof *reading);
    const size_t io_bytes = read_io(usage, values);
    const size_t bytes = read_memory(usage, &memory);
    const uint64_t most = read_sums(values, RUSAGE_SELF, CLOCK_PROCESS_CPUTIME_ID);
    reading->clock_ns = clock_ns(CLOCK_MONOTONIC_RAW);
    *leader_is_gone = bytes && !memory; /* of one that has ended there is none */
    usage->peak = larger(usage->peak, memory);
    if (most > usage->inherited)
        usage->peak = larger(usage->peak, most);
    values[NUMBER(MEMORY)] = memory;
    values[NUMBER(PEAK)] = usage->peak;
    usage->own[NUMBER(WRITTEN)] = lprt_file_written();
    leave_out(usage, reading);
    usage->own[NUMBER(READ)] += io_bytes + bytes;
    return memory && (io_bytes || !(usage->figures & LPROF_FIGURE_READ));
}

bool lprt_usage_read_last(const struct lprt_usage *usage, struct lprt_reading *reading)
{
    struct lprt_usage last = *usage;
    bool leader_is_gone = false;

    last.io = -1; /* the other thread's */
    last.statm = -1;
    last.peak = larger(last.peak, read_peak());
    return lprt_usage_read(&last, reading, &leader_is_gone);
}

void lprt_usage_count_own(struct lprt_usage *usage)
{
    read_sums(usage->own, RUSAGE_THREAD, CLOCK_THREAD_CPUTIME_ID); /* the others stay */
}
