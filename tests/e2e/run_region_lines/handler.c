/* SPDX-License-Identifier: MIT */
/* A signal handler begins and ends the region that it interrupts, at any point.  Prints
   how often what is in it was called. */
#include <lineprof.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

enum { ROUNDS = 100000 };

static volatile int sink, handled;

__attribute__((profile)) static void work(int n)
{
    sink += n;
}

static void on_alarm(int number)
{
    (void)number;
    LINEPROF_BEGIN("region");
    work(1);
    LINEPROF_END("region");
    handled++;
}

int main(void)
{
    struct itimerval timer = {
        {0, 300},
        {0, 300}
    };

    LINEPROF_BEGIN("region"); /* a handler is not to be the first that names it */
    work(0);
    LINEPROF_END("region");
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &timer, NULL);
    for (int i = 1; i < ROUNDS; i++) {
        LINEPROF_BEGIN("region");
        work(i);
        LINEPROF_END("region");
    }
    timer = (struct itimerval){0};
    setitimer(ITIMER_REAL, &timer, NULL);
    printf("%d\n", ROUNDS + handled);
    return 0;
}
