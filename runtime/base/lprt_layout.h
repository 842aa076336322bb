/* SPDX-License-Identifier: MIT */
/*
 * The structs that instrumented code writes are the ones that the file holds: the
 * region is the file, nothing is converted.  Fails to compile where they differ.
 */
#ifndef LPRT_LAYOUT_H
#define LPRT_LAYOUT_H

#include "lineprof/abi.h"
#include "lprof_schema.h"

#include <assert.h>
#include <stddef.h>

#define LPRT_SAME_SIZE(name)                                                     \
    static_assert(sizeof(struct lineprof_##name) == sizeof(struct lprof_##name), \
                  "size of " #name)

/* For a field table of the schema: each field lies where the ABI has it. */
#define LPRT_SAME_PLACE(type, name, doc) \
    static_assert(offsetof(ABI, name) == offsetof(SCHEMA, name), #name);

LPRT_SAME_SIZE(counter);
LPRT_SAME_SIZE(cell);
LPRT_SAME_SIZE(histogram);
LPRT_SAME_SIZE(frame);
LPRT_SAME_SIZE(block);
LPRT_SAME_SIZE(site);
static_assert(LINEPROF_SITE_CALL == LPROF_SITE_CALL, "sites of calls");

/* What is the runtime's own, and a region's in the file. */
#define LPRT_SAME_REGION_SIZE(type) \
    static_assert(sizeof(type) == sizeof(struct lprof_open_region), "size of " #type)
#define LPRT_SAME_REGION_PLACE(member, field)                    \
    static_assert(offsetof(struct lprt_activation, member) ==    \
                      offsetof(struct lprof_open_region, field), \
                  "open region: " #field)

#define ABI    struct lineprof_cell
#define SCHEMA struct lprof_cell
LPROF_CELL_FIELDS(LPRT_SAME_PLACE)
#undef ABI
#undef SCHEMA

#define ABI    struct lineprof_counter
#define SCHEMA struct lprof_counter
LPROF_COUNTER_FIELDS(LPRT_SAME_PLACE)
#undef ABI
#undef SCHEMA

#define ABI    struct lineprof_frame
#define SCHEMA struct lprof_frame
LPROF_FRAME_FIELDS(LPRT_SAME_PLACE)
#undef ABI
#undef SCHEMA

#define ABI    struct lineprof_site
#define SCHEMA struct lprof_site
LPROF_SITE_FIELDS(LPRT_SAME_PLACE)
#undef ABI
#undef SCHEMA

/* The ABI's `reserved` is an array there and single fields here, so not by table. */
#define LPRT_SAME_IN_BLOCK(name)                           \
    static_assert(offsetof(struct lineprof_block, name) == \
                      offsetof(struct lprof_block, name),  \
                  "block." #name)

LPRT_SAME_IN_BLOCK(flags);
LPRT_SAME_IN_BLOCK(calls);
LPRT_SAME_IN_BLOCK(primitive_calls);
LPRT_SAME_IN_BLOCK(ticks);
LPRT_SAME_IN_BLOCK(active);
LPRT_SAME_IN_BLOCK(probe_ticks);
LPRT_SAME_IN_BLOCK(steps_back);
LPRT_SAME_IN_BLOCK(caller);
LPRT_SAME_IN_BLOCK(edge);
LPRT_SAME_IN_BLOCK(counters_bias);
LPRT_SAME_IN_BLOCK(histograms_bias);
LPRT_SAME_IN_BLOCK(call_skip);
LPRT_SAME_IN_BLOCK(first_counter);
LPRT_SAME_IN_BLOCK(off_ns);
LPRT_SAME_IN_BLOCK(heap);

#define LPRT_SAME_VALUE(kind, name) \
    static_assert((int)LINEPROF_##kind##_##name == (int)LPROF_##kind##_##name, #name);
#define LPRT_SAME_CLOCK(name, value, text, doc) LPRT_SAME_VALUE(CLOCK, name)
#define LPRT_SAME_MODE(name, value, text, doc)  LPRT_SAME_VALUE(MODE, name)
#define LPRT_SAME_FLAG(name, value, text, doc)  LPRT_SAME_VALUE(FUNCTION, name)
LPROF_CLOCKS(LPRT_SAME_CLOCK)
LPROF_MODES(LPRT_SAME_MODE)
LPROF_FUNCTION_FLAGS(LPRT_SAME_FLAG)

#endif
