/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a unit of their own: the one is not profiled there, the other is. */
int grind(int rounds);
int weigh(int x);

static int twice(int x)
{
    return x * 2;
}

static inline __attribute__((always_inline)) int thrice(int x)
{
    return x * 3;
}

__attribute__((profile)) static int half(int x)
{
    return x / 2;
}

__attribute__((profile)) static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

__attribute__((profile, noinline)) static size_t measure(const char *text, int rounds)
{
    size_t sum = 0;
    for (int i = 0; i < rounds; i++) {
        sum += strlen(text) + strlen(text + 1);
        sum += (size_t)(half(i) + thrice(i));
        if (i % 3 == 0 || twice(i) > 500)
            sum += (size_t)grind(20000);
        sum += (size_t)weigh(i);
    }
    for (size_t i = 0; i < strlen(text); i += 10)
        sum++;
    return sum;
}

__attribute__((profile, noinline)) static void sort(int *list, size_t count)
{
    qsort(list, count, sizeof *list, compare);
}

int main(int argc, char **argv)
{
    static char text[101];
    static int list[50];
    int (*volatile through)(int) = twice;

    (void)argv;
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 50; i++)
        list[i] = through(i * 7 % 50) * argc;
    sort(list, 50);
    printf("%zu %d\n", measure(text, 300), list[49]);
    return 0;
}
