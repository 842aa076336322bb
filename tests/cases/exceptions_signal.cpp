// case: exceptions_signal
// cc: -std=c++20 -fnon-call-exceptions -fcf-protection=full -fexceptions -pg --coverage
// needs: c++
// A handler that throws out of the instruction that trapped, with what else instruments.
#include <csignal>
#include <cstdio>
#include <vector>
#define P [[gnu::profile]]
static int hit;
P static void on_segv(int) {
  hit++;   //=3
  throw 5; //=3
}
P static int poke(volatile int *p, int n) {
  int r = 0; //=5
  try {
    r = 1;  //=5
    *p = n; //=5
    r = 2;  //=2
  } catch (int k) {
    r += k; //=3
  }
  return r; //=5
}
int main() {
  struct sigaction sa = {};
  sa.sa_handler = on_segv;
  sa.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &sa, nullptr);
  int x, s = 0;
  for (int i = 0; i < 5; i++)
    s += poke(i % 2 ? &x : nullptr, i);
  std::printf("%d %d\n", s, hit);
}
