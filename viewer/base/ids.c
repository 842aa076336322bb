/* SPDX-License-Identifier: MIT */
#include "base/ids.h"

#include "base/memory.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct id_key key;
    size_t id;
};

static int compare(const void *a, const void *b)
{
    const struct id_key *x = &((const struct node *)a)->key;
    const struct id_key *y = &((const struct node *)b)->key;

    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->text == y->text ? 0 : strcmp(x->text, y->text);
}

static size_t add(struct ids *ids, struct id_key key)
{
    struct node *node = memory_zeroed(1, sizeof *node);

    *node = (struct node){.key = key, .id = ids->count};
    if (!tsearch(node, &ids->root, compare))
        memory_give_up();
    ids->keys = memory_grown(ids->keys, ids->count, &ids->room, sizeof *ids->keys);
    ids->keys[ids->count] = key;
    return ids->count++;
}

size_t ids_of(struct ids *ids, struct id_key key, bool *is_new)
{
    const struct node wanted = {.key = key};
    struct node *const *found = tfind(&wanted, &ids->root, compare);

    if (is_new)
        *is_new = !found;
    return found ? (*found)->id : add(ids, key);
}

void ids_release(struct ids *ids)
{
    tdestroy(ids->root, free);
    free(ids->keys);
    *ids = (struct ids){0};
}
