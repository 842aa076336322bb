// case: signals_stack
// cc: -std=gnu11
// Handlers on a stack of their own, one of which leaves a stack that overflowed.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#define P __attribute__((profile))
static sigjmp_buf env;
static volatile int caught, depth;
static volatile sig_atomic_t user;

P static void on_segv(int sig) {
  (void)sig;          //=1
  caught++;           //=1
  siglongjmp(env, 1); //=1
  caught = 100;       //=0
}
P static void on_usr(int sig) {
  if (sig == SIGUSR1) //=30
    user++;           //=20
  else
    user += 100; //=10
}
P static int overflow(int n) {
  volatile char big[65536];
  big[0] = n;            // many
  return overflow(n + 1) // many
         + big[0];
}
P static int guarded(void) {
  if (sigsetjmp(env, 1) == 0) { //=1
    depth = overflow(0);        //=1
    return 1;                   //=0
  }
  return 2; //=1
}
P static void raising(void) {
  for (int i = 0; i < 20; i++) { //=21
    raise(SIGUSR1);              //=20
    if (i % 2)                   //=20
      raise(SIGUSR2);            //=10
  }
}
int main(void) {
  static char stack[65536];
  stack_t st = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&st, 0);
  struct sigaction sa = {.sa_handler = on_segv, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &sa, 0);
  sa.sa_handler = on_usr;
  sigaction(SIGUSR1, &sa, 0);
  sigaction(SIGUSR2, &sa, 0);
  raising();
  int r = guarded();
  printf("%d %d %d\n", r, caught, user);
}
