/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

__attribute__((profile)) static void work(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 1000; i++) {
        sum += i;
        sum ^= i << 3;
    }
    printf("worked: %u\n", sum);
    fflush(stdout);
    pause();
    printf("never said\n");
}

int main(void)
{
    work();
    return 0;
}
