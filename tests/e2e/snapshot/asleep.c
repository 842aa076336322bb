/* SPDX-License-Identifier: MIT */
/* To be preloaded: tells by a file that the program sleeps for the first time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

int nanosleep(const struct timespec *time, struct timespec *left)
{
    int (*next)(const struct timespec *, struct timespec *) = NULL;

    close(open("asleep", O_WRONLY | O_CREAT, 0600));
    *(void **)&next = dlsym(RTLD_NEXT, "nanosleep");
    return next(time, left);
}
