// case: known_counts
// calls: chain=100 wrapped=100 together=5 loops=10 macros=3 jumps=1 table=1 risky=3 pair_one=4 pair_two=6
// What other line counters have got wrong, in one shape each.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int sink;
static jmp_buf out;

static int three(int a, int b, int c) { return a + b - c; }

// An if/else-if/else chain: 30, 50 and 20.
__attribute__((profile)) static int chain(int i) {
  if (i < 30)      //=100
    return 1;      //=30
  else if (i < 80) //=70
    return 2;      //=50
  else             //=-
    return 3;      //=20
}

// clang-format off
// A call and a condition over several lines, and where they close.
__attribute__((profile)) static int wrapped(int i) {
  int r = three(i, //=100
                2, //=-
                3  //=-
  );               //=-
  if (i > 10 &&    //=100
      r != 1)      //=-
    r++;           //=89
  sink +=          //=100
      r;           //=-
  return r;        //=100
}                  //=-

// Statements that share a line are one hit.
__attribute__((profile)) static void together(void) {
  sink++; sink += 2; sink ^= 1; //=5
}
// clang-format on

// Ten rounds in every way to write them.
__attribute__((profile)) static int loops(int way) {
  int sum = 0;                  //=10
  for (int i = 0; i < way; i++) //=55
    sum += i;                   //=45
  // clang-format off
  for (int i = 0; i < way; i++) sum++; //=55
  // clang-format on
  int n = way;       //=10
  while (n > 0)      //=55
    n--;             //=45
  do {               //=-
    n++;             //=46
  } while (n < way); //=46
  for (;;)           //=56
    if (--n < 0)     //=56
      break;         //=10
  return sum;        //=10
}

#define STEPS(n)                                                                               \
  do {                                                                                         \
    sink += (n);                                                                               \
    if (sink > 1000000)                                                                        \
      sink = 0;                                                                                \
  } while (0)

// A macro of several statements counts where it is used.
__attribute__((profile)) static void macros(int n) {
  STEPS(n);   //=3
  sink++;     //=3
  if (n > 1)  //=3
    STEPS(n); //=1
  sink--;     //=3
}

__attribute__((noreturn, noinline)) static void die(int code) { longjmp(out, code); }

// What follows a call that does not come back has not run.
__attribute__((profile)) static void risky(int n) {
  if (n == 2)   //=3
    die(n);     //=1
  sink += n;    //=2
  if (n == 1) { //=2
    die(n);     //=1
    sink = 0;   //=0
  }             //=-
  sink++;       //=1
} //=-

// A line after a jump counts as often as it is come to.
__attribute__((profile)) static int jumps(int n) {
  int i = 0, sum = 0; //=1
again:                //=-
  if (i == n)         //=11
    goto end;         //=1
  i++;                //=10
  if (i % 2)          //=10
    goto again;       //=5
  sum += i;           //=5
  goto again;         //=5
end:                  //=-
  return sum;         //=1
}

// A table of labels, a thousand times each.
__attribute__((profile)) static int table(int rounds) {
  static void *const to[] = {&&add, &&take, &&twist, &&end}; //=-
  int i = 0, sum = 0;                                        //=1
  goto *to[0];                                               //=1
add:                                                         //=-
  sum += 3;                                                  //=1000
  goto *to[++i % 3];                                         //=1000
take:                                                        //=-
  sum -= 1;                                                  //=1000
  goto *to[++i % 3];                                         //=1000
twist:                                                       //=-
  sum ^= 1;                                                  //=1000
  goto *to[++i < 3 * rounds ? i % 3 : 3];                    //=1000
end:                                                         //=-
  return sum;                                                //=1
}

#define TEST_PAIR(name)                                                                        \
  __attribute__((profile)) static int name##_one(int n) { return n + 1; }                      \
  __attribute__((profile)) static int name##_two(int n) { return n - 1; }
TEST_PAIR(pair) //=10

int main(void) {
  for (int i = 0; i < 100; i++)
    sink += chain(i) + wrapped(i);
  for (int i = 0; i < 5; i++)
    together();
  for (int i = 0; i < 10; i++)
    sink += loops(i);
  for (int i = 0; i < 3; i++)
    macros(i);
  for (volatile int i = 0; i < 3; i++)
    if (!setjmp(out))
      risky(i);
  sink += jumps(10) + table(1000);
  for (int i = 0; i < 4; i++)
    sink += pair_one(i);
  for (int i = 0; i < 6; i++)
    sink += pair_two(i);
  printf("%d\n", sink);
  return 0;
}
