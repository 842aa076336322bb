// case: macros_blocks
#include <setjmp.h>
#include <stdio.h>
// clang-format off
#define PROFILED __attribute__((profile))
#define TRY(b, s) if (setjmp(b) == 0) { s; }
#define BLOCK(a) { int t = a; g += t; }
static jmp_buf jb;
static int g;
static void fail(int n) { if (n % 2) longjmp(jb, 1); g++; }
PROFILED static int tries(int n) {
  TRY(jb, fail(n)) //=10
  if (n > 4)       //=10
    BLOCK(n)       //=5
  else
    BLOCK(1);      //=5
  for (int i = 0; i < 3; i++) //=40
    BLOCK(i);      //=30
  return g;        //=10
}
int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += tries(i); printf("%d\n", s); return 0; }
