/* SPDX-License-Identifier: MIT */
/* Regions by the runtime's exported names; with the clock that counts its readings, one
   at each beginning and each end. */
#include "lineprof/names.h"
#include "marked.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* A reading, and no more. */
static void tick(void)
{
    lineprof_end_begun(lineprof_begin("tick"));
}

static int run_nested(const char *argument)
{
    (void)argument;
    leaf(); /* the clock is its module's */
    lineprof_begin("outer");
    lineprof_begin("inner");
    lineprof_end("inner");
    lineprof_begin("inner");
    lineprof_end("inner");
    lineprof_end("outer");
    return 0;
}

static void recurse_in(int depth)
{
    const unsigned int begun = lineprof_begin("recursive");

    if (depth > 1)
        recurse_in(depth - 1);
    lineprof_end_begun(begun);
}

static int run_recursive(const char *argument)
{
    (void)argument;
    leaf();
    recurse_in(3);
    recurse_in(1);
    return 0;
}

/* One more is open than can be: it is not recorded, nor are those in it. */
static int run_deep(const char *argument)
{
    int recorded = 0;
    const int depth = atoi(argument);

    for (int i = 0; i < depth; i++)
        recorded += lineprof_begin("deep") != 0;
    for (int i = 0; i < recorded; i++)
        lineprof_end("deep");
    lineprof_begin("afterwards");
    lineprof_end("afterwards");
    return recorded != 1024;
}

static int run_names(const char *argument)
{
    const int count = atoi(argument);

    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "name %d", i);
        lineprof_mark(name);
    }
    lineprof_mark("name 0"); /* those that are known still count */
    return 0;
}

/* Texts at one address, and one text at two. */
static int run_texts(const char *argument)
{
    char here[] = "first", there[] = "first";

    (void)argument;
    lineprof_begin(here);
    memcpy(here, "other", 5);
    lineprof_end("first");
    lineprof_begin(here);
    lineprof_end(here);
    lineprof_begin(there);
    lineprof_end("first");
    return 0;
}

static int run_hostile(const char *argument)
{
    enum { LONG = 200000 };
    char *name = malloc(LONG + 1);

    (void)argument;
    memset(name, 'n', LONG);
    name[LONG] = '\0';
    const char *const names[] = {"", "%s%n", "\x1b[31m\n", "\xff\xfe", name};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lineprof_begin(names[i]);
        lineprof_end(names[i]);
    }
    free(name);
    lineprof_begin(NULL);
    lineprof_end(NULL);
    lineprof_mark(NULL);
    lineprof_end_begun(0);
    lineprof_end_begun(12345);
    lineprof_end_range(0);
    lineprof_end_range(99999);
    return lineprof_begin_range(NULL) != 0;
}

/* "first" ends in the middle, and "second" goes on: readings 1 to 6, 4 the first's end.
 */
static int run_out_of_order(const char *argument)
{
    (void)argument;
    leaf();
    const unsigned int around = lineprof_begin("around");
    const unsigned int first = lineprof_begin("first");
    const unsigned int second = lineprof_begin("second");
    lineprof_end_begun(first);
    lineprof_end_begun(first); /* has no effect */
    lineprof_end_begun(second);
    lineprof_end_begun(around);
    return 0;
}

/* Two of one name, of which the outer one ends first; and two gaps in one another. */
static int run_overlapping(const char *argument)
{
    (void)argument;
    leaf();
    const unsigned int around = lineprof_begin("around");
    const unsigned int one = lineprof_begin("same");
    const unsigned int two = lineprof_begin("same");
    const unsigned int three = lineprof_begin("last");
    lineprof_end_begun(two);
    lineprof_end_begun(one);
    tick();
    lineprof_end_begun(three);
    lineprof_end_begun(around);
    return 0;
}

static int run_unbalanced(const char *argument)
{
    (void)argument;
    for (int i = 0; i < 100; i++) {
        lineprof_end("never begun");
        lineprof_begin("good");
        lineprof_begin("left open");
        lineprof_end("good");
    }
    errno = 77;
    lineprof_end("never begun");
    return errno != 77;
}

static unsigned long range;

static void *end_it(void *unused)
{
    lineprof_end_range(range);
    lineprof_begin("in the thread");
    return unused; /* ends with it */
}

static int run_ranges(const char *argument)
{
    pthread_t thread;

    (void)argument;
    leaf();
    const unsigned long here = lineprof_begin_range("here");
    range = lineprof_begin_range("across");
    tick();
    lineprof_end_range(here);
    lineprof_end_range(here);
    pthread_create(&thread, NULL, end_it, NULL);
    pthread_join(thread, NULL);
    lineprof_begin_range("left open");
    return 0;
}

static int run_many_ranges(const char *argument)
{
    enum { MOST = 4096 };
    static unsigned long ranges[MOST + 1];
    int recorded = 0;

    (void)argument;
    for (int i = 0; i <= MOST; i++)
        recorded += (ranges[i] = lineprof_begin_range("range")) != 0;
    for (int i = 0; i <= MOST; i++)
        lineprof_end_range(ranges[i]);
    lineprof_end_range(lineprof_begin_range("afterwards"));
    return recorded != MOST;
}

enum { THREADS = 4, ROUNDS = 20000 };

static void *count_in_thread(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        const unsigned int begun = lineprof_begin("everywhere");
        lineprof_end_begun(begun);
    }
    return unused;
}

static int run_threads(const char *argument)
{
    pthread_t threads[THREADS];

    (void)argument;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, count_in_thread, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

static volatile sig_atomic_t signals;

/* Its names are at another slot, and known before. */
static void begin_in_handler(int signal_number)
{
    (void)signal_number;
    const unsigned int begun = lineprof_begin("in a handler");
    lineprof_mark("everywhere");
    lineprof_end_begun(begun);
    signals++;
}

/* Regions in a handler that comes in anywhere: all are counted. */
static int run_signals(const char *argument)
{
    const struct sigaction action = {.sa_handler = begin_in_handler};
    const pid_t self = getpid();
    int status = 0;

    (void)argument;
    begin_in_handler(0);
    sigaction(SIGUSR1, &action, NULL);
    const pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 2000; i++)
            kill(self, SIGUSR1);
        _exit(0);
    }
    int rounds = 0;
    for (; waitpid(child, &status, WNOHANG) == 0; rounds++)
        count_in_thread(NULL);
    printf("%d %d\n", rounds * ROUNDS + signals, signals);
    return 0;
}

/* ---- Fibers ---- */

enum { FIBER_STACK = 65536, FIBERS = 2 };

static ucontext_t scheduler, fibers[FIBERS];

static void resume(int number)
{
    swapcontext(&scheduler, &fibers[number]);
}

static void suspend(int number)
{
    swapcontext(&fibers[number], &scheduler);
}

/* Their stacks are side by side. */
static void start_fiber(int number, void (*body)(void))
{
    static char stacks[FIBERS][FIBER_STACK];
    ucontext_t *fiber = &fibers[number];

    getcontext(fiber);
    fiber->uc_stack.ss_sp = stacks[number];
    fiber->uc_stack.ss_size = sizeof stacks[number];
    fiber->uc_link = &scheduler;
    makecontext(fiber, body, 0);
}

static void run_first(void)
{
    lineprof_begin("first");
    const unsigned int task = lineprof_begin("task");
    suspend(0);
    lineprof_end_begun(task);
    lineprof_end("first");
}

static void run_second(void)
{
    lineprof_begin("second");
    lineprof_begin("task");
    suspend(1);
    lineprof_end("task");
    lineprof_end("second");
}

/* In turns: what one ends is its own. */
static int run_fibers(const char *argument)
{
    (void)argument;
    leaf();
    lineprof_begin("scheduler");
    start_fiber(0, run_first);
    start_fiber(1, run_second);
    resume(0);
    resume(1);
    tick();
    resume(0);
    resume(1);
    lineprof_end("scheduler");
    return 0;
}

static void *resume_first(void *unused)
{
    (void)unused;
    resume(0);
    return NULL;
}

/* What one thread begins another ends. */
static int run_moving(const char *argument)
{
    pthread_t thread;

    (void)argument;
    leaf();
    start_fiber(0, run_first);
    resume(0);
    tick();
    const bool created = pthread_create(&thread, NULL, resume_first, NULL) == 0;
    if (created)
        pthread_join(thread, NULL);
    return !created;
}

static void leave_open(void)
{
    lineprof_begin("outer");
    lineprof_begin("left");
    lineprof_begin("left in it");
    lineprof_end("outer");
    lineprof_begin("open around");
    lineprof_begin("open");
    suspend(0);
}

/* What is left without its end, and what is open as the program ends. */
static int run_left(const char *argument)
{
    (void)argument;
    leaf();
    start_fiber(0, leave_open);
    resume(0);
    tick();
    lineprof_end("open"); /* there is none on this stack */
    return 0;
}

static void open_many(void)
{
    const unsigned int outer = lineprof_begin("outer");

    for (int i = 0; i < 1024; i++)
        lineprof_begin("deep");
    for (int i = 0; i < 1023; i++)
        lineprof_end("deep");
    lineprof_end_begun(outer);
    lineprof_begin("afterwards");
    lineprof_end("afterwards");
}

static int run_many_on_fiber(const char *argument)
{
    (void)argument;
    start_fiber(0, open_many);
    resume(0);
    return 0;
}

SCENARIOS({"nested", run_nested}, {"recursive", run_recursive}, {"deep", run_deep},
          {"names", run_names}, {"texts", run_texts}, {"hostile", run_hostile},
          {"out_of_order", run_out_of_order}, {"overlapping", run_overlapping},
          {"unbalanced", run_unbalanced}, {"ranges", run_ranges},
          {"many_ranges", run_many_ranges}, {"threads", run_threads},
          {"signals", run_signals}, {"fibers", run_fibers}, {"moving", run_moving},
          {"left_on_fiber", run_left}, {"many_on_fiber", run_many_on_fiber})
