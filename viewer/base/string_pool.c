/* SPDX-License-Identifier: MIT */
#include "base/string_pool.h"

#include "base/memory.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

const char *string_pool_keep(struct string_pool *pool, struct lprof_text text)
{
    const size_t size = text.size ? strnlen(text.bytes, text.size) : 0;
    char *copy = memory_string(text.bytes, size);
    void *node = tsearch(copy, &pool->root, compare);

    if (!node)
        memory_give_up();
    char *kept = *(char **)node;
    if (kept != copy)
        free(copy);
    return kept;
}

void string_pool_release(struct string_pool *pool)
{
    tdestroy(pool->root, free);
    pool->root = NULL;
}
