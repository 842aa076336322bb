/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define PROFILE __attribute__((profile))

PROFILE static int half(int n)
{
    return n / 2;
}

PROFILE static void *count(void *arg)
{
    for (int n = *(int *)arg; n > 0; n = half(n))
        ;
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    pthread_t thread;

    count(&n);
    pthread_create(&thread, NULL, count, &n);
    pthread_join(thread, NULL);
    if (argc > 2)
        raise(SIGKILL);
    return 0;
}
