/* SPDX-License-Identifier: MIT */
/* Stopwatches inside the programs: what they show the profile is held against. */
#ifndef WATCH_H
#define WATCH_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

static inline uint64_t watch_read(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static inline uint64_t watch_now(void)
{
    return watch_read(CLOCK_MONOTONIC);
}

/* Keep the processor busy for some time of its own; returns how long it took in all. */
static inline uint64_t watch_burn(uint64_t ns)
{
    const uint64_t begin = watch_now();
    const uint64_t begin_cpu = watch_read(CLOCK_THREAD_CPUTIME_ID);

    while (watch_read(CLOCK_THREAD_CPUTIME_ID) - begin_cpu < ns)
        ;
    return watch_now() - begin;
}

/* For how long the program's first thread could have run, but others did; 0: not known.
 */
static inline uint64_t watch_delayed(void)
{
    unsigned long long ran = 0;
    unsigned long long waited = 0;
    FILE *file = fopen("/proc/self/schedstat", "r");

    if (!file)
        return 0;
    if (fscanf(file, "%llu %llu", &ran, &waited) != 2)
        waited = 0;
    fclose(file);
    return waited;
}

/* "NAME NS", a line each; read by the test. */
static inline void watch_print(const char *name, uint64_t ns)
{
    printf("%s %llu\n", name, (unsigned long long)ns);
}

#endif
