/* SPDX-License-Identifier: MIT */
/* Short calls of a function that has frames: most of them are not timed, and nobody
   watches them; and one that goes on, of whose lines most visits are not. */
#include "watch.h"

/* A label can be in the assembler's text once, so there is one copy of the code. */
#define WITH_FRAMES __asm__ volatile("0:")

static volatile uint64_t sink;

__attribute__((profile, __noinline__)) static uint64_t step(uint64_t x)
{
    WITH_FRAMES;
    for (int k = 0; k < 100; k++)
        x = (x ^ x >> 29) * 6364136223846793005u;
    return x;
}

__attribute__((profile, __noinline__)) static void all(int n)
{
    for (int i = 0; i < n; i++)
        sink = step(sink + 1); /* step */
}

__attribute__((profile, __noinline__)) static uint64_t add_up(const char *text)
{
    uint64_t sum = 0;
    for (; *text; text++)
        sum = sum * 31 + (unsigned char)*text;
    return sum;
}

__attribute__((profile, __noinline__)) static void write_rows(int n)
{
    char text[64];
    WITH_FRAMES;
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, "%d, name%d, %x", i, i * 7, i);
        sink += add_up(text);
    }
}

int main(void)
{
    const uint64_t begin = watch_now();

    all(1000000);
    const uint64_t stepped = watch_now();
    const uint64_t delayed = watch_delayed();
    write_rows(500000);
    watch_print("rows", watch_now() - stepped);
    watch_print("delayed", watch_delayed() - delayed);
    watch_print("wall", watch_now() - begin);
    return 0;
}
