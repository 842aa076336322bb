// case: fibers_generator
// calls: leaf=36 generate=3
// Generators that are resumed in turn, each in the midst of a call.
#include <stdio.h>
#include <ucontext.h>
#define P __attribute__((profile))
enum { FIBERS = 3, STACK = 1 << 16 };
static ucontext_t consumer, fibers[FIBERS];
static int values[FIBERS], done;

static void yield(int me, int value) {
  values[me] = value;
  swapcontext(&fibers[me], &consumer);
}
P static int leaf(int n, int me) {
  int square = n * n;  //=36
  if (n % 2)           //=36
    yield(me, square); //=18
  return square + me;  //=36
}
P static void generate(int me) {
  int sum = 0;                 //=3
  for (int i = 0; i < 12; i++) //=39
    sum += leaf(i, me);        //=36
  yield(me, sum);              //=3
  done++;                      //=3
}
P static int consume(void) {
  int sum = 0;                            //=1
  while (done < FIBERS)                   //=9
    for (int i = 0; i < FIBERS; i++) {    //=32
      swapcontext(&consumer, &fibers[i]); //=24
      sum = sum * 3 % 1000 + values[i];   //=24
    }
  return sum; //=1
}
int main(void) {
  static char stacks[FIBERS][STACK];
  for (int i = 0; i < FIBERS; i++) {
    getcontext(&fibers[i]);
    fibers[i].uc_stack.ss_sp = stacks[i];
    fibers[i].uc_stack.ss_size = STACK;
    fibers[i].uc_link = &consumer;
    makecontext(&fibers[i], (void (*)(void))generate, 1, i);
  }
  printf("%d\n", consume());
  return 0;
}
