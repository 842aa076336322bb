/* SPDX-License-Identifier: MIT */
/*
 * The region: a range of addresses that is, or will be, the output file.  It begins as
 * private memory; once the process runs profiled code, its bytes are put into a file
 * that is mapped over the same addresses.  A forked child goes back to private memory.
 * Where there can be no file, it stays memory and is written out at the end.
 *
 * Records never move and are never removed.
 *
 * For the guarded slow path only (lprt_lock.h), but for lprt_region_header() and
 * lprt_region_warn().
 */
#ifndef LPRT_REGION_H
#define LPRT_REGION_H

#include "lprof_schema.h"
#include "store/lprt_runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reserve the addresses and write the fields of the header that have one value.
   Returns 0 or an errno value. */
int lprt_region_start(void);

/* The region's first bytes; valid from lprt_region_start() on. */
struct lprof_header *lprt_region_header(void);

/* Set warning bits in the file (enum lprof_warning).  Safe anywhere once started. */
void lprt_region_warn(uint32_t warning);

/* End of the last record, in bytes from the header. */
uint64_t lprt_region_used(void);

/*
 * Add a record.
 *
 * bytes    of the payload
 *
 * Returns the payload, zeroed and, but for the first record's, aligned to 64 bytes;
 * readers step over the record until it is published.  NULL if there is no room; that
 * has been said, and lprt_region_is_full() from then on.
 */
void *lprt_region_add(size_t bytes);
void lprt_region_publish(void *payload, enum lprof_record_kind kind);

/* Safe anywhere. */
bool lprt_region_is_full(void);

/* Call `visit` for each published record in order. */
void lprt_region_walk(void (*visit)(enum lprof_record_kind kind, void *payload,
                                    void *arg),
                      void *arg);

/*
 * Make the file: from now on the region is shared memory.  What goes wrong is said, and
 * the region stays as it is; it is tried once.
 *
 * parent   as of lprt_file_create()
 */
void lprt_region_to_file(uint32_t pid, uint32_t parent);

/* Before a fork: children are to count in the same file.  false if there is none. */
bool lprt_region_share(void);

/* In such a child: the region is private memory, or its own image in that file. */
bool lprt_region_is_child(void);

/*
 * In such a child: make the region an image in the file, or take over that of a process
 * that has ended.
 *
 * owner    as of lprt_parts_owner()
 *
 * Returns 0, or, of one that was taken over, up to where its records are those that this
 * process knows.
 */
uint64_t lprt_region_to_image(uint64_t owner);

/*
 * In a forked child: put a private copy in the place of the parent's file.
 *
 * keeps    which records are copied; what the others held is zero, and room for little
 *          more is left.  NULL: all
 *
 * false if there is no memory; then the contents are gone.
 */
bool lprt_region_to_memory(lprt_keeps_fn keeps);

/*
 * The file is lost: from now on there is private memory in the region's place, all at
 * once, and nothing is added any more.  For the handler of the signal that says so
 * (lprt_cut.h).
 *
 * fill     called with the memory, zeroed, before it is there
 *
 * false if there is no memory.
 */
bool lprt_region_let_go(void (*fill)(unsigned char *to));

/* How much of it is mapped, in bytes; whether an address is in what is.  Safe anywhere.
 */
size_t lprt_region_mapped(void);
bool lprt_region_has(uintptr_t address);

/* As lprt_runs_walk(), for the whole region. */
int lprt_region_walk_runs(lprt_run_fn visit, void *arg);

/* The end of the run: all that is used is in the file, which is cut to that; it may
   grow again.  false if there is no file, or not all of it. */
bool lprt_region_finish(uint32_t pid, uint32_t parent);

#endif
