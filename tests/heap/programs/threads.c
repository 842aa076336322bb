// Eight threads at once, and memory that another thread frees.
#include <pthread.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

enum { THREADS = 8, ROUNDS = 2000 };

static void *volatile given[THREADS];

PROFILED static void *chunk(size_t size)
{
    return malloc(size); //@ 8 * 2000, 8 * 2000 * 48, 8 * 2000 * 48, 0
}

PROFILED static void *work(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        void *memory = chunk(48); //@ 8 * 2000, 8 * 2000 * 48, 0, 0
        free(memory);             //@ 0, 0, 0, 8 * 2000 * u(48)
    }
    given[(size_t)arg] = malloc(100); //@ 8, 800, 800, 0
    return NULL;
}

PROFILED int main(void)
{
    pthread_t threads[THREADS];

    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i); //@ None, None, None, None
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL); //@ None, None, None, None
    for (size_t i = 0; i < THREADS; i++)
        free(given[i]); //@ 0, 0, 0, 8 * u(100)
    return 0;
}
