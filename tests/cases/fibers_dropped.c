// case: fibers_dropped
// calls: leaf=3000 body=3000 run=3000
// Fibers that are suspended for the last time in the midst of calls; their stacks go, and
// come again.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#define P __attribute__((profile))
enum { RUNS = 3000, STACK = 1 << 16 };
static ucontext_t outside, fiber;
static long total;

P static int leaf(int n) {
  total += n;                      //=3000
  if (n % 3 == 0)                  //=3000
    swapcontext(&fiber, &outside); //=1000
  return n;                        //=2000
}
P static void body(int n) {
  total ^= leaf(n);              //=3000
  swapcontext(&fiber, &outside); //=2000
  total++;                       //=0
}
P static void run(int n, char *stack) {
  getcontext(&fiber);                              //=3000
  fiber.uc_stack.ss_sp = stack;                    //=3000
  fiber.uc_stack.ss_size = STACK;                  //=3000
  makecontext(&fiber, (void (*)(void))body, 1, n); //=3000
  swapcontext(&outside, &fiber);                   //=3000
}
int main(void) {
  for (int i = 0; i < RUNS; i++) {
    char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    run(i, stack);
    munmap(stack, STACK);
  }
  printf("%ld\n", total);
  return 0;
}
