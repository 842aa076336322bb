/* SPDX-License-Identifier: MIT */
/*
 * Its file is cut short by others while it counts in it.
 * usage: cut THREADS [own|fork|lines|reset]
 *
 * Threads call marked functions all the time, and are in regions; the main thread waits
 * in a marked function for a byte.  Then all go on, and new functions are called.
 *
 * own: the program has a handler for the signal; fork: it forks afterwards; lines: its
 * threads go from line to line of one function, and call none; reset: and count anew.
 */
#include <lineprof.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THREADS = 8 };

static bool is_over;
static bool begins_anew;
static long total;

LINEPROF_PROFILE __attribute__((noinline)) static int leaf(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i * n;
    if (sum & 1)
        sum++;
    return sum;
}

LINEPROF_PROFILE __attribute__((noinline)) static int recurse(int n)
{
    LINEPROF_REGION("recursion");
    if (n == 0)
        return leaf(3);
    const int sum = recurse(n - 1);
    return sum + leaf(2);
}

LINEPROF_PROFILE static void *body(void *argument)
{
    long sum = 0;
    while (!__atomic_load_n(&is_over, __ATOMIC_ACQUIRE)) {
        LINEPROF_REGION("round");
        sum += recurse(20);
        LINEPROF_MARK("middle");
        sum += leaf(5);
    }
    __atomic_fetch_add(&total, sum, __ATOMIC_RELAXED);
    return argument;
}

/* Lines, and nothing else: one that has just been left is counted at the next. */
LINEPROF_PROFILE static void *go_from_line_to_line(void *argument)
{
    volatile long sum = 0;
    while (!__atomic_load_n(&is_over, __ATOMIC_ACQUIRE)) {
        sum += 1;
        sum ^= 3;
        sum += 5;
        if (sum & 8)
            sum -= 7;
        sum ^= 9;
        if (begins_anew)
            lineprof_reset();
    }
    __atomic_fetch_add(&total, sum, __ATOMIC_RELAXED);
    return argument;
}

/* Not called before the file is cut. */
LINEPROF_PROFILE __attribute__((noinline)) static int late(int n)
{
    LINEPROF_REGION("late");
    return recurse(n) + leaf(n);
}

static void end_by_handler(int number)
{
    static const char text[] = "own handler\n";

    (void)number;
    _exit(write(STDOUT_FILENO, text, sizeof text - 1) < 0);
}

static void go_without_care(void)
{
}

static void handle_itself(void)
{
    signal(SIGBUS, end_by_handler);
}

static void begin_anew(void)
{
    begins_anew = true;
}

static const struct {
    const char *name;
    void (*prepare)(void);
} kinds[] = {
    {"plain", go_without_care},
    {"own",   handle_itself  },
    {"fork",  go_without_care},
    {"lines", go_without_care},
    {"reset", begin_anew     },
};

/* It waits for the byte without touching what is profiled. */
LINEPROF_PROFILE __attribute__((noinline)) static int wait_inside(int depth)
{
    char byte;

    if (depth > 0)
        return wait_inside(depth - 1) + 1;
    puts("counting");
    fflush(stdout);
    return read(STDIN_FILENO, &byte, 1) != 1;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST_THREADS];
    const int count = atoi(argv[1]);
    const char *kind = argc > 2 ? argv[2] : "plain";

    const bool stays_in_one = !strcmp(kind, "lines") || !strcmp(kind, "reset");

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!strcmp(kind, kinds[i].name))
            kinds[i].prepare();
    }
    recurse(300);
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, stays_in_one ? go_from_line_to_line : body,
                       NULL);
    if (wait_inside(10) != 10)
        return 1;
    if (!strcmp(kind, "fork") && fork() == 0)
        exit(late(3) < 0);
    late(50);
    __atomic_store_n(&is_over, true, __ATOMIC_RELEASE);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    while (wait(NULL) > 0)
        ;
    puts("done");
    return 0;
}
