/* SPDX-License-Identifier: MIT */
/* A loop that runs often, a line that sleeps. */
#include <stdio.h>
#include <time.h>

__attribute__((profile)) static unsigned hash(unsigned rounds)
{
    unsigned x = 1;
    for (unsigned i = 0; i < rounds; i++) {
        x = x * 31 + i;
        x ^= x >> 7;
    }
    return x;
}

__attribute__((profile)) static void nap(void)
{
    const struct timespec ten_ms = {.tv_nsec = 10000000};
    nanosleep(&ten_ms, NULL);
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        nap();
    printf("%u\n", hash(100000));
    return 0;
}
