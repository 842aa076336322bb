/* SPDX-License-Identifier: MIT */
/* What /proc tells about processes. */
#ifndef LPRT_PROC_H
#define LPRT_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* When a process started, in clock ticks after boot.  false if it does not exist, or
   has ended and waits to be collected. */
bool lprt_proc_start(uint32_t pid, uint64_t *start);

/* This process's arguments, each ended by NUL, as far as they fit; returns the bytes. */
size_t lprt_proc_command(char *buffer, size_t room);

/* For how long a thread of this process could have run, but others had the processor, in
   ns since it began; 0 if that is not known. */
uint64_t lprt_proc_delayed_ns(uint64_t tid);
/* Its environment as it was at the start, in the same form. */
size_t lprt_proc_environment(char *buffer, size_t room);

/* Open one of this process's files, such as "status"; -1 if there is none.  Its text from
   the beginning, as it is now and as far as it fits, ended by NUL; returns its bytes. */
int lprt_proc_open(const char *name);
size_t lprt_proc_text(int fd, char *buffer, size_t room);

/* The number behind a text such as "VmRSS:" and blanks.  false if it is not there. */
bool lprt_proc_number(const char *text, const char *name, uint64_t *number);

/* A mapping of this process, and the end of the one below it (0: none). */
struct lprt_proc_mapping {
    uintptr_t begin;
    uintptr_t end;
    uintptr_t below;
};

/* The mapping of that name, in brackets. */
bool lprt_proc_find_named(const char *name, struct lprt_proc_mapping *out);

/* The mapping around an address, or, if address is 0, the first thread's stack. */
bool lprt_proc_find_mapping(uintptr_t address, struct lprt_proc_mapping *out);

#endif
