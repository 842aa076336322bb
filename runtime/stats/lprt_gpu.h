/* SPDX-License-Identifier: MIT */
/*
 * What this process uses of GPUs, as NVIDIA's library says.  A thread of its own asks it,
 * as it may take long, or never return.
 */
#ifndef LPRT_GPU_H
#define LPRT_GPU_H

#include <stdint.h>

/* Does nothing where there is no such library.  Not while the lock is held. */
void lprt_gpu_start(uint32_t hz);

/* It is waited for, not for long. */
void lprt_gpu_stop(void);

#endif
