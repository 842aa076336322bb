/* SPDX-License-Identifier: MIT */
#include "store/lprt_region.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "base/lprt_proc.h"
#include "count/lprt_cut.h"
#include "store/lprt_file.h"
#include "store/lprt_parts.h"
#include "store/lprt_runs.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

static const uint64_t most_reserved = UINT64_C(16) << 30;
static const uint64_t least_reserved = UINT64_C(4) << 20;
static const uint64_t first_step = UINT64_C(128) << 10;
static const uint64_t longest_step = UINT64_C(16) << 20;
/* Of a forked child, which may be one of thousands, and be killed. */
static const uint64_t childs_least_step = UINT64_C(32) << 10;

enum {
    PAGE = 4096,
    LINE = 64, /* of the processor's cache */
    RECORD_BYTES = sizeof(struct lprof_record),
};

/* 0 <= file <= mapped <= reserved, used <= mapped; all in bytes from base. */
static struct {
    unsigned char *base;
    uint64_t reserved;
    uint64_t
        mapped;     /* can be used: all of it private memory where it is not the file's */
    uint64_t file;  /* of the shared mapping at the beginning; 0: no file is mapped */
    uint64_t used;  /* end of the last record */
    uint64_t last;  /* where that begins, if this process has added it; else 0 */
    uint64_t taken; /* of `mapped`, without the gaps that are never written to */
    uint64_t image; /* of a forked child, in the file it shares; 0: the file's own */
    bool has_gaps;  /* a forked child's, of records that it does not need (lprt_runs.h) */
    bool is_child;  /* of a process that shares its file */
    bool file_failed;
    atomic_bool full;
    atomic_bool is_lost; /* the file is another's by now (lprt_cut.h) */
} region;

struct lprof_header *lprt_region_header(void)
{
    return (struct lprof_header *)region.base;
}

void lprt_region_warn(uint32_t warning)
{
    __atomic_fetch_or(&lprt_region_header()->warnings, warning, __ATOMIC_RELAXED);
}

uint64_t lprt_region_used(void)
{
    return region.used;
}

bool lprt_region_is_full(void)
{
    return atomic_load_explicit(&region.full, memory_order_relaxed);
}

size_t lprt_region_mapped(void)
{
    return region.mapped;
}

bool lprt_region_has(uintptr_t address)
{
    return region.base && address - (uintptr_t)region.base < region.mapped;
}

static uint64_t page_end(uint64_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

/* ---- Addresses and growth ---- */

/* Of what the program may map most is its own. */
static uint64_t most_to_reserve(void)
{
    enum { PARTS = 16 };
    struct rlimit limit;
    uint64_t bytes = most_reserved;

    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return bytes;
    while (bytes > least_reserved && bytes > limit.rlim_cur / PARTS)
        bytes /= 2;
    return bytes;
}

static int reserve(void)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

    for (uint64_t bytes = most_to_reserve(); bytes >= least_reserved; bytes /= 2) {
        void *base = mmap(NULL, bytes, PROT_NONE, flags, -1, 0);
        if (base != MAP_FAILED) {
            region.base = base;
            region.reserved = bytes;
            return 0;
        }
    }
    return errno;
}

static int map_memory(uint64_t from, uint64_t to)
{
    void *at = mmap(region.base + from, to - from, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    return at == MAP_FAILED ? errno : 0;
}

/* Over addresses that nothing lies at yet, or nothing of value.
   offset    in the file */
static int map_file(uint64_t from, uint64_t to, uint64_t offset)
{
    void *at = mmap(region.base + from, to - from, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_FIXED, lprt_file_descriptor(), (off_t)offset);
    return at == MAP_FAILED ? errno : 0;
}

/* Where the file is shared, its end is not this process's. */
static int grow_by_part(uint64_t to)
{
    struct lprof_part part = {
        .image = region.image, .from = region.mapped, .bytes = to - region.mapped};
    uint64_t offset = 0;

    int error = lprt_parts_allot(part.bytes, &offset);
    if (!error)
        error = map_file(region.mapped, to, offset + LPROF_PART_BYTES);
    return error ? error : lprt_parts_publish(&part, offset);
}

/*
 * Not if others have cut the file below what is used.  Either what is looked at is not
 * there, and the handler puts memory in the region's place; or the file has been made
 * longer since, by zeros, which are as good as lost.
 */
static bool is_whole(void)
{
    const volatile struct lprof_header *header = lprt_region_header();
    const volatile struct lprof_record *last =
        (const struct lprof_record *)(region.base + region.last);

    if (!header->magic || (region.last && !last->bytes))
        lprt_cut_let_go();
    return !atomic_load(&region.is_lost);
}

/* The look at whether it is whole is right before it gets longer: from a cut in between
   on there are zeros in it, and no signal, until the look behind. */
static int extend_file(uint64_t to)
{
    int error = lprt_file_reserve(region.mapped, to);

    if (error == EOPNOTSUPP || error == ENOSYS)
        error = lprt_file_extend(region.mapped, to);
    else if (!error)
        error = is_whole() ? lprt_file_truncate(to) : EIO;
    return error || is_whole() ? error : EIO;
}

/* A file that has been cut is another's, and stays as it is. */
static int grow_file(uint64_t to)
{
    int error = is_whole() ? 0 : EIO;

    if (error)
        return error;
    if (lprt_parts_started()) {
        error = grow_by_part(to);
    } else {
        error = extend_file(to);
        if (!error)
            error = map_file(region.mapped, to, region.mapped);
    }
    if (!error)
        region.file = to;
    return error || is_whole() ? error : EIO;
}

/* When the file cannot grow any more, what comes now is private memory, in the hope
   that it can be written at the end. */
static int grow(uint64_t to)
{
    if (region.file == region.mapped && region.file > 0 && !region.file_failed) {
        const int error = grow_file(to);
        if (!error) {
            region.mapped = to;
            return 0;
        }
        if (atomic_load(&region.is_lost))
            return error;
        region.file_failed = true;
        lprt_file_say("cannot grow", error);
    }
    const int error = map_memory(region.mapped, to);
    if (!error)
        region.mapped = to;
    return error;
}

/* In proportion, so that growing is seldom; what is left over of a step stays in the file
   of a process that is killed. */
static uint64_t step_now(void)
{
    enum { CHILDS_PART = 4 };
    const uint64_t least = region.has_gaps ? childs_least_step : first_step;
    const uint64_t step = region.has_gaps ? region.taken / CHILDS_PART : region.taken;

    if (step < least)
        return least;
    return page_end(step < longest_step ? step : longest_step);
}

static int make_room(uint64_t end)
{
    const uint64_t before = region.mapped;

    if (end <= region.mapped)
        return 0;
    uint64_t to = region.mapped + step_now();
    if (to < page_end(end))
        to = page_end(end);
    if (to > region.reserved)
        to = region.reserved;
    const int error = to < end ? ENOMEM : grow(to);
    region.taken += region.mapped - before;
    return error;
}

/* ---- Records ---- */

int lprt_region_start(void)
{
    LPRT_GUARDED();
    int error = reserve();
    if (!error)
        error = make_room(first_step);
    if (error)
        return error;
    struct lprof_header *header = lprt_region_header();
    memcpy(&header->magic, LPROF_MAGIC, sizeof header->magic);
    header->major = LPROF_MAJOR;
    header->minor = LPROF_MINOR;
    header->header_bytes = LPROF_HEADER_BYTES;
    header->base_address = (uint64_t)(uintptr_t)region.base;
    header->state = LPROF_STATE_RUNNING;
    header->rank = -1;
    header->used_bytes = LPROF_HEADER_BYTES;
    region.used = LPROF_HEADER_BYTES;
    return 0;
}

/* Records end where the payload of the next one begins on a cache line: the blocks of
   two threads never share one. */
static uint64_t end_of_record(size_t payload_bytes)
{
    const uint64_t next_payload =
        region.used + RECORD_BYTES + payload_bytes + RECORD_BYTES;
    return (next_payload + LINE - 1) / LINE * LINE - RECORD_BYTES;
}

/* Readers are shown only what is in the file. */
static void show_used(void)
{
    if (region.file == 0 || region.used <= region.file)
        __atomic_store_n(&lprt_region_header()->used_bytes, region.used,
                         __ATOMIC_RELEASE);
}

static void note_full(int error)
{
    atomic_store(&region.full, true);
    __atomic_fetch_or(&lprt_region_header()->warnings, LPROF_WARNING_REGION_FULL,
                      __ATOMIC_RELAXED);
    lprt_file_say("no room to count in", error);
}

/* In one piece the file has what others have added to it behind what is mapped here. */
static bool can_reach(uint64_t used)
{
    return used <= region.mapped ||
           (!lprt_parts_started() && lprt_file_reaches(used) && make_room(used) == 0);
}

/* A process that was forked behind libc's back counts in the same file.  What it has
   added stays: counters that both have may name it. */
static void step_over_others(void)
{
    const uint64_t used =
        __atomic_load_n(&lprt_region_header()->used_bytes, __ATOMIC_ACQUIRE);

    if (region.file && used > region.used && (used + RECORD_BYTES) % LINE == 0 &&
        can_reach(used))
        region.used = used;
}

void *lprt_region_add(size_t bytes)
{
    LPRT_GUARDED();
    if (lprt_region_is_full())
        return NULL;
    step_over_others();
    const uint64_t end = end_of_record(bytes);
    const int error = make_room(end);
    if (atomic_load(&region.is_lost))
        return NULL;
    if (error) {
        note_full(error);
        return NULL;
    }
    struct lprof_record *record = (struct lprof_record *)(region.base + region.used);
    region.last = region.used;
    record->bytes = end - region.used;
    region.used = end;
    show_used();
    return record + 1;
}

void lprt_region_publish(void *payload, enum lprof_record_kind kind)
{
    LPRT_GUARDED();
    struct lprof_record *record = (struct lprof_record *)payload - 1;
    __atomic_store_n(&record->kind, (uint32_t)kind, __ATOMIC_RELEASE);
}

void lprt_region_walk(void (*visit)(enum lprof_record_kind kind, void *payload,
                                    void *arg),
                      void *arg)
{
    LPRT_GUARDED();
    for (uint64_t at = LPROF_HEADER_BYTES; at < region.used;) {
        struct lprof_record *record = (struct lprof_record *)(region.base + at);
        at += record->bytes;
        if (!record->bytes)
            return; /* it was let go meanwhile */
        if (record->kind)
            visit((enum lprof_record_kind)record->kind, record + 1, arg);
    }
}

/* ---- Memory and file ---- */

int lprt_region_walk_runs(lprt_run_fn visit, void *arg)
{
    LPRT_GUARDED();
    return region.has_gaps ? lprt_runs_walk(region.base, region.used, visit, arg)
                           : visit(0, page_end(region.used), arg);
}

static int reserve_run(uint64_t from, uint64_t to, void *arg)
{
    (void)arg;
    return lprt_file_extend(from, to);
}

static int write_run(uint64_t from, uint64_t to, void *arg)
{
    const uint64_t *least = arg;

    if (from < *least)
        from = *least;
    if (to > region.used)
        to = region.used;
    return from < to ? lprt_file_write(region.base + from, to - from, from) : 0;
}

static int write_used(uint64_t from)
{
    return lprt_region_walk_runs(write_run, &from);
}

static int create_file(uint32_t pid, uint32_t parent)
{
    int error = lprt_file_create(pid, parent);
    if (error)
        return error;
    error = lprt_region_walk_runs(reserve_run, NULL);
    if (!error)
        error = write_used(0);
    if (error) {
        lprt_file_remove();
        return error;
    }
    return lprt_file_claim();
}

/* Puts what is mapped elsewhere in the place of the memory. */
static int replace_memory(void *at)
{
    if (!lprt_memory_move(at, region.mapped, region.base)) {
        const int error = errno;
        munmap(at, region.mapped);
        return error;
    }
    region.file = region.mapped;
    return 0;
}

/* Maps the file elsewhere first: moving a mapping replaces what is at its new place in
   one step, so where this fails the memory is still there.  What another thread counts
   between the writing and this step is lost; that takes a forked child that starts
   threads before its own first call. */
static int map_file_over_memory(void)
{
    void *at = mmap(NULL, region.mapped, PROT_READ | PROT_WRITE, MAP_SHARED,
                    lprt_file_descriptor(), 0);
    return at == MAP_FAILED ? errno : replace_memory(at);
}

void lprt_region_to_file(uint32_t pid, uint32_t parent)
{
    LPRT_GUARDED();
    if (region.file || region.file_failed)
        return;
    int error = create_file(pid, parent);
    if (error) {
        region.file_failed = true;
        lprt_file_say("cannot be written", error);
        return;
    }
    error = lprt_file_extend(page_end(region.used), region.mapped);
    if (!error)
        error = map_file_over_memory();
    if (error) {
        region.file_failed = true;
        lprt_file_say("cannot be mapped, is written at the end if that can be", error);
    }
}

/* ---- Sharing the file with children ---- */

bool lprt_region_share(void)
{
    LPRT_GUARDED();
    if (region.is_child || lprt_parts_started())
        return true;
    if (!region.file || region.file_failed)
        return false;
    lprt_parts_start(lprt_region_header(), region.file);
    return true;
}

static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

/* Of units and functions all that they say: another that was loaded in this one's place
   may be as long. */
static uint64_t hash_record(uint64_t hash, const struct lprof_record *record)
{
    const uint64_t *words = (const uint64_t *)(record + 1);
    const bool is_whole =
        record->kind == LPROF_RECORD_UNIT || record->kind == LPROF_RECORD_FUNCTION;
    const uint64_t count = (record->bytes - sizeof *record) / sizeof *words;

    hash = hash_word(hash_word(hash, record->kind), record->bytes);
    hash = hash_word(hash, (uint32_t)words[0]);
    if (record->kind == LPROF_RECORD_BLOCK)
        hash = hash_word(hash, (uint32_t)words[1]); /* its thread */
    for (uint64_t i = 0; is_whole && i < count; i++)
        hash = hash_word(hash, words[i]);
    return hash;
}

/* Says what the records are, so that what is at an address in one image is the same thing
   in another one of the same key. */
static uint64_t key_of_records(void)
{
    uint64_t key = UINT64_C(0xcbf29ce484222325);

    for (uint64_t at = LPROF_HEADER_BYTES; at < region.used;) {
        const struct lprof_record *record =
            (const struct lprof_record *)(region.base + at);
        key = hash_record(key, record);
        at += record->bytes;
    }
    return key;
}

/* Map an image that another process has left, part by part. */
static int map_image(uint64_t image)
{
    struct lprof_part part;
    uint64_t offset = 0;
    uint64_t to = 0;
    int error = 0;

    for (; !error && lprt_parts_find(image, to, &part, &offset); to += part.bytes) {
        if (part.bytes > region.reserved - to)
            return ENOMEM;
        error = map_file(to, to + part.bytes, offset + LPROF_PART_BYTES);
    }
    if (error)
        return error;
    region.mapped = to;
    region.taken = to;
    region.file = to;
    region.used = lprt_region_header()->used_bytes;
    region.last = 0;
    return to ? 0 : EIO;
}

/* The memory's bytes become a new image. */
static int make_image(uint64_t key, uint64_t owner)
{
    struct lprof_part part = {.bytes = region.mapped, .owner = owner, .key = key};

    int error = lprt_parts_allot(part.bytes, &part.image);
    if (error)
        return error;
    void *at = mmap(NULL, region.mapped, PROT_READ | PROT_WRITE, MAP_SHARED,
                    lprt_file_descriptor(), (off_t)(part.image + LPROF_PART_BYTES));
    if (at == MAP_FAILED)
        return errno;
    memcpy(at, region.base, region.used);
    error = replace_memory(at);
    region.image = part.image;
    return error ? error : lprt_parts_publish(&part, part.image);
}

uint64_t lprt_region_to_image(uint64_t owner)
{
    const uint64_t known = region.used;
    const uint64_t key = key_of_records();

    LPRT_GUARDED();
    if (region.file || region.file_failed)
        return 0;
    region.image = lprt_parts_take_over(key, owner);
    const bool is_taken_over = region.image;
    const int error = is_taken_over ? map_image(region.image) : make_image(key, owner);
    if (error) {
        region.file_failed = true;
        lprt_file_say("has no room for a child", error);
    }
    return is_taken_over ? known : 0;
}

bool lprt_region_is_child(void)
{
    return region.is_child;
}

/* The parent's file is given up, unless the child is to count in it, too. */
static bool leave_file(void)
{
    if (!lprt_parts_started()) {
        lprt_file_leave_to_parent();
        return true;
    }
    const bool kept = region.is_child || lprt_parts_keep_header();
    region.is_child = true;
    region.image = 0;
    return kept;
}

static int add_run(uint64_t from, uint64_t to, void *arg)
{
    (void)arg;
    region.taken += to - from;
    return 0;
}

/* The copy is in the region's place, with room for little more.  What is mapped behind
   that stays private memory: an interrupted probe may still mean it. */
static void shrink(uint64_t used)
{
    region.used = used;
    region.last = 0;
    show_used();
    region.has_gaps = true;
    region.taken = 0;
    lprt_region_walk_runs(add_run, NULL);
    const uint64_t to = page_end(used) + childs_least_step;
    if (to < region.mapped)
        region.mapped = to;
    region.taken += region.mapped - page_end(used);
}

/* The parent's mapping is replaced, whatever becomes of the copy. */
static bool put_copy(void *copy)
{
    struct lprof_header *header = copy;

    header->parts = 0; /* the parent's */
    header->end_bytes = 0;
    if (!lprt_memory_move(copy, region.mapped, region.base))
        return false;
    show_used();
    return true;
}

static bool copy_and_put(void *copy, lprt_keeps_fn keeps)
{
    uint64_t used = region.used;

    if (keeps)
        used = lprt_runs_copy(copy, region.base, used, keeps);
    else
        memcpy(copy, region.base, used);
    if (atomic_load(&region.is_lost) || !put_copy(copy))
        return false;
    if (keeps)
        shrink(used);
    return true;
}

bool lprt_region_to_memory(lprt_keeps_fn keeps)
{
    const int protection = PROT_READ | PROT_WRITE;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS;

    LPRT_GUARDED();
    const bool kept = leave_file();
    region.file_failed = !kept;
    if (!region.file && !keeps)
        return kept;
    region.file = 0;
    void *copy = mmap(NULL, region.mapped, protection, flags, -1, 0);
    if (copy != MAP_FAILED) {
        if (copy_and_put(copy, keeps))
            return kept;
    }
    if (atomic_load(&region.is_lost))
        return false; /* it is private memory already, and code may go on in it */
    /* Anything but counting in the parent's file. */
    (void)mmap(region.base, region.mapped, protection, flags | MAP_FIXED, -1, 0);
    return false;
}

bool lprt_region_let_go(void (*fill)(unsigned char *to))
{
    const size_t bytes = region.mapped;
    unsigned char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        return false;
    atomic_store(&region.full, true);
    atomic_store(&region.is_lost, true);
    region.used = LPROF_HEADER_BYTES;
    fill(memory);
    return lprt_memory_move(memory, bytes, region.base);
}

/* What lies in private memory goes to the file: all of it, or what came after the file
   could not grow any more. */
static int complete_file(uint32_t pid, uint32_t parent)
{
    struct lprof_header *header = lprt_region_header();

    if (!lprt_file_exists())
        return create_file(pid, parent);
    const int error = region.used > region.file ? write_used(region.file) : 0;
    if (error && !region.file)
        lprt_file_remove(); /* what it holds is from before anything was counted */
    else if (error)
        header->warnings |= LPROF_WARNING_REGION_FULL;
    else
        header->used_bytes = region.used;
    return error;
}

bool lprt_region_finish(uint32_t pid, uint32_t parent)
{
    LPRT_GUARDED();
    if (atomic_load(&region.is_lost))
        return false;
    step_over_others();
    if (lprt_parts_started()) { /* others go on in it: it keeps its size */
        if (region.used > region.file)
            lprt_region_header()->warnings |= LPROF_WARNING_REGION_FULL;
        return region.used <= region.file;
    }
    const int error = complete_file(pid, parent);
    if (error)
        return false;
    const uint64_t end = page_end(region.used);
    if (region.file >= end && lprt_file_truncate(end) == 0) {
        region.file = end;
        region.mapped = end;
    }
    return true;
}
