/* SPDX-License-Identifier: MIT */
#include "stats/lprt_nvml.h"

#include "lprof_schema.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* As the library's header has them; its functions return 0 for success. */
struct nvml_process {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpu_instance;
    unsigned compute_instance;
};

struct nvml_utilization {
    unsigned pid;
    unsigned long long time_us;
    unsigned sm;
    unsigned memory;
    unsigned encoder;
    unsigned decoder;
};

struct nvml_memory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

enum { NVML_NOT_FOUND = 6, MOST_PROCESSES = 256, MOST_PERCENT = 100 };

static struct {
    int (*nvmlInit_v2)(void);
    int (*nvmlDeviceGetCount_v2)(unsigned *count);
    int (*nvmlDeviceGetHandleByIndex_v2)(unsigned index, void **device);
    int (*nvmlDeviceGetName)(void *device, char *name, unsigned bytes);
    int (*nvmlDeviceGetMemoryInfo)(void *device, struct nvml_memory *memory);
    int (*nvmlDeviceGetComputeRunningProcesses_v3)(void *device, unsigned *count,
                                                   struct nvml_process *processes);
    int (*nvmlDeviceGetProcessUtilization)(void *device, struct nvml_utilization *samples,
                                           unsigned *count, unsigned long long since_us);
} nvml;

/* Large, and used by one thread. */
static union {
    struct nvml_process processes[MOST_PROCESSES];
    struct nvml_utilization samples[MOST_PROCESSES];
} answer;

#define FUNCTION(name)                          \
    {                                           \
#        name, offsetof(__typeof__(nvml), name) \
    }

static void find_functions(void *library)
{
    static const struct {
        const char *name;
        size_t member;
    } functions[] = {
        FUNCTION(nvmlInit_v2),
        FUNCTION(nvmlDeviceGetCount_v2),
        FUNCTION(nvmlDeviceGetHandleByIndex_v2),
        FUNCTION(nvmlDeviceGetName),
        FUNCTION(nvmlDeviceGetMemoryInfo),
        FUNCTION(nvmlDeviceGetComputeRunningProcesses_v3),
        FUNCTION(nvmlDeviceGetProcessUtilization),
    };

    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *found = dlsym(library, functions[i].name);
        memcpy((char *)&nvml + functions[i].member, &found, sizeof found);
    }
}

bool lprt_nvml_open(void)
{
    void *library = lprt_libc_open("libnvidia-ml.so.1");

    if (!library)
        return false;
    find_functions(library);
    return nvml.nvmlInit_v2 && nvml.nvmlDeviceGetCount_v2 &&
           nvml.nvmlDeviceGetHandleByIndex_v2 &&
           nvml.nvmlDeviceGetComputeRunningProcesses_v3;
}

bool lprt_nvml_start(void)
{
    return nvml.nvmlInit_v2() == 0;
}

uint32_t lprt_nvml_count(void)
{
    unsigned count = 0;

    return nvml.nvmlDeviceGetCount_v2(&count) == 0 ? count : 0;
}

static void *device_of(uint32_t gpu)
{
    void *device = NULL;

    return nvml.nvmlDeviceGetHandleByIndex_v2(gpu, &device) == 0 ? device : NULL;
}

void lprt_nvml_name(uint32_t gpu, char name[LPRT_NVML_NAME_BYTES])
{
    void *device = device_of(gpu);

    memset(name, 0, LPRT_NVML_NAME_BYTES);
    if (device && nvml.nvmlDeviceGetName)
        nvml.nvmlDeviceGetName(device, name, LPRT_NVML_NAME_BYTES - 1);
}

/* What it has in all; no process can have more. */
static uint64_t total_of(void *device)
{
    struct nvml_memory memory = {0};

    if (!nvml.nvmlDeviceGetMemoryInfo ||
        nvml.nvmlDeviceGetMemoryInfo(device, &memory) != 0)
        return INT64_MAX;
    return memory.total;
}

/* Whether this process is there.  On parts of a GPU it may be several times. */
static bool read_memory(void *device, struct lprt_nvml_use *use)
{
    const uint64_t total = total_of(device);
    const unsigned self = (unsigned)getpid();
    unsigned count = MOST_PROCESSES;
    bool is_there = false;
    bool can_be = true;

    if (nvml.nvmlDeviceGetComputeRunningProcesses_v3(device, &count, answer.processes) !=
            0 ||
        count > MOST_PROCESSES)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (answer.processes[i].pid != self)
            continue;
        is_there = true;
        can_be &= answer.processes[i].bytes <= total &&
                  answer.processes[i].bytes <= total - use->bytes;
        use->bytes += can_be ? answer.processes[i].bytes : 0;
    }
    if (is_there && can_be)
        use->figures |= LPROF_FIGURE_GPU_MEMORY;
    return is_there;
}

/* The library keeps some seconds of samples: the last of this process is what it does
   now, and where it has none, it does nothing. */
static void read_percent(void *device, struct lprt_nvml_use *use)
{
    const unsigned self = (unsigned)getpid();
    unsigned count = MOST_PROCESSES;
    unsigned long long last_us = 0;

    if (!nvml.nvmlDeviceGetProcessUtilization)
        return;
    const int status =
        nvml.nvmlDeviceGetProcessUtilization(device, answer.samples, &count, 0);
    if (status == NVML_NOT_FOUND)
        count = 0;
    else if (status != 0 || count > MOST_PROCESSES)
        return;
    for (unsigned i = 0; i < count; i++) {
        if (answer.samples[i].pid != self || answer.samples[i].time_us < last_us)
            continue;
        last_us = answer.samples[i].time_us;
        use->percent = answer.samples[i].sm;
    }
    if (use->percent <= MOST_PERCENT)
        use->figures |= LPROF_FIGURE_GPU_USE;
}

void lprt_nvml_read(uint32_t gpu, struct lprt_nvml_use *use)
{
    void *device = device_of(gpu);

    *use = (struct lprt_nvml_use){0};
    if (device && read_memory(device, use))
        read_percent(device, use);
}
