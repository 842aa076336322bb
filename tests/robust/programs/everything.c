/* SPDX-License-Identifier: MIT */
/* Everything that the runtime does, at once, for checkers to look at: threads that come
   and go, regions with hooks that are replaced, a marked handler a thousand times a
   second, counting anew, pauses, dumps, libraries that are loaded and unloaded, forks.
   usage: everything SECONDS LIBRARY */
#include <lineprof.h>

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, FEW = 20 };

static const char *library;
static atomic_bool stop;
static atomic_ulong handled;
static atomic_ulong started;
static atomic_ulong stopped;

__attribute__((profile, noinline)) static unsigned long work(unsigned long rounds)
{
    unsigned long sum = 0;
    for (unsigned long i = 0; i < rounds; i++) {
        sum += i * i;
    }
    return sum;
}

__attribute__((profile, noinline)) static int descend(int depth)
{
    if (depth <= 1)
        return 1;
    LINEPROF_REGION("descent");
    return descend(depth - 1) + 1;
}

__attribute__((profile, noinline)) static void handle(int number)
{
    (void)number;
    handled++; /* handled */
    LINEPROF_MARK("handled");
    work(2);
}

/* Where a checker suppresses a finding in the handler, it looks for debug information
   there, and that changes errno.  The host test looks whether we do. */
static void handle_carefully(int number)
{
    const int error = errno;

    handle(number);
    errno = error;
}

static void start(const char *name, void *arg)
{
    (void)name;
    atomic_fetch_add((atomic_ulong *)arg, 1);
}

static const struct lineprof_hooks hooks[] = {
    {start, start, NULL, &started},
    {start, NULL,  NULL, &stopped},
};

/* ---- What threads do ---- */

static void *short_body(void *argument)
{
    lineprof_set_thread_name("short");
    LINEPROF_REGION("short life");
    work(3);
    return argument;
}

static void *count(void *argument)
{
    pthread_t thread;

    while (!stop) {
        LINEPROF_BEGIN("round");
        work(50);
        descend(90);
        if (pthread_create(&thread, NULL, short_body, NULL) == 0)
            pthread_join(thread, NULL);
        LINEPROF_END("round");
    }
    return argument;
}

static void load(void)
{
    void *handle_of = dlopen(library, RTLD_NOW);
    void (*run)(void) = NULL;

    if (!handle_of)
        abort();
    *(void **)&run = dlsym(handle_of, "run_library");
    run();
    dlclose(handle_of);
}

static void pause_a_while(void)
{
    lineprof_pause();
    work(10);
    lineprof_resume();
}

static void dump(void)
{
    if (lineprof_dump("dumped.lprof") != 0)
        abort();
}

static void replace_hooks(void)
{
    static unsigned int number;

    lineprof_set_hooks(&hooks[number++ % 2]);
}

static void *disturb(void *argument)
{
    static void (*const all[])(void) = {load, pause_a_while, lineprof_reset, dump,
                                        replace_hooks};

    for (unsigned int i = 0; !stop; i++) {
        all[i % (sizeof all / sizeof all[0])]();
        work(5);
        usleep(300);
    }
    return argument;
}

/* ---- Forks ---- */

static void make_child(void)
{
    const pid_t child = fork();

    if (child == 0) {
        alarm(60); /* a child that hangs is killed */
        LINEPROF_REGION("child");
        work(5);
        load();
        exit(descend(100) == 100 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status != 0)
        abort();
}

static void run_for(double seconds)
{
    pthread_t threads[THREADS + 1];
    struct timespec time = {.tv_sec = (time_t)seconds,
                            .tv_nsec = (long)((seconds - (int)seconds) * 1e9)};

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    pthread_create(&threads[THREADS], NULL, disturb, NULL);
    while (nanosleep(&time, &time) != 0)
        ;
    stop = 1;
    for (int i = 0; i <= THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    const struct sigaction action = {.sa_handler = handle_carefully,
                                     .sa_flags = SA_RESTART};
    const struct itimerval timer = {.it_interval = {.tv_usec = 1000},
                                    .it_value = {.tv_usec = 1000}};

    library = argc > 2 ? argv[2] : "";
    lineprof_set_hooks(&hooks[0]);
    work(10);
    for (int i = 0; i < FEW; i++)
        make_child();
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    run_for(argc > 1 ? atof(argv[1]) : 1);
    printf("%lu\n", (unsigned long)handled);
    return 0;
}
