// case: contexts_ring
// cc: -std=gnu11
// Coroutines by swapcontext, and a loop by setcontext.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#define P __attribute__((profile))

static ucontext_t back, one, two;
static int turns;

P static void producer(int n) { //=-
  for (int i = 0; i < n; i++) { //=6
    turns++;                    //=5
    swapcontext(&one, &two);    //=5
    turns += 2;                 //=5
  }                             //=-
  turns += 100;                 //=1
}

P static void consumer(int n) { //=-
  while (n--) {                 //=5
    turns += 10;                //=5
    swapcontext(&two, &one);    //=5
  }
  turns += 1000; //=0
}

P static int nested(int d) {
  if (d == 0) {               //=4
    swapcontext(&one, &back); //=1
    return 1;                 //=1
  }
  return d                //=3
         + nested(d - 1); //=-
}
P static void deep(void) {
  turns += nested(3); //=1
}

P static void run(void) {
  static char a[65536], b[65536];
  getcontext(&one);                                  //=1
  one.uc_stack.ss_sp = a;                            //=1
  one.uc_stack.ss_size = sizeof a;                   //=1
  one.uc_link = &back;                               //=1
  makecontext(&one, (void (*)(void))producer, 1, 5); //=1
  getcontext(&two);                                  //=1
  two.uc_stack.ss_sp = b;                            //=1
  two.uc_stack.ss_size = sizeof b;                   //=1
  two.uc_link = &back;                               //=1
  makecontext(&two, (void (*)(void))consumer, 1, 5); //=1
  swapcontext(&back, &one);                          //=1
  getcontext(&one);                                  //=1
  one.uc_link = &back;                               //=1
  one.uc_stack.ss_sp = a;                            //=1
  one.uc_stack.ss_size = sizeof a;                   //=1
  makecontext(&one, deep, 0);                        //=1
  swapcontext(&back, &one);                          //=1
  turns += 5000;                                     //=1
  swapcontext(&back, &one);                          //=1
  turns += 10000;                                    //=1
}

/* getcontext + setcontext as a loop */
P static int looped(void) {
  volatile int n = 0; //=1
  ucontext_t here;
  getcontext(&here);   //=1
  n++;                 //=4
  if (n < 4)           //=4
    setcontext(&here); //=3
  return n;            //=1
}

int main(void) {
  run();
  int l = looped();
  printf("%d %d\n", turns, l);
}
