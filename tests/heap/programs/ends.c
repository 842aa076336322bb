// Threads that end, one after the other, in functions and in destructors; and a handler.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

static pthread_key_t key;
static void *volatile kept;

PROFILED static void *chunk(size_t size)
{
    return malloc(size); //@ 500, 50000, 50000, 0
}

static __attribute__((noinline)) void end(void)
{
    pthread_exit(NULL);
}

PROFILED static void destroy(void *value)
{
    free(value);               //@ None, None, None, None
    free(malloc(70) ?: value); //@ None, None, None, None
}

PROFILED static void *work(void *arg)
{
    pthread_setspecific(key, chunk(100)); //@ 200, 20000, 0, 0
    void *memory = chunk(100);            //@ 200, 20000, 0, 0
    free(memory);                         //@ 0, 0, 0, 200 * u(100)
    if (arg)
        end(); //@ None, None, None, None
    return NULL;
}

PROFILED static void handle(int number)
{
    kept = malloc(33); //@ 10, 330, 330, 0
    free(kept);        //@ 0, 0, 0, 10 * u(33)
    (void)number;
}

static __attribute__((noinline)) void interrupted(void)
{
    for (int i = 0; i < 10; i++)
        raise(SIGUSR1);
}

PROFILED int main(void)
{
    pthread_t thread;

    pthread_key_create(&key, destroy);
    for (size_t i = 0; i < 200; i++) {
        pthread_create(&thread, NULL, work, (void *)(i % 2)); //@ None, None, None, None
        pthread_join(thread, NULL);                           //@ None, None, None, None
    }
    for (int i = 0; i < 100; i++)
        free(chunk(100)); //@ 100, 10000, 0, 100 * u(100)
    signal(SIGUSR1, handle);
    interrupted(); //@ 10, 330, 0, 10 * u(33)
    return 0;
}
