/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

/* Say that the work is done, and wait to be killed. */
static void announce(unsigned sum)
{
    printf("worked: %u\n", sum);
    fflush(stdout);
    pause();
}

__attribute__((profile)) static void work(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 1000; i++) {
        sum += i;
        sum ^= i << 3;
    }
    announce(sum);
    printf("never said\n");
}

int main(void)
{
    work();
    return 0;
}
