/* SPDX-License-Identifier: MIT */
#include "analysis/outside.h"

#include "base/memory.h"

static bool is_same_line(const struct call *a, const struct call *b)
{
    return a->caller == b->caller && a->file == b->file && a->line == b->line;
}

static uint64_t own_of_line(const struct call *call)
{
    for (size_t i = 0; i < call->caller->line_count; i++) {
        const struct line *line = &call->caller->lines[i];
        if (line->file == call->file && line->number == call->line)
            return line->self_ns;
    }
    return 0;
}

uint64_t *outside_own(const struct profile *profile)
{
    uint64_t *own = memory_zeroed(profile->call_count, sizeof *own);
    const struct call *line = NULL; /* the first outside call of the line at work */
    uint64_t left = 0;

    for (size_t i = 0; i < profile->call_count; i++) {
        const struct call *call = &profile->calls[i];
        if (!call->callee->is_outside)
            continue;
        if (!line || !is_same_line(line, call)) {
            line = call;
            left = own_of_line(call);
        }
        own[i] = call->total_ns < left ? call->total_ns : left;
        left -= own[i];
    }
    return own;
}
