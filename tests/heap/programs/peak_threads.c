// peak
// What lines of several threads held when most was in use, and what other threads freed.
#include <pthread.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

enum { THREADS = 4, BLOCKS = 300 };

static void *volatile kept[THREADS][BLOCKS];
static pthread_barrier_t together;

PROFILED static void *chunk(size_t size)
{
    return malloc(size); //@ 4 * 300, 4 * 300 * 88, 4 * 300 * 88, 0, 4 * 200 * u(88)
}

PROFILED static void drop(size_t thread, int first, int end)
{
    for (int i = first; i < end; i++)
        free(kept[thread][i]); //@ 0, 0, 0, None, 0
}

PROFILED static void *work(void *arg)
{
    const size_t own = (size_t)arg;

    for (int i = 0; i < 100; i++)
        kept[own][i] = chunk(88); //@ 4 * 100, 4 * 100 * 88, 0, 0, 0
    pthread_barrier_wait(&together);
    drop((own + 1) % THREADS, 0, 100); //@ 0, 0, 0, None, 0
    pthread_barrier_wait(&together);
    for (int i = 100; i < BLOCKS; i++)
        kept[own][i] = chunk(88); //@ 4 * 200, 4 * 200 * 88, 0, 0, 0
    void *more = malloc(1032);    //@ 4, 4128, 4128, 0, 4 * u(1032)
    pthread_barrier_wait(&together);
    free(more);                                       //@ 0, 0, 0, None, 0
    drop((own + THREADS - 1) % THREADS, 100, BLOCKS); //@ 0, 0, 0, None, 0
    return NULL;
}

PROFILED int main(void)
{
    pthread_t threads[THREADS];

    pthread_barrier_init(&together, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i); //@ None, None, None, None
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL); //@ None, None, None, None, None
    for (size_t i = 0; i < 10; i++)
        free(kept[0][0] = malloc(500)); //@ 10, 5000, 5000, 10 * u(500), 0
    return 0;
}
