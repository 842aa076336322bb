/* SPDX-License-Identifier: MIT */
/* Two regions in turn, for ever, on two threads, with new names now and then. */
#include <lineprof.h>
#include <pthread.h>
#include <stdio.h>

static volatile int sink;

__attribute__((profile)) static int add(int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += i % 5;
    return sum;
}

__attribute__((profile)) static void take(int n)
{
    sink += add(n % 7);
    if (n % 3 == 0)
        sink += add(2);
}

__attribute__((profile)) static void give(int n)
{
    if (n % 2)
        take(n);
    sink += add(1);
}

static void *work(void *arg)
{
    for (int n = 0;; n++) {
        char name[32];
        snprintf(name, sizeof name, "take %d", n / 64 % 40);
        LINEPROF_BEGIN_NAME(name);
        take(n);
        LINEPROF_END_NAME(name);
        LINEPROF_BEGIN("give");
        give(n);
        LINEPROF_END("give");
    }
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    return 0;
}
