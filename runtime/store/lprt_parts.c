/* SPDX-License-Identifier: MIT */
#include "store/lprt_parts.h"
#include "base/lprt_lock.h"
#include "base/lprt_proc.h"
#include "store/lprt_file.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static struct lprof_header *shared; /* page 0 of the file; NULL: it is not shared */

void lprt_parts_start(struct lprof_header *header, uint64_t file_bytes)
{
    LPRT_GUARDED();
    if (shared)
        return;
    shared = header;
    __atomic_store_n(&header->end_bytes, file_bytes, __ATOMIC_RELEASE);
}

bool lprt_parts_started(void)
{
    return shared != NULL;
}

struct lprof_header *lprt_parts_header(void)
{
    return shared;
}

/* An old size of 0 makes a second mapping of the same page, without the descriptor, which
   the program may have closed. */
bool lprt_parts_keep_header(void)
{
    void *kept = mremap(shared, 0, LPROF_PART_BYTES, MREMAP_MAYMOVE);

    if (kept == MAP_FAILED)
        return false;
    shared = kept;
    return true;
}

/* ---- Adding ---- */

int lprt_parts_allot(uint64_t bytes, uint64_t *offset)
{
    const uint64_t size = bytes + LPROF_PART_BYTES;

    LPRT_GUARDED();
    *offset = __atomic_fetch_add(&shared->end_bytes, size, __ATOMIC_ACQ_REL);
    return lprt_file_extend(*offset, *offset + size);
}

int lprt_parts_publish(struct lprof_part *part, uint64_t offset)
{
    uint64_t newest = __atomic_load_n(&shared->parts, __ATOMIC_ACQUIRE);

    LPRT_GUARDED();
    do {
        part->next = newest;
        const int error = lprt_file_write(part, sizeof *part, offset);
        if (error)
            return error;
    } while (!__atomic_compare_exchange_n(&shared->parts, &newest, offset, false,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return 0;
}

/* ---- Finding ---- */

static bool read_part(uint64_t offset, struct lprof_part *part)
{
    return pread(lprt_file_descriptor(), part, sizeof *part, (off_t)offset) ==
           (ssize_t)sizeof *part;
}

bool lprt_parts_find(uint64_t image, uint64_t from, struct lprof_part *part,
                     uint64_t *offset)
{
    *offset = __atomic_load_n(&shared->parts, __ATOMIC_ACQUIRE);
    while (*offset && read_part(*offset, part)) {
        if (part->image == image && part->from == from)
            return true;
        *offset = part->next;
    }
    return false;
}

/* ---- Owners ---- */

uint64_t lprt_parts_owner(uint32_t pid, uint64_t process_start)
{
    return process_start << 32 | pid;
}

/* Surely: one that has ended but has not been collected may have threads that run. */
static bool is_dead(uint64_t owner)
{
    const uint32_t pid = (uint32_t)owner;
    uint64_t start = 0;

    if (owner == LPRT_OWNER_UNKNOWN)
        return false;
    if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
        return true;
    return owner >> 32 && lprt_proc_start(pid, &start) &&
           (uint32_t)start != (uint32_t)(owner >> 32);
}

/* Change a part's owner, if it still is the one that it was. */
static bool change_owner(uint64_t offset, uint64_t before, uint64_t after)
{
    struct lprof_part *part = mmap(NULL, LPROF_PART_BYTES, PROT_READ | PROT_WRITE,
                                   MAP_SHARED, lprt_file_descriptor(), (off_t)offset);

    if (part == MAP_FAILED)
        return false;
    const bool changed = __atomic_compare_exchange_n(&part->owner, &before, after, false,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    munmap(part, LPROF_PART_BYTES);
    return changed;
}

uint64_t lprt_parts_take_over(uint64_t key, uint64_t owner)
{
    uint64_t at = __atomic_load_n(&shared->parts, __ATOMIC_ACQUIRE);
    struct lprof_part part;

    LPRT_GUARDED();
    for (; at && read_part(at, &part); at = part.next) {
        if (part.image == at && part.key == key && is_dead(part.owner) &&
            change_owner(at, part.owner, owner))
            return at;
    }
    return 0;
}
