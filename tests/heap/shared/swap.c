// Threads allocate, and free what others have allocated, as often as they are told to.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

/* Each thread; set by whoever compiles it. */
#ifndef ROUNDS
#    define ROUNDS 0
#endif

enum { THREADS = 4, SLOTS = 64 };

static void *_Atomic slots[SLOTS];

PROFILED __attribute__((noinline)) static void *take(unsigned random)
{
    if (random & 1)
        return malloc(24 + random % 500);
    void *memory = malloc(8);
    return realloc(memory, 100 + random % 3000);
}

PROFILED static void *work(void *arg)
{
    unsigned random = (unsigned)(size_t)arg;

    for (long i = 0; i < ROUNDS; i++) {
        random = random * 1664525 + 1013904223;
        free(atomic_exchange(&slots[(random >> 8) % SLOTS], take(random >> 16)));
    }
    return NULL;
}

PROFILED int main(void)
{
    pthread_t threads[THREADS];

    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < SLOTS; i++)
        free(slots[i]);
    return 0;
}
