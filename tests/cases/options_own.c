// case: options_own
// Functions that have options of their own.
#define P __attribute__((profile))
#include <stdio.h>
P __attribute__((optimize("O3"))) static int o3(int n) {
  int s = 0;                  //=1
  for (int i = 0; i < n; i++) //=9
    s += i & 3;               //=8
  while (n > 0)               //=9
    n--;                      //=8
  do {
    if (s > 3) //=1
      break;   //=1
    s++;       //=0
  } while (1); //=0
  return s;    //=1
}
#pragma GCC push_options
#pragma GCC optimize("O1")
P static int o1(int n) {
  int s = 0;                  //=1
  for (int i = 0; i < n; i++) //=9
    s += i & 3;               //=8
  for (;;) {                  //=4
    if (n-- < 6)              //=4
      break;                  //=1
  }
  return s; //=1
}
#pragma GCC pop_options
P __attribute__((optimize("O0"))) static int o0(int n) {
  int s = 0;                  //=1
  for (int i = 0; i < n; i++) //=9
    s += i & 3;               //=8
  return s;                   //=1
}
P __attribute__((target("avx2"))) static int avx(int n) {
  int s = 0;                  //=1
  for (int i = 0; i < n; i++) //=9
    if (i == 4)               //=8
      continue;               //=1
    else
      s += i & 3; //=7
  return s;       //=1
}
static int not_marked(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i & 3;
  return s;
}
P static int after(int n) {
  int s = 0;                  //=1
  for (int i = 0; i < n; i++) //=9
    s += i & 3;               //=8
  return s;                   //=1
}
int main(void) {
  int has = __builtin_cpu_supports("avx2");
  int r = o3(8) * 0 + o1(8) + o0(8) + not_marked(4) + after(8) + avx(8);
  printf("%d\n", r + 0 * has);
}
