// case: statements_odd
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
// clang-format off
#define PROFILED __attribute__((profile))
PROFILED int wrapped(int a, int b) { //=-
  int n = 0;            //=100
  if (a > 0 &&          //=100
      b > 0 &&          //=-
      a != b)           //=-
    n++;                //=98
  n += strlen(          //=100
      "abc");           //=-
  while (n > 3 &&       //=198
         a > 0)         //=-
    n--;                //=98
  for (int i = 0;       //=100
       i < 10;          //=1100
       i++)             //=1000
    n++;                //=1000
  return n;             //=100
}
PROFILED int emptystmts(int n) {
  for (int i = 0; i < n; i++) //=4
    ; //=-
  while (n-- > 0) {}    //=4
  if (n) {              //=1
  }
  (void)n; //=1
  return n;             //=1
}
PROFILED int vla(int n) {
  int total = 0; //=3
  for (int i = 1; i <= n; i++) { //=12
    char buf[i];
    memset(buf, 1, i); //=9
    total += buf[i-1]; //=9
  }
  return total; //=3
}
PROFILED int duff(char *to, const char *from, int count) {
  int n = (count + 7) / 8;  //=1
  switch (count % 8) {      //=1
  case 0: do { *to++ = *from++; //=2
  case 7: *to++ = *from++;  //=2
  case 6: *to++ = *from++;  //=2
  case 5: *to++ = *from++;  //=2
  case 4: *to++ = *from++;  //=3
  case 3: *to++ = *from++;  //=3
  case 2: *to++ = *from++;  //=3
  case 1: *to++ = *from++;  //=3
          } while (--n > 0);//=3
  }
  return 0; //=1
}
PROFILED int constloops(void) {
  int n = 0; //=1
  do { n++; } while (0); //=1
  do {                   //=-
    n++;                 //=1
  } while (0);           //=1
  while (0)              //=1
    n++;                 //=0
  if (0)                 //=1
    n = 5;               //=0
  if (1)                 //=1
    n++;                 //=1
  for (;;) { if (n++ > 5) break; } //=4
  while (1)              //=3
    if (n++ > 8)         //=3
      break;             //=1
  return n;              //=1
  n = 7;                 //=0
}
PROFILED int nested_onelines(int n) {
  int c = 0; //=1
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (i != j) c++; //=13
  { int k = 0; while (k < n) { k++; if (k == 2) continue; c++; } } //=4
  return c; //=1
}
PROFILED int gotos(int n) {
  int i = 0; //=1
top: if (i >= n) goto done; //=5
  i++; //=4
  goto top; //=4
done:
  return i; //=1
}
PROFILED int ternary(int a) {
  int r = a > 2 //=4
    ? strlen("xx")
    : 7;
  return r; //=4
}
PROFILED int comma(int a) {
  int x, y; //=-
  for (x = 0, y = 10; x < y; x++, y--) //=6
    a += x * y; //=5
  return a; //=1
}
struct big { int v[100]; };
PROFILED struct big bigret(int n) {
  struct big b; //=-
  for (int i = 0; i < 100; i++) b.v[i] = n; //=101
  return b; //=1
}
static ucontext_t mainc, fib;
static int fc;
PROFILED static void fiber(void) {
  for (int i = 0; i < 3; i++) { //=3
    fc++; //=3
    swapcontext(&fib, &mainc); //=3
  }
}
PROFILED int fibers(void) {
  static char st[65536]; //=-
  getcontext(&fib); 
  fib.uc_stack.ss_sp = st; //=1
  fib.uc_stack.ss_size = sizeof st; //=1
  fib.uc_link = &mainc; //=1
  makecontext(&fib, fiber, 0); //=1
  for (int i = 0; i < 3; i++) //=4
    swapcontext(&mainc, &fib); //=3
  return fc; //=1
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 100; i++) s += wrapped(i + 1, i == 99 ? 100 : i == 3 ? 0 : 500);
  s += emptystmts(3);
  s += vla(2) + vla(3) + vla(4);
  char a[40] = "abcdefghijklmnopqrstuvwxyz", b[40] = {0};
  duff(b, a, 20);
  s += constloops() + nested_onelines(3) + gotos(4) + ternary(1) + ternary(2) + ternary(3) + ternary(9) + comma(3);
  s += bigret(3).v[4];
  s += fibers();
  printf("%d %s\n", s, b);
  return 0;
}
