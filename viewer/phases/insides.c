/* SPDX-License-Identifier: MIT */
#include "phases/insides.h"

#include <string.h>

size_t insides_count(const struct lprof_reader *reader)
{
    return lprof_reader_count(reader, LPROF_RECORD_INSIDE);
}

struct lprof_text insides_name(const struct lprof_reader *reader, size_t index)
{
    struct lprof_region_view region = {
        .name = {"", 0}
    };
    struct lprof_inside inside;
    size_t found = 0;

    lprof_take_inside(reader, index, &inside);
    if (lprof_find_region(reader, inside.region, &found))
        lprof_take_region(reader, found, &region);
    return region.name;
}

bool insides_have(const struct lprof_reader *reader, const char *name)
{
    for (size_t i = 0; i < insides_count(reader); i++) {
        const struct lprof_text its = insides_name(reader, i);
        if (its.size == strlen(name) && !memcmp(its.bytes, name, its.size))
            return true;
    }
    return false;
}

bool insides_are_incomplete(const struct lprof_reader *reader)
{
    struct lprof_inside inside;

    for (size_t i = 0; i < insides_count(reader); i++) {
        lprof_take_inside(reader, i, &inside);
        if (inside.flags & LPROF_INSIDE_INCOMPLETE)
            return true;
    }
    return false;
}
