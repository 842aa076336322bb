/* SPDX-License-Identifier: MIT */
/* Brings a file into memory: once, since it may be written to meanwhile. */
#include "lprof_internal.h"
#include "lprof_sparse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a growing buffer starts with: room for the header's page and some more. */
#define FIRST_ROOM_BYTES ((size_t)64 * 1024)

static enum lprof_status fail(struct lprof_detail *detail, enum lprof_status status)
{
    detail->error = errno;
    return status;
}

/* Read until `file` holds `wanted` bytes or the end; the room is there. */
static enum lprof_status fill(struct lprof_file *file, int fd, size_t wanted,
                              struct lprof_detail *detail)
{
    while (file->size < wanted) {
        const ssize_t got = read(fd, file->bytes + file->size, wanted - file->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(detail, LPROF_NOT_READ);
        if (got == 0)
            return LPROF_OK;
        file->size += (size_t)got;
    }
    return LPROF_OK;
}

static enum lprof_status make_room(struct lprof_file *file, size_t size)
{
    uint8_t *bytes = realloc(file->bytes, size);
    if (!bytes)
        return LPROF_NO_MEMORY;
    file->bytes = bytes;
    return LPROF_OK;
}

/* What the header says; call it only when lprof_identify() has agreed. */
static uint64_t used_bytes(const struct lprof_file *file)
{
    struct lprof_header header = {0};
    memcpy(&header, file->bytes, file->size < sizeof header ? file->size : sizeof header);
    return lprof_parts_end(&header);
}

/* The bytes after the first page.  A regular file's size bounds the room at once; a
   pipe's is found out by doubling, so that a false length costs nothing. */
static enum lprof_status read_rest(struct lprof_file *file, int fd, uint64_t file_bytes,
                                   struct lprof_detail *detail)
{
    const uint64_t used = used_bytes(file);
    enum lprof_status status = LPROF_OK;
    uint64_t room = file_bytes;

    if (!room)
        room = FIRST_ROOM_BYTES;
    for (;;) {
        const uint64_t wanted = used < room ? used : room;
        if (wanted <= file->size)
            return LPROF_OK;
        status = make_room(file, wanted);
        if (!status)
            status = fill(file, fd, wanted, detail);
        if (status || file->size < wanted || file_bytes)
            return status;
        room *= 2;
    }
}

/* A pipe has no size, nor has what /proc shows: 0. */
static enum lprof_status size_of(int fd, uint64_t *size, struct lprof_detail *detail)
{
    struct stat st;

    if (fstat(fd, &st))
        return fail(detail, LPROF_NOT_READ);
    *size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    return LPROF_OK;
}

/* What has parts is put together first, and a pipe is read as it comes: both whole. */
static bool can_be_sparse(const struct lprof_file *file, uint64_t file_bytes)
{
    struct lprof_header header = {0};

    memcpy(&header, file->bytes, file->size < sizeof header ? file->size : sizeof header);
    return file_bytes && !lprof_has_parts(&header);
}

static enum lprof_status read_open(struct lprof_file *file, int fd,
                                   enum lprof_reading reading,
                                   struct lprof_detail *detail)
{
    uint64_t size = 0;

    enum lprof_status status = make_room(file, FIRST_ROOM_BYTES);
    if (!status)
        status = fill(file, fd, LPROF_HEADER_BYTES, detail);
    if (!status)
        status = lprof_identify(file->bytes, file->size, detail);
    /* After the header: a writer makes the file longer before it says so there. */
    if (!status)
        status = size_of(fd, &size, detail);
    if (status)
        return status;
    file->locked = lprof_file_is_locked(fd);
    if (reading == LPROF_READ_SUMS && can_be_sparse(file, size)) {
        const uint64_t used = used_bytes(file);
        return lprof_sparse_read(file, fd, used < size ? used : size, detail);
    }
    return read_rest(file, fd, size, detail);
}

enum lprof_status lprof_file_read(struct lprof_file *file, const char *path,
                                  enum lprof_reading reading, struct lprof_detail *detail)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return fail(detail, LPROF_NOT_OPENED);
    const enum lprof_status status = read_open(file, fd, reading, detail);
    close(fd);
    return status;
}
