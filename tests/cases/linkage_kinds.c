// case: linkage_kinds
// cc: -fno-common
// src: linkage_kinds_part.c
// ld: -Wl,--gc-sections
#include <stdio.h>
#define P __attribute__((profile))
P __attribute__((weak)) int pick(int n) {
  return n + 1000; // replaced
}
P int base(int n) {
  if (n > 2)  //=7
    return n; //=3
  return -n;  //=4
}
int other(int n) __attribute__((alias("base")));
__attribute__((weak, alias("base"))) int weaker(int n);
P __attribute__((target_clones("avx2", "sse4.2", "default"))) long cloned(const int *v, int n) {
  long s = 0;                 //=2
  for (int i = 0; i < n; i++) //=22
    s += v[i] * v[i];         //=20
  return s;                   //=2
}
P __attribute__((noinline, cold, section(".odd"))) int odd_section(int n) {
  return n * 3; //=2
}
P __attribute__((const, noinline)) int pure_(int n) {
  return n * n; //=4
}
P static inline __attribute__((always_inline)) int forced(int n) {
  n += 2;   //=3
  return n; //=3
}
P __attribute__((flatten)) int flat(int n) {
  return forced(n) + base(n); //=1
}
P __attribute__((optimize("O3"))) int opt3(int n) {
  int s = 0;                  //=1
  for (int i = 0; i < n; i++) //=9
    s += i & 3;               //=8
  return s;                   //=1
}
P __attribute__((noreturn, noinline)) void leave(int n);
int shared(int n);
int pick_b(int n);
#include <stdlib.h>
void leave(int n) {
  printf("leaving %d\n", n); //=1
  exit(0);                   //=1
}
P __attribute__((constructor)) static void early(void) {
  printf("early\n"); //=1
}
P __attribute__((destructor)) static void late(void) {
  printf("late\n"); //=1
}
P __attribute__((returns_twice, noinline)) int twicer(int n) {
  return n; //=1
}
P static int dispatch(int (*f)(int), int n) {
  return f(n); //=2
}
int main(void) {
  int v[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  int r = pick(1) + base(1) + base(3) + other(4) + weaker(1) + other(0);
  r += cloned(v, 10) + cloned(v, 10) + odd_section(1) + odd_section(2);
  r += pure_(3) + pure_(3) + pure_(4) + pure_(4);
  r += forced(1) + forced(2) + flat(2) + opt3(8) + twicer(3);
  r += shared(3) + pick_b(2) + dispatch(base, 9) + dispatch(pick, 1);
  leave(r);
}
