/* SPDX-License-Identifier: MIT */
/* Whether the writer of a file still runs. */
#include "lprof_internal.h"
#include "lprof_stat.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

bool lprof_file_is_locked(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool lprof_process_lives(uint32_t pid, uint64_t process_start)
{
    char path[64];
    char stat[1024];

    snprintf(path, sizeof path, "/proc/%u/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const size_t size = fread(stat, 1, sizeof stat - 1, file);
    fclose(file);
    stat[size] = '\0';
    const char *start = lprof_stat_start(stat);
    return start && strtoull(start, NULL, 10) == process_start;
}
