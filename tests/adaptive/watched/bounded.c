/* SPDX-License-Identifier: MIT */
/* Short functions on several threads, in recursions and in one another. */
#include "watch.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 400000, DEPTH = 20 };

static volatile long flag;

__attribute__((profile, __noinline__)) static long get(long id)
{
    return flag + (id & 0);
}

__attribute__((profile, __noinline__)) static long twice(long id)
{
    long sum = get(id);
    sum += get(id + 1);
    return sum;
}

__attribute__((profile, __noinline__)) static long odd(long n);

__attribute__((profile, __noinline__)) static long even(long n)
{
    if (n == 0)
        return get(n);
    return odd(n - 1) + 1;
}

__attribute__((profile, __noinline__)) static long odd(long n)
{
    if (n == 0)
        return twice(n);
    return even(n - 1) + 1;
}

__attribute__((profile, __noinline__)) static void *turn(void *unused)
{
    long sum = 0;

    for (long i = 0; i < ROUNDS; i++) {
        if (get(i))
            break;
        sum += twice(i);
        if (i % DEPTH == 0)
            sum += even(DEPTH);
    }
    flag = sum & 0;
    return unused;
}

int main(void)
{
    const uint64_t begin = watch_now();
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, turn, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    watch_print("wall", watch_now() - begin);
    watch_print("threads", THREADS);
    return 0;
}
