/* SPDX-License-Identifier: MIT */
/* Fibers: usage fibers SCENARIO.  Prints how often `step` was run. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define P __attribute__((profile, noinline))

enum { STACK = 1 << 16, FIBERS = 16, STEPS = 2000, THREADS = 4, DROPPED = 100000 };

struct fiber {
    ucontext_t context, *back;
    jmp_buf point; /* keeps `step` from being light code */
    int done, sum;
    struct fiber *next;
};

static struct fiber fibers[FIBERS];
static atomic_int happened;

P static int step(struct fiber *f, int n)
{
    if (setjmp(f->point))
        return -1;
    atomic_fetch_add(&happened, 1); /* step */
    f->sum += n;
    swapcontext(&f->context, f->back);
    f->sum ^= 5;
    return f->sum; /* stepped */
}

P static void run_fiber(int number)
{
    struct fiber *f = &fibers[number];

    for (int i = 0; i < STEPS; i++)
        f->sum += step(f, i);
    f->done = 1;
    swapcontext(&f->context, f->back);
}

static void begin(int number, void *stack)
{
    struct fiber *f = &fibers[number];

    getcontext(&f->context);
    f->context.uc_stack.ss_sp = stack;
    f->context.uc_stack.ss_size = STACK;
    makecontext(&f->context, (void (*)(void))run_fiber, 1, number);
}

static void begin_all(void)
{
    for (int i = 0; i < FIBERS; i++)
        begin(i, malloc(STACK));
}

P static void resume(struct fiber *f)
{
    ucontext_t here;

    f->back = &here;
    swapcontext(&here, &f->context);
}

/* ---- Each step on another thread ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct fiber *first, **last = &first;
static int left = FIBERS;

static void put(struct fiber *f)
{
    pthread_mutex_lock(&mutex);
    f->next = NULL;
    *last = f;
    last = &f->next;
    pthread_mutex_unlock(&mutex);
}

static struct fiber *take(int *more)
{
    pthread_mutex_lock(&mutex);
    struct fiber *f = first;
    if (f && !(first = f->next))
        last = &first;
    *more = left > 0;
    pthread_mutex_unlock(&mutex);
    return f;
}

static void *work(void *unused)
{
    int more = 1;

    while (more) {
        struct fiber *f = take(&more);
        if (!f)
            continue;
        resume(f);
        if (!f->done) {
            put(f);
            continue;
        }
        pthread_mutex_lock(&mutex);
        left--;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void move(void)
{
    pthread_t threads[THREADS];

    begin_all();
    for (int i = 0; i < FIBERS; i++)
        put(&fibers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* ---- Never resumed ---- */

static void drop(void)
{
    for (int i = 0; i < DROPPED; i++) {
        void *stack =
            mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        begin(0, stack);
        resume(&fibers[0]);
        munmap(stack, STACK);
    }
}

/* ---- Processes ---- */

static void run_all(void)
{
    for (int ended = 0; ended < FIBERS;) {
        ended = 0;
        for (int i = 0; i < FIBERS; i++) {
            if (!fibers[i].done)
                resume(&fibers[i]);
            ended += fibers[i].done;
        }
    }
}

/* The child goes on with what its parent has begun. */
static void fork_within(void)
{
    begin_all();
    for (int i = 0; i < FIBERS; i++)
        resume(&fibers[i]);
    const pid_t child = fork();
    if (child < 0)
        exit(1);
    run_all();
    if (!child)
        exit(0);
    int status = 1;
    waitpid(child, &status, 0);
    if (status)
        exit(2);
}

static void cut_within(void)
{
    begin_all();
    for (int i = 0; i < FIBERS; i++)
        resume(&fibers[i]);
    if (truncate(getenv("LINEPROF_OUT"), 0))
        exit(1);
    run_all();
}

/* ---- Stacks that were made by signals, as libraries of fibers do ---- */

static int starting;
static jmp_buf outside, inside[FIBERS];

P static int jump_step(int me, int n)
{
    fibers[me].sum += n;
    atomic_fetch_add(&happened, 1);
    if (!_setjmp(inside[me]))
        _longjmp(outside, 1);
    return fibers[me].sum ^= 5;
}

static void jump_all(int me)
{
    for (int i = 0; i < STEPS / 10; i++)
        jump_step(me, i);
    fibers[me].done = 1;
    _longjmp(outside, 1);
}

static void start_on_stack(int number)
{
    const int me = starting;

    (void)number;
    if (_setjmp(inside[me]))
        jump_all(me);
}

static void run_on_signal_stacks(void)
{
    for (starting = 0; starting < FIBERS; starting++) {
        stack_t stack = {.ss_sp = malloc(STACK), .ss_size = STACK};
        struct sigaction action = {.sa_handler = start_on_stack, .sa_flags = SA_ONSTACK};
        sigaltstack(&stack, NULL);
        sigaction(SIGUSR1, &action, NULL);
        raise(SIGUSR1);
        stack.ss_flags = SS_DISABLE;
        sigaltstack(&stack, NULL);
    }
    static volatile int i, ended;
    for (ended = 0; ended < FIBERS;) {
        ended = 0;
        for (i = 0; i < FIBERS; i++) {
            if (!fibers[i].done && !_setjmp(outside))
                _longjmp(inside[i], 1);
            ended += fibers[i].done;
        }
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } scenarios[] = {
        {"move",          move                },
        {"drop",          drop                },
        {"fork",          fork_within         },
        {"cut",           cut_within          },
        {"signal_stacks", run_on_signal_stacks}
    };

    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (argc > 1 && !strcmp(argv[1], scenarios[i].name)) {
            scenarios[i].run();
            printf("%d\n", happened);
            return 0;
        }
    }
    return 3;
}
