// SPDX-License-Identifier: MIT
/* Prints what the compiler knows: sizes of objects, and what is constant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES(p)                                                           \
    printf("%d: %zd %zd %zd %zd\n", __LINE__, __builtin_object_size(p, 0), \
           __builtin_object_size(p, 1), __builtin_object_size(p, 2),       \
           __builtin_object_size(p, 3))

struct packet {
    short kind;
    char head[6];
    char body[24];
    char *tail;
};

static inline int is_constant(int x)
{
    return __builtin_constant_p(x);
}

static inline size_t size_of(void *p)
{
    void *same = p;
    return __builtin_object_size(same, 0);
}

static inline size_t rest_of(char *p, int used)
{
    p += used;
    return size_of(p);
}

static char *reserve(void)
{
    char *p = malloc(20);
    return p;
}

static struct packet global;
static char *shared;

__attribute__((noinline)) static void pick(int n)
{
    char room[16];
    char *p = room;
    for (int i = 0; i < 2; i++) {
        p += 2;
        p[0] = n;
    }
    SIZES(p);
    if (n > 2)
        p = &room[4];
    else
        p = global.body + 3;
    SIZES(p);
}

__attribute__((noinline)) static void allocate(int n)
{
    char *p = malloc(12);
    SIZES(p);
    char *more = calloc(3, 8);
    SIZES(more + 4);
    if (n)
        p = realloc(p, 40);
    else
        p = more;
    SIZES(p);
    char *stack = __builtin_alloca(48);
    stack[0] = 0;
    SIZES(stack);
    char *copy = memcpy(stack, "abc", 4);
    copy += 8;
    SIZES(copy);
}

__attribute__((noinline)) static void in_memory(struct packet *out)
{
    struct packet here;
    here.tail = malloc(9);
    here.kind = 3;
    SIZES(here.tail);
    printf("%d\n", __builtin_constant_p(here.kind));
    out->tail = malloc(17);
    out->kind = 4;
    SIZES(out->tail);
    shared = malloc(33);
    SIZES(shared);
    struct packet *alias = &here;
    alias->kind = 5;
    alias->tail = here.body;
    SIZES(alias->tail);
    printf("%d\n", __builtin_constant_p(alias->kind));
}

__attribute__((noinline)) static void pass_on(int n)
{
    char room[30];
    int five = n & 0;
    five += 5;
    room[0] = n;
    printf("%zd %zd %zd\n", size_of(room), rest_of(room, 10), rest_of(room, five));
    printf("%d %d %d\n", is_constant(3), is_constant(five), is_constant(n));
    char *p = reserve();
    SIZES(p);
}

__attribute__((noinline)) static void ranges(unsigned n)
{
    unsigned low = n & 7;
    low += 1;
    printf("%d\n", __builtin_constant_p(low < 9));
    if (n > 4)
        return;
    n *= 2;
    printf("%d\n", __builtin_constant_p(n < 9));
}

int main(int count, char **words)
{
    (void)words;
    pick(count);
    allocate(count);
    in_memory(&global);
    pass_on(count);
    ranges(count);
    return 0;
}
