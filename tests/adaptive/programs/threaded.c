/* SPDX-License-Identifier: MIT */
/* Two threads in the same lines. */
#include "work.h"

#include <pthread.h>

MARKED static void *toil(void *argument)
{
    for (int i = 0; i < 200000; i++) {
        work(30);
        work(90);
    }
    return argument;
}

int main(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, toil, NULL))
        return 1;
    toil(NULL);
    pthread_join(other, NULL);
    return 0;
}
