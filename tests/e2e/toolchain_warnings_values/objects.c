/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

int table[3], none[0];
struct record {
    int number;
    int many[2];
    char text[4];
} shared;
int next(void);
__attribute__((access(write_only, 1, 2))) void fill(void *to, int size);

void store(int n)
{
    table[5] = n;
}

int load(void)
{
    return table[7] + next();
}

void store_in_none(int n)
{
    none[0] = n;
}

void store_in_member(int n)
{
    shared.many[3] = n;
}

int load_by_pointer(int n)
{
    return *(table + 9) + n;
}

int load_one_of(void)
{
    static const int two[2] = {1, 2};
    return two[next() ? 2 : 3];
}

int copy(char *to)
{
    memcpy(to, shared.text, 9);
    return next();
}

void *caller(void)
{
    return __builtin_return_address(2);
}

void *frame(void)
{
    return __builtin_frame_address(1);
}

void free_middle(char *p)
{
    free(p + 3);
}

void free_member(struct record *p)
{
    if (next())
        free(p->text);
    else
        free(p);
}

void free_local(void)
{
    int *p = __builtin_alloca(8);
    p[0] = next();
    if (p[0])
        free(p);
}

void free_static(void)
{
    char *p = shared.text;
    if (next())
        free(p);
}

int *local(void)
{
    int here = next();
    return &here;
}

char *allocated_local(void)
{
    char *p = __builtin_alloca(4);
    fill(p, 4);
    return p;
}

char *inside_local(void)
{
    char here[3];
    next();
    char *p = here;
    return p + 1;
}

void fill_short(void)
{
    char here[3];
    next();
    fill(here, 4);
}

void alloca_if(int n)
{
    if (next())
        fill(__builtin_alloca(n), n);
}
