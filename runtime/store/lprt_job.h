/* SPDX-License-Identifier: MIT */
/* The job of which the process is a rank: what MPI's launchers, Slurm and torchrun tell
   of it. */
#ifndef LPRT_JOB_H
#define LPRT_JOB_H

#include <stdbool.h>
#include <stdint.h>

struct lprt_job {
    int32_t rank;      /* -1: none, and the rest is 0 */
    uint32_t size;     /* ranks; 0: not known */
    uint64_t start_ns; /* since the epoch; 0: not known */
    char id[128];      /* "openmpi 255655937"; empty: not known */
};

/* Guarded slow path only (lprt_lock.h). */
void lprt_job_read(struct lprt_job *job);

/* Add the JOB record, if there is something to say; false if there is no room.  Guarded
   slow path only. */
bool lprt_job_record(const struct lprt_job *job);

#endif
