/* SPDX-License-Identifier: MIT */
#include "analysis/peak.h"

#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NAMED = 3 };

struct holder {
    const struct function *function;
    const struct line *line;
};

struct holders {
    struct holder most[NAMED]; /* the most first; unused ones are NULL */
    uint64_t count;
    uint64_t bytes; /* of all */
};

uint64_t peak_bytes(const struct profile *profile)
{
    uint64_t peak = 0;

    for (size_t i = 0; i < profile->input_count; i++) {
        if (peak < profile->inputs[i].heap_peak)
            peak = profile->inputs[i].heap_peak;
    }
    return peak;
}

/* Of equal ones the first stays in front. */
static void add_holder(struct holders *holders, struct holder holder)
{
    holders->count++;
    count_add(&holders->bytes, holder.line->heap.at_peak);
    for (size_t i = 0; i < NAMED; i++) {
        const struct holder other = holders->most[i];
        if (other.line && other.line->heap.at_peak >= holder.line->heap.at_peak)
            continue;
        holders->most[i] = holder;
        if (!other.line)
            return;
        holder = other;
    }
}

static bool find_holders(struct holders *holders, const struct profile *profile)
{
    bool is_known = false;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        for (size_t j = 0; j < f->line_count; j++) {
            const uint64_t held = f->lines[j].heap.at_peak;
            is_known |= held != NOT_KNOWN;
            if (held && held != NOT_KNOWN)
                add_holder(holders, (struct holder){f, &f->lines[j]});
        }
    }
    return is_known;
}

/* `text` is used up. */
static char *with_part(char *text, char *who, uint64_t bytes, uint64_t all)
{
    char *longer =
        memory_format("%s%s%s %" PRIu64 " bytes (%.0f %%)", text, *text ? ", " : "", who,
                      bytes, 100 * (double)bytes / (double)all);

    free(text);
    free(who);
    return longer;
}

char *peak_holders_text(const struct profile *profile)
{
    const uint64_t all = peak_bytes(profile);
    struct holders holders = {0};

    if (!all || !find_holders(&holders, profile))
        return NULL;
    char *text = memory_string("", 0);
    uint64_t others = holders.bytes;
    for (size_t i = 0; i < NAMED && holders.most[i].line; i++) {
        const struct line *line = holders.most[i].line;
        text = with_part(text,
                         memory_format("%s:%" PRIu32 " (%s)", path_base(line->file),
                                       line->number,
                                       function_title(holders.most[i].function)),
                         line->heap.at_peak, all);
        others -= line->heap.at_peak;
    }
    if (holders.count > NAMED)
        text = with_part(text, memory_format("%" PRIu64 " more", holders.count - NAMED),
                         others, all);
    if (all > holders.bytes)
        text = with_part(text, memory_format("no line"), all - holders.bytes, all);
    return text;
}
