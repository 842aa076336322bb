/* SPDX-License-Identifier: MIT */
/*
 * Every file of the runtime is compiled with this one first.  A program may define, and
 * profile, functions of its own with the names of libc's; they would be called in place
 * of libc's, in the midst of what must not be interrupted, and count themselves.  So the
 * runtime's calls go to trampolines, and these to libc.
 */
#ifndef LPRT_LIBC_H
#define LPRT_LIBC_H

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* No header has it. */
int __cxa_atexit(void (*function)(void *), void *arg, void *library);

/* Where each was found; where the trampolines jump to. */
#define X(name) __typeof__(name) *name;
extern struct lprt_libc {
#include "base/lprt_libc_names.h"
} lprt_libc __attribute__((__visibility__("hidden")));
#undef X

#define X(name) extern __typeof__(name) name __asm__("lprt_call_" #name);
#include "base/lprt_libc_names.h"
#undef X

/* Finds libc's functions.  Does nothing but the first time; where there is no libc to
   look into, as in a static program, its functions are called by their names. */
void lprt_libc_find(void);

/* A handle of libc; NULL if this is another.  Only the shared library has it. */
void *lprt_libc_handle(void);

/* Opens a library; NULL if there is none of that name.  Only the shared library has it.
 */
void *lprt_libc_open(const char *library);

/* As pthread_create(): libc's, or what the program has in its place, as of a sanitizer,
   which must know of a thread that runs code of others.  The shared library's, too. */
int lprt_libc_thread(pthread_t *thread, const pthread_attr_t *attributes,
                     void *(*start)(void *), void *arg);

#endif
