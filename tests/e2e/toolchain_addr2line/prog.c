/* SPDX-License-Identifier: MIT */
/* Prints where `here` was called from, and how often. */
#include <stdio.h>

enum { MOST = 64 };

static struct {
    const char *address;
    unsigned long times;
} calls[MOST];

extern const char __executable_start[];

__attribute__((noipa)) static void here(void)
{
    const char *address = (const char *)__builtin_return_address(0) - 1;
    int i = 0;
    while (calls[i].times && calls[i].address != address)
        i++;
    calls[i].address = address;
    calls[i].times++;
}

__attribute__((profile, always_inline)) static inline void twice(int n)
{
    here();
    if (n % 3 == 0)
        here();
}

__attribute__((profile, always_inline)) static inline void loop(int n)
{
    for (int i = 0; i < n; i++)
        twice(i);
    here();
}

__attribute__((profile, noinline)) static void outer(int n)
{
    loop(n);
    while (n-- > 0) {
        if (n == 2)
            continue;
        here();
        twice(n);
    }
}

__attribute__((profile, noinline)) static void other(int n)
{
    switch (n) {
    case 1:
        here();
        break;
    case 2:
        loop(n);
        break;
    default:
        here();
    }
}

int main(void)
{
    outer(10);
    outer(4);
    for (int i = 0; i < 5; i++)
        other(i);
    for (int i = 0; calls[i].times; i++)
        printf("%lu %#lx\n", calls[i].times,
               (unsigned long)(calls[i].address - __executable_start));
    return 0;
}
