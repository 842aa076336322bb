/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>

__attribute__((profile)) static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int odd(unsigned n);

__attribute__((profile)) static int even(unsigned n)
{
    return n == 0 || odd(n - 1);
}

__attribute__((profile)) static int odd(unsigned n)
{
    int result = 0;
    if (n > 0)
        result = even(n - 1);
    return result;
}

__attribute__((profile)) static void *work(void *argument)
{
    unsigned *sum = argument;
    for (unsigned i = 0; i < 20; i++) {
        *sum += ackermann(2, i % 4);
        *sum += (unsigned)even(i);
    }
    return NULL;
}

int main(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    unsigned sums[THREADS] = {0}, sum = 0;

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &sums[i]))
            return 1;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum += sums[i];
    }
    printf("%u\n", sum);
    return 0;
}
