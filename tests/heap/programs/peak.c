// peak
// What lines held when most was in use: with callees, recursion, code that is not
// profiled, blocks that move, a signal handler, and what others freed before and after.
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

static void *volatile kept[128];
static void *volatile by_handler;

/* Not profiled: what it allocates is its caller's. */
static __attribute__((noinline)) void *helper(size_t size)
{
    void *volatile gone = malloc(size);
    void *memory = malloc(size);
    free(gone);
    return memory;
}

PROFILED static void *leaf(size_t size)
{
    return malloc(size); //@ 30, 30 * 200, 30 * 200, 0, 20 * u(200)
}

PROFILED static void drop(int first, int end)
{
    for (int i = first; i < end; i++)
        free(kept[i]); //@ 0, 0, 0, None, 0
}

PROFILED static void rise_and_fall(void)
{
    kept[0] = malloc(5000); //@ 1, 5000, 5000, 0, 0
    for (int i = 1; i < 11; i++)
        kept[i] = leaf(200); //@ 10, 2000, 0, 0, 0
    drop(0, 11);             //@ 0, 0, 0, None, 0
}

PROFILED static void hold(int depth)
{
    kept[20 + depth] = malloc(1000); //@ 4, 4000, 4000, 0, 4 * u(1000)
    if (depth > 0)
        hold(depth - 1);
}

PROFILED static void move(void)
{
    kept[30] = malloc(104);                     //@ 1, 104, 104, 0, 0
    kept[31] = malloc(120);                     //@ 1, 120, 120, 0, u(120)
    kept[30] = realloc(kept[30], 6008);         //@ 1, 6008, 6008, u(104), u(6008)
    kept[32] = realloc(kept[31], SIZE_MAX / 2); // there is no such memory: it stays
    kept[33] = realloc(NULL, 2008);             //@ 1, 2008, 2008, 0, 0
    kept[33] = realloc(kept[33], 1000);         //@ 1, 1000, 1000, u(2008), u(1000)
}

PROFILED static void handle(int signal)
{
    (void)signal;
    by_handler = malloc(712); //@ 1, 712, 712, 0, u(712)
}

PROFILED static void most(void)
{
    for (int i = 40; i < 60; i++)
        kept[i] = leaf(200);        //@ 20, 4000, 0, 0, 0
    kept[60] = helper(3000);        //@ 2, 6000, 6000, u(3000), u(3000)
    raise(SIGUSR1);                 //@ 1, 712, 0, 0, 0
    free(kept[61] = malloc(30008)); //@ 1, 30008, 30008, u(30008), u(30008)
}

PROFILED static void after(void)
{
    for (int i = 61; i < 71; i++)
        kept[i] = malloc(900); //@ 10, 9000, 9000, 0, 0
    drop(20, 24);              //@ 0, 0, 0, None, 0
    kept[20] = malloc(8000);   //@ 1, 8000, 8000, 0, 0
    drop(40, 71);              //@ 0, 0, 0, None, 0
}

PROFILED int main(void)
{
    signal(SIGUSR1, handle);
    rise_and_fall(); //@ 11, 7000, 0, None, 0
    hold(3);         //@ 4, 4000, 0, 0, 0
    move();          //@ 5, 9240, 0, None, 0
    most();          //@ 24, 40720, 0, None, 0
    after();         //@ 11, 17000, 0, None, 0
    return 0;
}
