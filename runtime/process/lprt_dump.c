/* SPDX-License-Identifier: MIT */
#include "process/lprt_dump.h"
#include "base/lprt_lock.h"
#include "base/lprt_text.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_cut.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "process/lprt_process.h"
#include "store/lprt_file.h"
#include "store/lprt_name.h"
#include "store/lprt_old.h"
#include "store/lprt_region.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Too large for a stack; one at a time, as the lock is held. */
static char named[LPRT_NAME_BYTES];
static char temporary[LPRT_NAME_BYTES];
static union {
    struct lprof_header fields;
    char bytes[LPROF_HEADER_BYTES];
} header;

static int name_beside_profile(void)
{
    static const char suffix[] = ".lprof";
    static uint64_t count;
    struct lprt_text text = lprt_text_in(named, sizeof named);
    const char *profile = lprt_file_path();
    const size_t size = strlen(profile);
    const size_t tail = sizeof suffix - 1;
    const bool has_suffix = size > tail && strcmp(profile + size - tail, suffix) == 0;

    lprt_text_put_bytes(&text, profile, has_suffix ? size - tail : size);
    lprt_text_put(&text, ".dump-");
    lprt_text_put_number(&text, ++count);
    lprt_text_put(&text, suffix);
    return text.cut ? ENAMETOOLONG : 0;
}

static int name_temporary(const char *path)
{
    struct lprt_text text = lprt_text_in(temporary, sizeof temporary);

    lprt_text_put(&text, path);
    lprt_text_put(&text, ".");
    lprt_text_put_number(&text, (uint64_t)getpid());
    lprt_text_put(&text, ".tmp");
    return text.cut ? ENAMETOOLONG : 0;
}

static int write_run(uint64_t from, uint64_t to, void *arg)
{
    const int *fd = arg;
    const char *base = (const char *)lprt_region_header();
    const uint64_t used = lprt_region_used();

    if (to > used)
        to = used;
    return lprt_file_write_to(*fd, base + from, to - from, from);
}

/* The header is as at the end of the run; records are copied as they are, some of them
   just being changed: readers know that of a running program's file, too. */
static int write_copy(int fd)
{
    memcpy(header.bytes, lprt_region_header(), sizeof header);
    lprt_process_end_header(&header.fields);
    header.fields.used_bytes = lprt_region_used();
    const int error = lprt_region_walk_runs(write_run, &fd);
    return error ? error : lprt_file_write_to(fd, header.bytes, sizeof header, 0);
}

/* Of those that get a name by themselves, an earlier run's are kept. */
static int take_name(const char *path)
{
    if (path == named && access(path, F_OK) == 0 && lprt_old_keep(path) != 0)
        return EEXIST;
    return rename(temporary, path) == 0 ? 0 : errno;
}

static int write_file(const char *path)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    int error = lprt_file_check_name(path) ? EEXIST : name_temporary(path);
    const int fd = error ? -1 : lprt_file_open_new(temporary, flags);

    if (fd < 0)
        return error ? error : errno;
    error = write_copy(fd);
    if (close(fd) != 0 && !error)
        error = errno;
    if (!error)
        error = take_name(path);
    if (error)
        unlink(temporary);
    return error;
}

static int dump(const char *path)
{
    int error = 0;

    if (!lprt_process_has_run())
        return 0;
    if (lprt_cut_has_happened())
        return EIO;
    lprt_turn_look(lprt_self, NULL, 0);
    lprt_frames_count_visits(lprt_self);
    if (!path) {
        error = name_beside_profile();
        path = named;
    }
    return error ? error : write_file(path);
}

int lprt_dump(const char *path)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const int error = dump(path);
    lprt_lock_release(&guard);
    return error;
}
