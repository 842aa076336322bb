/* SPDX-License-Identifier: MIT */
/* A libnvidia-ml.so.1 with two GPUs, of which the process uses the second, that answers
   as FAKE_NVML says. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORTED __attribute__((__visibility__("default")))

enum { NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7 };

struct process {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpu_instance, compute_instance;
};

struct utilization {
    unsigned pid;
    unsigned long long time_us;
    unsigned sm, memory, encoder, decoder;
};

struct memory {
    unsigned long long total, free, used;
};

static bool is(const char *behaviour)
{
    const char *wanted = getenv("FAKE_NVML");

    return wanted && strcmp(wanted, behaviour) == 0;
}

static void hang_if(const char *behaviour)
{
    while (is(behaviour))
        pause();
}

static bool is_gone;

/* What asks from now on would crash in the real one. */
static void take_down(void)
{
    is_gone = true;
}

static void check_is_there(void)
{
    if (is_gone)
        abort();
}

EXPORTED int nvmlInit_v2(void)
{
    hang_if("hangs at the start");
    atexit(take_down);
    return is("fails") ? 999 : 0;
}

EXPORTED int nvmlDeviceGetCount_v2(unsigned *count)
{
    check_is_there();
    *count = is("counts wrong") ? 0xffffffffu : 2;
    return 0;
}

EXPORTED int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    static char devices[2];

    check_is_there();
    *device = index < 2 ? &devices[index] : NULL;
    return index < 2 ? 0 : NOT_FOUND;
}

static bool is_second(void *device)
{
    void *second = NULL;

    return nvmlDeviceGetHandleByIndex_v2(1, &second) == 0 && device == second;
}

EXPORTED int nvmlDeviceGetName(void *device, char *name, unsigned bytes)
{
    (void)device;
    strncpy(name, "Fake \x1b[31mGPU", bytes);
    return 0;
}

EXPORTED int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory)
{
    (void)device;
    memory->total = 80ull << 30;
    return 0;
}

EXPORTED int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count,
                                                     struct process *processes)
{
    check_is_there();
    hang_if("hangs");
    if (is("has too many")) {
        *count = 100000;
        return TOO_SMALL;
    }
    processes[0] = (struct process){.pid = 1, .bytes = 1u << 20};
    processes[1] = (struct process){.pid = (unsigned)getpid(), .bytes = 3u << 30};
    if (is("says what cannot be"))
        processes[1].bytes = ~0ull;
    *count = is_second(device) ? 2 : 1;
    return 0;
}

EXPORTED int nvmlDeviceGetProcessUtilization(void *device, struct utilization *samples,
                                             unsigned *count, unsigned long long since_us)
{
    check_is_there();
    (void)since_us;
    (void)device;
    if (is("does not know"))
        return NOT_SUPPORTED;
    samples[0] = (struct utilization){.pid = (unsigned)getpid(), .time_us = 2, .sm = 40};
    samples[1] = (struct utilization){.pid = (unsigned)getpid(), .time_us = 1, .sm = 90};
    samples[2] = (struct utilization){.pid = 1, .time_us = 3, .sm = 99};
    if (is("says what cannot be"))
        samples[0].sm = 4000000;
    *count = 3;
    return 0;
}
