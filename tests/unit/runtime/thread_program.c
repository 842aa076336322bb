/* SPDX-License-Identifier: MIT */
/* Threads that come and go. */
#include "marked.h"

#include <pthread.h>

static void *thread_body(void *argument)
{
    work(*(int *)argument);
    return NULL;
}

/* One after another. */
static int run_short_threads(const char *argument)
{
    const int count = atoi(argument);
    int rounds = 10;
    pthread_t thread;

    for (int i = 0; i < count; i++) {
        pthread_create(&thread, NULL, thread_body, &rounds);
        pthread_join(thread, NULL);
    }
    return 0;
}

enum { THREADS = 8 };

static int run_threads(const char *argument)
{
    int rounds = atoi(argument);
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, thread_body, &rounds);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* More threads at a time than have records of their own. */
static pthread_barrier_t barrier;

static void *wait_body(void *argument)
{
    work(1);
    pthread_barrier_wait(&barrier);
    work(1);
    return argument;
}

static int run_many_threads(const char *argument)
{
    enum { MOST = 200 };
    const int count = atoi(argument);
    pthread_t threads[MOST];

    for (int round = 0; round < 3; round++) {
        pthread_barrier_init(&barrier, NULL, (unsigned int)count);
        for (int i = 0; i < count; i++)
            pthread_create(&threads[i], NULL, wait_body, NULL);
        for (int i = 0; i < count; i++)
            pthread_join(threads[i], NULL);
        pthread_barrier_destroy(&barrier);
    }
    return 0;
}

/* A thread ends inside marked functions; its destructors call marked ones. */
static pthread_key_t key;

static void work_in_key(void *value)
{
    (void)value;
    work(1);
}

static void *ending_body(void *argument)
{
    pthread_setspecific(key, &key);
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    work(1);
    pthread_exit(argument);
    FAKE_LEAVE();
    return argument;
}

static int run_thread_exit(const char *argument)
{
    pthread_t thread;

    (void)argument;
    work(1); /* so that the runtime's key is older, and its destructor runs first */
    pthread_key_create(&key, work_in_key);
    pthread_create(&thread, NULL, ending_body, NULL);
    pthread_join(thread, NULL);
    leaf();
    return 0;
}

static void *cancelled_body(void *argument)
{
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    pthread_barrier_wait(&barrier); /* the cancellation is pending from here on */
    pthread_barrier_wait(&barrier);
    leaf(); /* the first call of it makes system calls that are cancellation points */
    FAKE_LINE(1);
    for (;;)
        pthread_testcancel();
    FAKE_LEAVE();
    return argument;
}

static int run_cancel(const char *argument)
{
    pthread_t thread;
    void *result = NULL;

    (void)argument;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, cancelled_body, NULL);
    pthread_barrier_wait(&barrier);
    pthread_cancel(thread);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, &result);
    work(1);
    return result != PTHREAD_CANCELED;
}

SCENARIOS({"short_threads", run_short_threads}, {"threads", run_threads},
          {"many_threads", run_many_threads}, {"thread_exit", run_thread_exit},
          {"cancel", run_cancel})
