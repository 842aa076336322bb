/* SPDX-License-Identifier: MIT */
/*
 * A process in which nothing is recorded, by the user's wish.  Light code counts all the
 * same, so each thread does so in private memory of its own: threads that wrote to the
 * same memory would wait for one another.
 */
#ifndef LPRT_SILENT_H
#define LPRT_SILENT_H

#include <stdint.h>

/* Once.  Nothing else is started in such a process. */
void lprt_silent_start(void);

/* A count in the section of a module (lprt_layouts_register_silent()). */
struct lprt_silent_count {
    char *base;
    int64_t offset; /* of the count from there */
};

/* Its base becomes that of the calling thread's own memory, where the thread counts from
   now on, if there is any.  Takes the lock. */
void lprt_silent_move(void *count) __attribute__((__visibility__("hidden")));

#endif
