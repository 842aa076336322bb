// case: functions_odd
// calls: add_kr=10 first=3 second=4 relined=1 pick=100
// Definitions in the old style, two functions from one macro's line, `#line`, asm goto.
#include <stdio.h>

// clang-format off
#define PAIR(one, other) \
  __attribute__((profile)) static int one(int n) { return n + 1; } \
  __attribute__((profile)) static int other(int n) { n++; return n; }

PAIR(first, second)           //=7

__attribute__((profile)) static int add_kr(a, b)
  int a;                      //=-
  int b;                      //=-
{                             //=-
  if (a > 3)                  //=10
    a += b;                   //=6
  return a;                   //=10
}                             //=-

__attribute__((profile)) static int pick(int n) {
  __asm__ goto("test{l|} %0, %0\n\tjz %l1" : : "r"(n % 10 < 3 ? 0 : 1) : "cc" : zero); //=100
  n += 2;                     //=70
  return n;                   //=70
zero:                         //=-
  n--;                        //=30
  return n;                   //=30
}

__attribute__((profile)) static int relined(int n) {
  n += 3;                     //=1
#line 1000
  n *= 2;                     //=1
  for (int i = 0; i < 5; i++) //=6
    n += i;                   //=5
  return n;                   //=1
}
// clang-format on

int main(void) {
  int sum = relined(4);
  for (int i = 0; i < 3; i++)
    sum += first(i);
  for (int i = 0; i < 4; i++)
    sum += second(i);
  for (int i = 0; i < 10; i++)
    sum += add_kr(i, 2);
  for (int i = 0; i < 100; i++)
    sum += pick(i);
  printf("%d\n", sum);
  return 0;
}
