// case: jumps_after_setjmp
// calls: search=10 resumed=6
// What setjmp comes back to is a loop around all that may jump there.  Ways into loops
// inside it are no ways into that one.
#include <setjmp.h>
#include <stdio.h>
// clang-format off

static jmp_buf here;
static int jumps;

static int jump(int x)
{
  if (x == 7 && jumps++ < 3)
    longjmp(here, 1);
  return x;
}

__attribute__((profile)) static int search(int x) {
  volatile int a = 1, b = x;  //=10
  if (setjmp(here) == 0)      //=10
  { a += jump(x); b++;        //=10
    a++; }                    //=9
  if (a & 1)                  //=12
    goto inside;              //=7
  while (b > 2) {             //=29
    b--;                      //=19
  inside:                     //=-
    a += jump(b); b--;        //=26
  }
  return b;                   //=10
}

__attribute__((profile)) static int resumed(int state) {
  volatile int i = state, sum = state; //=6
  if (setjmp(here) != 0)               //=6
  { sum += 100; sum++; }               //=1
  switch (state) {                     //=7
  case 0:                              //=-
    for (i = 0; i < 3; i++) {          //=9
  case 5:                              //=-
      sum += jump(i); sum++;           //=7
    }
  }
  if (sum == 6)                        //=7
  { jumps = 2; sum += jump(7); }       //=1
  return sum;                          //=6
}

int main(void)
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += search(i);
  for (int i = 0; i < 6; i++)
    sum += resumed(i);
  printf("%d\n", sum);
  return 0;
}
