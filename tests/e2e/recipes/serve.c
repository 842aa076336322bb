/* SPDX-License-Identifier: MIT */
/* What serves until it is stopped, or has been forgotten for a minute. */
#include <unistd.h>

__attribute__((profile)) static int parse(int request)
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += request ^ i;
    return sum;
}

__attribute__((profile)) static int answer(int request)
{
    return parse(request) % 7;
}

int main(void)
{
    int sum = 0;

    alarm(60);
    for (int request = 0;; request++) {
        sum += answer(request);
        usleep(1000);
    }
    return sum;
}
