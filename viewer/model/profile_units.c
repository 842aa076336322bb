/* SPDX-License-Identifier: MIT */
#include "model/profile_units.h"

#include <string.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int order_texts(struct lprof_text a, struct lprof_text b)
{
    const size_t common = a.size < b.size ? a.size : b.size;
    const int order = common ? memcmp(a.bytes, b.bytes, common) : 0;
    return order ? order : ORDER(a.size, b.size);
}

int unit_order(const struct unit *a, const struct unit *b)
{
    const int orders[] = {
        ORDER(a->language, b->language),
        ORDER(a->optimize, b->optimize),
        strcmp(a->directory, b->directory),
        order_texts(a->flags, b->flags),
    };

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}
