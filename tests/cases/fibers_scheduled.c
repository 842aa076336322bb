// case: fibers_scheduled
// calls: step=2000 work=1000 body=25 resume=2025
// Fibers that are resumed in random order, and begun anew on their stacks.
#include <stdio.h>
#include <ucontext.h>
#define P __attribute__((profile))
enum { FIBERS = 5, ROUNDS = 40, LIVES = 5, STACK = 1 << 16 };
static ucontext_t scheduler, fibers[FIBERS];
static char stacks[FIBERS][STACK];
static int running, lives[FIBERS], total;
static unsigned seed = 1;

P static int step(int n) {
  total = (total * 7 + n) % 10007;           //=2000
  swapcontext(&fibers[running], &scheduler); //=2000
  return total & 3;                          //=2000
}
P static int work(int n) {
  int sum = step(n); //=1000
  sum += step(-n);   //=1000
  return sum;        //=1000
}
P static void body(void) {
  for (int i = 0; i < ROUNDS; i++) //=1025
    total += work(i);              //=1000
  lives[running]++;                //=25
}
static void begin(int i) {
  getcontext(&fibers[i]);
  fibers[i].uc_stack.ss_sp = stacks[i];
  fibers[i].uc_stack.ss_size = STACK;
  fibers[i].uc_link = &scheduler;
  makecontext(&fibers[i], body, 0);
}
P static int resume(int i) {
  int before = lives[i];               //=2025
  running = i;                         //=2025
  swapcontext(&scheduler, &fibers[i]); //=2025
  return lives[i] != before;           //=2025
}
static int next(void) {
  seed = seed * 1103515245u + 12345;
  int i = (int)(seed >> 16) % FIBERS;
  while (lives[i] == LIVES)
    i = (i + 1) % FIBERS;
  return i;
}
int main(void) {
  int left = FIBERS;
  for (int i = 0; i < FIBERS; i++)
    begin(i);
  while (left) {
    int i = next();
    if (!resume(i))
      continue;
    if (lives[i] == LIVES)
      left--;
    else
      begin(i);
  }
  printf("%d\n", total);
  return 0;
}
