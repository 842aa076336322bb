/* SPDX-License-Identifier: MIT */
#include "store/lprt_old.h"
#include "base/lprt_lock.h"
#include "base/lprt_proc.h"
#include "base/lprt_text.h"
#include "lprof_schema.h"
#include "store/lprt_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[LPRT_NAME_BYTES]; /* too large for a stack */

int lprt_old_open(const char *path)
{
    const int flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    const int fd = open(path, O_RDWR | flags);
    return fd < 0 && errno == EACCES ? open(path, O_RDONLY | flags) : fd;
}

/* The old file's header names a process that lives: an earlier image of this one, or
   one that cannot lock. */
static bool names_live_process(int fd)
{
    struct lprof_header header;
    uint64_t start = 0;

    return pread(fd, &header, sizeof header, 0) == (ssize_t)sizeof header &&
           memcmp(&header.magic, LPROF_MAGIC, sizeof header.magic) == 0 &&
           header.major == LPROF_MAJOR && lprt_proc_start(header.pid, &start) &&
           start == header.process_start;
}

/* Where the old file cannot be opened for writing: a look instead of a lock. */
static bool is_locked(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
}

bool lprt_old_is_held(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    if (fcntl(fd, F_OFD_SETLK, &whole) != 0 && (errno == EAGAIN || errno == EACCES))
        return true;
    return is_locked(fd) || names_live_process(fd);
}

bool lprt_old_is_foreign(int fd)
{
    char magic[sizeof(uint64_t)];
    const ssize_t size = pread(fd, magic, sizeof magic, 0);

    return size > 0 && memcmp(magic, LPROF_MAGIC, (size_t)size) != 0;
}

const char *lprt_old_name(const char *path)
{
    struct lprt_text text = lprt_text_in(name, sizeof name);

    lprt_text_put(&text, path);
    lprt_text_put(&text, ".old");
    return text.cut ? NULL : name;
}

static bool may_be_replaced(const char *path)
{
    const int fd = lprt_old_open(path);
    struct stat status;

    if (fd < 0)
        return errno == ENOENT;
    const bool may = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                     !lprt_old_is_foreign(fd) && !lprt_old_is_held(fd);
    close(fd);
    return may;
}

int lprt_old_keep(const char *path)
{
    const char *kept = lprt_old_name(path);

    LPRT_GUARDED();
    if (!kept || !may_be_replaced(kept) || rename(path, kept) != 0)
        return EBUSY;
    return 0;
}

void lprt_old_restore(const char *path)
{
    const char *kept = lprt_old_name(path);

    LPRT_GUARDED();
    if (kept)
        renameat2(AT_FDCWD, kept, AT_FDCWD, path, RENAME_NOREPLACE);
}
