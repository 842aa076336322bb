/* SPDX-License-Identifier: MIT */
/* NVIDIA's management library, as far as it says what this process uses. */
#ifndef LPRT_NVML_H
#define LPRT_NVML_H

#include <stdbool.h>
#include <stdint.h>

enum { LPRT_NVML_NAME_BYTES = 96 };

struct lprt_nvml_use {
    uint64_t figures; /* those that are known, of enum lprof_figure; 0: it is not used */
    uint64_t percent;
    uint64_t bytes;
};

/* false if there is no such library. */
bool lprt_nvml_open(void);

/* false if it does not work.  This may take long, or never end, as all that follows. */
bool lprt_nvml_start(void);

uint32_t lprt_nvml_count(void);

/* gpu   less than the count */
void lprt_nvml_name(uint32_t gpu, char name[LPRT_NVML_NAME_BYTES]);

/* What cannot be is left out. */
void lprt_nvml_read(uint32_t gpu, struct lprt_nvml_use *use);

#endif
