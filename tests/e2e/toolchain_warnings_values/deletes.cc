/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

int next();

void delete_array()
{
    int *p = new int[3];
    p[next()] = 1;
    delete p;
}

void delete_allocated()
{
    void *p = malloc(8);
    if (next())
        ::operator delete(p);
}

void delete_middle(char *p)
{
    delete (p + 2);
}
