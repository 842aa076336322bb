// Pauses in a line and between lines, counting anew, and what goes on in the midst of it.
#include <lineprof.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

static void *volatile kept;

static __attribute__((noinline)) void allocate(size_t size)
{
    kept = malloc(size);
    free(kept);
}

PROFILED __attribute__((noinline)) static void leaf(size_t size)
{
    allocate(size); //@ 3, 603, 603, u(200) + u(401) + u(2)
}

PROFILED static void paused(void)
{
    leaf(200); //@ 1, 200, 0, u(200)
    lineprof_pause();
    leaf(300);
    allocate(30);
    lineprof_resume();
    leaf(401);    //@ 1, 401, 0, u(401)
    allocate(51); //@ 1, 51, 51, u(51)
}

static __attribute__((noinline)) void pause_within(void)
{
    allocate(10);
    lineprof_pause();
    allocate(1000);
    lineprof_resume();
    allocate(7);
}

PROFILED static void within(void)
{
    pause_within(); //@ None, None, None, None
    leaf(2);        //@ 1, 2, 0, u(2)
}

PROFILED __attribute__((noinline)) static void anew(void)
{
    allocate(5000);
    lineprof_reset();
    allocate(60); //@ 1, 60, 60, u(60)
}

PROFILED int main(void)
{
    leaf(9999);
    anew();   //@ 1, 60, 0, u(60)
    paused(); //@ 3, 652, 0, u(200) + u(401) + u(51)
    within(); //@ None, None, 0, None
    return 0;
}
