// case: fibers_frames
// calls: even=18 odd=12 jump=12 body=3
// Functions that have frames in every mode, suspended and resumed in turn: they recurse
// through one another, call setjmp.
#include <setjmp.h>
#include <stdio.h>
#include <ucontext.h>
#define P __attribute__((profile))
enum { FIBERS = 3, STACK = 1 << 16 };
static ucontext_t scheduler, fibers[FIBERS];
static jmp_buf points[FIBERS];
static int done, total;

static void yield(int me) { swapcontext(&fibers[me], &scheduler); }
P static int odd(int n, int me);
P static int even(int n, int me) {
  if (n == 0) { //=18
    total++;    //=6
    yield(me);  //=6
    return 1;   //=6
  }
  return odd(n - 1, me); //=12
}
P static int odd(int n, int me) {
  if (n == 0)             //=12
    return 0;             //=0
  return even(n - 1, me); //=12
}
P static int jump(int n, int me) {
  total += n + __builtin_constant_p(me); //=12
  if (setjmp(points[me]) == 0) {         //=12
    yield(me);                           //=12
    longjmp(points[me], 1);              //=12
  }
  return total; //=12
}
P static void body(int me) {
  int sum = 0;                  //=3
  for (int i = 0; i < 4; i++) { //=15
    sum += jump(i, me);         //=12
    sum ^= me;                  //=12
  }
  for (int i = 0; i < 2; i++) //=9
    sum += even(4, me);       //=6
  total ^= sum;               //=3
  done++;                     //=3
}
int main(void) {
  static char stacks[FIBERS][STACK];
  for (int i = 0; i < FIBERS; i++) {
    getcontext(&fibers[i]);
    fibers[i].uc_stack.ss_sp = stacks[i];
    fibers[i].uc_stack.ss_size = STACK;
    fibers[i].uc_link = &scheduler;
    makecontext(&fibers[i], (void (*)(void))body, 1, i);
  }
  while (done < FIBERS)
    for (int i = 0; i < FIBERS; i++)
      swapcontext(&scheduler, &fibers[i]);
  printf("%d %d\n", done, total);
  return 0;
}
