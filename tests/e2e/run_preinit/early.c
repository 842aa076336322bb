// SPDX-License-Identifier: MIT
#include <stdio.h>

static int count;

__attribute__((profile)) static void before_libc(int words, char **text, char **variables)
{
    (void)words;
    (void)text;
    (void)variables;
    count++;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **, char **) = before_libc;

__attribute__((profile)) static void later(void)
{
    count++;
}

int main(void)
{
    later();
    printf("%d\n", count);
    return 0;
}
