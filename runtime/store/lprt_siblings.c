/* SPDX-License-Identifier: MIT */
/*
 * Processes of the family may be killed at any moment and wait for none: a place of the
 * table is taken and given back by one atomic exchange.  Whoever is killed in between
 * leaves a place that is not used again, and a file that is not dropped.
 */
#include "store/lprt_siblings.h"
#include "base/lprt_lock.h"
#include "store/lprt_file.h"
#include "store/lprt_name.h"
#include "store/lprt_old.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PLACES = 1024, /* children beyond that which run at a time are not known */
    FREE = 0,
    BUSY = 1, /* being changed */
    FIRST_ORDER = 2,
};

struct sibling {
    _Atomic uint64_t order; /* of beginning; or FREE, or BUSY */
    _Atomic uint64_t bytes; /* on the disk, once it has ended; 0: it has not */
    dev_t device;
    ino_t inode;
    uint32_t pid;
    uint32_t number; /* of its name, as of lprt_name_candidate() */
};

static struct {
    _Atomic uint64_t next_order;
    _Atomic uint64_t dropped;
    _Atomic uint32_t used; /* places that have ever been taken; a few more, perhaps */
    struct sibling places[PLACES];
} * family; /* shared by all; NULL: there is none */

static struct sibling *own; /* NULL: not known to the family */

static char path[LPRT_NAME_BYTES]; /* too large for a stack */

void lprt_siblings_prepare(void)
{
    LPRT_GUARDED();
    if (family)
        return;
    void *shared = mmap(NULL, sizeof *family, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return;
    family = shared;
    family->next_order = FIRST_ORDER;
}

uint64_t lprt_siblings_dropped(void)
{
    return family ? atomic_load(&family->dropped) : 0;
}

static uint32_t places_used(void)
{
    const uint32_t used = atomic_load(&family->used);
    return used < PLACES ? used : PLACES;
}

/* ---- One sibling ---- */

/* Its file is still there, under its name. */
static bool find_file(const struct sibling *sibling, struct stat *status)
{
    return lprt_name_candidate(path, sibling->pid, sibling->number) == 0 &&
           lstat(path, status) == 0 && status->st_dev == sibling->device &&
           status->st_ino == sibling->inode;
}

static uint64_t bytes_on_disk(const struct stat *status)
{
    enum { UNIT = 512 };
    return (uint64_t)status->st_blocks * UNIT + 1;
}

/* Whether it counts in its file, asked of one that is gone by its id: it may be in
   another namespace, where it has another. */
static bool is_held(void)
{
    const int fd = lprt_old_open(path);

    if (fd < 0)
        return false;
    const bool held = lprt_old_is_held(fd);
    close(fd);
    return held;
}

/* What was killed, or left by _exit, has not said that it has ended. */
static void look(struct sibling *sibling, uint64_t order)
{
    struct stat status;

    if (atomic_load(&sibling->bytes) || kill((pid_t)sibling->pid, 0) == 0 ||
        errno != ESRCH)
        return;
    if (!find_file(sibling, &status))
        atomic_compare_exchange_strong(&sibling->order, &order, FREE);
    else if (!is_held())
        atomic_store(&sibling->bytes, bytes_on_disk(&status));
}

static void drop(struct sibling *sibling, uint64_t order)
{
    struct stat status;

    if (!atomic_compare_exchange_strong(&sibling->order, &order, BUSY))
        return; /* another process does */
    if (find_file(sibling, &status) && unlink(path) == 0)
        atomic_fetch_add(&family->dropped, 1);
    atomic_store(&sibling->order, FREE);
}

/* ---- All of them ---- */

/* Those that have ended. */
struct sum {
    uint64_t files;
    uint64_t bytes;
    struct sibling *oldest;
    uint64_t oldest_order;
};

static struct sum sum_up(void)
{
    struct sum sum = {.oldest_order = UINT64_MAX};
    const uint32_t used = places_used();

    for (uint32_t i = 0; i < used; i++) {
        struct sibling *sibling = &family->places[i];
        const uint64_t order = atomic_load(&sibling->order);
        if (order < FIRST_ORDER)
            continue;
        look(sibling, order);
        const uint64_t bytes = atomic_load(&sibling->bytes);
        if (!bytes || atomic_load(&sibling->order) != order)
            continue;
        sum.files++;
        sum.bytes += bytes;
        if (order < sum.oldest_order) {
            sum.oldest = sibling;
            sum.oldest_order = order;
        }
    }
    return sum;
}

static bool is_too_much(const struct sum *sum)
{
    return sum->files > LPRT_MOST_CHILDREN || sum->bytes > LPRT_MOST_CHILDREN_BYTES;
}

static struct sibling *take_place(void)
{
    for (uint32_t i = 0; i < PLACES; i++) {
        struct sibling *sibling = &family->places[i];
        uint64_t is_free = FREE;
        if (!atomic_compare_exchange_strong(&sibling->order, &is_free, BUSY))
            continue;
        uint32_t used = atomic_load(&family->used);
        while (used <= i && !atomic_compare_exchange_weak(&family->used, &used, i + 1))
            ;
        return sibling;
    }
    return NULL;
}

void lprt_siblings_add(uint32_t pid)
{
    struct stat status;

    LPRT_GUARDED();
    own = NULL;
    if (!family || !lprt_file_exists() || stat(lprt_file_path(), &status) != 0)
        return;
    own = take_place();
    if (own) {
        own->pid = pid;
        own->number = lprt_file_number();
        own->device = status.st_dev;
        own->inode = status.st_ino;
        atomic_store(&own->bytes, 0);
        atomic_store(&own->order, atomic_fetch_add(&family->next_order, 1));
    }
    struct sum sum = sum_up();
    for (uint32_t i = 0; i < PLACES && is_too_much(&sum) && sum.oldest; i++) {
        drop(sum.oldest, sum.oldest_order);
        sum = sum_up();
    }
}

void lprt_siblings_end(void)
{
    struct stat status;

    LPRT_GUARDED();
    if (own && find_file(own, &status))
        atomic_store(&own->bytes, bytes_on_disk(&status));
}
