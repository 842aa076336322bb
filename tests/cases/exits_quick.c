// case: exits_quick
// exit: 4
// outputs: 1
// calls: last=1 first=1 never=0 deep=3 step=6
// The handlers of quick_exit() run in reverse, those of exit() do not.
#include <stdio.h>
#include <stdlib.h>

static int steps;

__attribute__((profile, noinline)) static void step(void) {
  steps++; //=6
}

__attribute__((profile)) static void last(void) {
  step();                     //=1
  printf("last %d\n", steps); //=1
  fflush(stdout);             //=1
}

__attribute__((profile)) static void first(void) {
  for (int i = 0; i < 2; i++) //=3
    step();                   //=2
}

__attribute__((profile)) static void never(void) {
  printf("not reached\n"); //=0
}

__attribute__((profile)) static int deep(int n) {
  step();          //=3
  if (n == 0)      //=3
    quick_exit(4); //=1
  deep(n - 1);     //=2
  return steps;    //=0
}

int main(void) {
  atexit(never);
  at_quick_exit(last);
  at_quick_exit(first);
  return deep(2);
}
