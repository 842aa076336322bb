/* SPDX-License-Identifier: MIT */
/* Functions that are not profiled call profiled ones back: what a line took itself is
   what they left. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 200000, TIMES = 4, NAME = 16 };

#define MARKED __attribute__((profile, __noinline__))

struct row {
    uint32_t number;
    char name[NAME];
};

__attribute__((profile)) static int by_number(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    return one->number < other->number ? -1 : one->number > other->number;
}

__attribute__((profile)) static int by_name(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    return strcmp(one->name, other->name);
}

MARKED static void sort(struct row *rows)
{
    qsort(rows, COUNT, sizeof *rows, by_number); /* numbers */
    qsort(rows, COUNT, sizeof *rows, by_name);   /* names */
}

static void fill(struct row *rows, uint32_t x)
{
    for (int i = 0; i < COUNT; i++) {
        x = x * 1664525 + 1013904223;
        rows[i].number = x >> 8;
        snprintf(rows[i].name, sizeof rows[i].name, "n%u", x >> 5);
    }
}

int main(void)
{
    struct row *rows = calloc(COUNT, sizeof *rows);
    uint64_t sorting = 0;

    if (!rows)
        return 1;
    for (uint32_t i = 0; i < TIMES; i++) {
        fill(rows, i);
        const uint64_t begin = watch_now();
        sort(rows);
        sorting += watch_now() - begin;
    }
    watch_print("wall", sorting);
    watch_print("sort", sorting);
    free(rows);
    return 0;
}
