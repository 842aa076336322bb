/* SPDX-License-Identifier: MIT */
/* Threads that share their work unevenly, and one that does other work. */
#include <pthread.h>
#include <stdio.h>

__attribute__((profile)) static int pick(int trees)
{
    int apples = 0;

    for (int i = 0; i < trees; i++)
        apples += i % 3;
    return apples;
}

__attribute__((profile)) static int count(int apples)
{
    return apples / 2;
}

static void *work(void *trees)
{
    static _Thread_local int apples;

    apples = pick(*(int *)trees);
    return NULL;
}

int main(void)
{
    int trees[] = {100, 100, 400};

    printf("%d\n", count(600));
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, &trees[i]))
            return 1;
        pthread_join(thread, NULL);
    }
    return 0;
}
