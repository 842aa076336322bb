// case: expressions_left
// cc: -std=gnu11
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define P __attribute__((profile))
#define MAX(a, b)                                                                              \
  ({                                                                                           \
    __typeof__(a) _a = (a);                                                                    \
    __typeof__(b) _b = (b);                                                                    \
    _a > _b ? _a : _b;                                                                         \
  })
static int closed;
static void closer(int *p) { closed += *p; }
#define CLEAN __attribute__((cleanup(closer)))
static jmp_buf env;

P static int early(int n) {
  int r = 0;                    //=1
  for (int i = 0; i < n; i++) { //=8
    int v = ({                  //=8
      if (i == 2)               //=8
        continue;               //=1
      if (i == 7)               //=7
        break;                  //=1
      i * 2;                    //=6
    });
    r += v; //=6
  }
  r += MAX(r, 5) + MAX(MAX(1, 2), 3); //=1
  return r;                           //=1
}
P static int ret_in_expr(int x) {
  int v = 1 + ({         //=3
            int t = x;   //=3
            if (t < 0)   //=3
              return -1; //=1
            t;           //=2
          });
  return v; //=2
}
P static int goto_in(int n) {
  int k = 0; //=1
again:
  k += ({       //=4
    if (k >= n) //=4
      goto out; //=1
    k + 1;      //=3
  });
  goto again; //=3
out:
  return k; //=1
}
P static int vla(int n) {
  int total = 0;                                               //=1
  for (int i = 1; i <= n; i++) {                               //=6
    int a[i];                                                  //=5
    int b[i][2];                                               //=5
    a[0] = i;                                                  //=5
    b[i - 1][1] = 1;                                           //=5
    if (i == 3)                                                //=5
      continue;                                                //=1
    total += a[0] + b[i - 1][1] + (int)(sizeof a / sizeof *a); //=4
  }
  int k = 0; //=1
back:;
  int c[k + 1];     //=4
  c[k] = k;         //=4
  if (c[k++] < 3)   //=4
    goto back;      //=3
  return total + k; //=1
}
P static int cleaned(int n) {
  int r = 0;                    //=1
  for (int i = 0; i < n; i++) { //=6
    CLEAN int a = 1;            //=6
    if (i == 1)                 //=6
      continue;                 //=1
    CLEAN int b = 10;           //=5
    if (i == 3)                 //=5
      continue;                 //=1
    if (i == 5)                 //=4
      break;                    //=1
    r++;                        //=3
  }                             //=6
  return r;                     //=1
}
P static void thrower(int k) {
  CLEAN int a = 100; //=3
  if (k == 1)        //=3
    longjmp(env, 1); //=1
  closed += 0;       //=2
} //=2
P static int jumped(void) {
  volatile int n = 0;    //=1
  int got = setjmp(env); //=1
  if (got)               //=2
    n += 100;            //=1
  while (n < 3) {        //=3
    CLEAN int c = 1000;  //=2
    thrower(n);          //=2
    n++;                 //=1
  }                      //=1
  thrower(5);            //=1
  return n;              //=1
}
int main(void) {
  printf("%d %d %d %d %d\n", early(20), ret_in_expr(-1), ret_in_expr(1) + ret_in_expr(4),
         goto_in(5), vla(5));
  printf("%d %d\n", cleaned(10), jumped());
  printf("%d\n", closed);
}
