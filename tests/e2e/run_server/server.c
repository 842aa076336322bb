/* SPDX-License-Identifier: MIT */
/* A server: two threads that serve until they may stop, and tell how far they are. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define PROFILED __attribute__((__profile__, __noinline__))

enum { THREADS = 2 };
static volatile uint64_t *progress; /* a round a thread */

PROFILED static unsigned parse(unsigned n)
{
    for (int i = 0; i < 3; i++)
        n = n * 33 + 7;
    return n;
}

PROFILED static unsigned answer(unsigned n)
{
    return n ^ n >> 3;
}

static void rest(void)
{
    usleep(100);
}

PROFILED static unsigned serve(volatile uint64_t *rounds)
{
    volatile unsigned n = 0;
#ifdef FRAMED
    jmp_buf place; /* code that comes back here is not copied, and keeps frames */
    if (setjmp(place) != 0)
        return 0;
#endif
    while (access("stop", F_OK) != 0) {
        n += parse(n);
        n += answer(n);
        rest();
        ++*rounds;
    }
    return n;
}

static void *run(void *arg)
{
    volatile uint64_t *rounds = arg;
    *rounds += serve(rounds) == 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    const int file = open("progress", O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 1;
    progress = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (progress == MAP_FAILED)
        return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)&progress[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
