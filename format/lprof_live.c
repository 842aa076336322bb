/* SPDX-License-Identifier: MIT */
/* Whether the writer of a file still runs. */
#include "lprof_internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lprof_file_is_locked(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/* Field 22 of /proc/PID/stat, counted from behind the program's name, which may hold
   spaces and parentheses. */
static bool parse_start(const char *stat, uint64_t *start)
{
    const char *at = strrchr(stat, ')');
    for (int field = 2; at && field < 22; field++) {
        at = strchr(at, ' ');
        if (at)
            at++;
    }
    if (!at)
        return false;
    *start = strtoull(at, NULL, 10);
    return true;
}

bool lprof_process_lives(uint32_t pid, uint64_t process_start)
{
    char path[64];
    char stat[1024];
    uint64_t start = 0;

    snprintf(path, sizeof path, "/proc/%u/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const size_t size = fread(stat, 1, sizeof stat - 1, file);
    fclose(file);
    stat[size] = '\0';
    return parse_start(stat, &start) && start == process_start;
}
