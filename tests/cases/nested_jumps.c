// case: nested_jumps
// needs: x86_64
// cc: -std=gnu89 -Wno-implicit-int
// Definitions in the old style, nested functions that jump out, `asm goto`.
#include <stdio.h>
#define P __attribute__((profile))
P static int add(a, b)
int a;
int b;
{            //=-
  int c = a; //=9
  c += b;    //=9
  return c;  //=9
}
P static twice(x) register x;
{
  return //=2
      add(x, x);
} //=-

P static long walk(v, n, f)
int *v, n;
int (*f)();
{
  long s = 0;        //=2
  for (; n > 0; n--) //=7
    s += f(*v++);    //=5
  return s;          //=2
}

P static int search(int *v, int n, int want) {
  __label__ found, missing;
  int at = -1; //=3
  auto P void visit(int *p, int k);
  void visit(int *p, int k) {
    if (k == 0)       //=9
      goto missing;   //=1
    if (*p == want) { //=8
      at = p - v;     //=2
      goto found;     //=2
    }
    visit(p + 1, k - 1); //=6
    at = 1000;           //=0
  }
  visit(v, n); //=3
  at = 2000;   //=0
missing:       //=-
  at = -2;     //=1
found:         //=-
  return at;   //=3
}

/* nested function called through a pointer, modifies outer's variables, non-local goto in a
 * loop */
P static int retry(int times) {
  __label__ again;
  int n = 0; //=1
  P void bump(int d) {
    n++;           //=10
    if (d)         //=10
      bump(d - 1); //=8
    if (n < times) //=6
      goto again;  //=1
  }
again:
  bump(4);  //=2
  return n; //=1
}

P static int asmgoto(int x) {
  int r = 0;                                                                           //=6
  asm goto("testl %0, %0\n\tje %l[zero]\n\tjs %l[neg]" : : "r"(x) : "cc" : zero, neg); //=6
  r = 1;                                                                               //=2
  goto done;                                                                           //=2
zero:
  r = 10;    //=3
  goto done; //=3
neg:
  r = 100; //=1
done:
  return r; //=6
}
P static int asmloop(int n) {
  int r = 0; //=1
again:
  r++;                                                             //=5
  asm goto("decl %0\n\tjne %l[again]" : "+r"(n) : : "cc" : again); //=5
  return r;                                                        //=1
}

/* all on one line: where the nested function jumps to is the same pass */
#define HOP(name)                                                                              \
  P static int name(int n) {                                                                   \
    if (n > 0) {                                                                               \
      __label__ out;                                                                           \
      int f(int k) {                                                                           \
        if (k == 2)                                                                            \
          goto out;                                                                            \
        return 0;                                                                              \
      }                                                                                        \
      return f(n);                                                                             \
    out:;                                                                                      \
    }                                                                                          \
    return 1;                                                                                  \
  }
HOP(hop) //=4

int main() {
  int v[5];
  int i, s = 0;
  for (i = 0; i < 5; i++)
    v[i] = i * 10;
  s += add(1, 2) + twice(3) + twice(4) + add(1, 1);
  s += walk(v, 0, twice);
  s += search(v, 5, 20) + search(v, 5, 0) * 7 + search(v, 4, 99);
  s += retry(6);
  s += asmgoto(0) + asmgoto(0) + asmgoto(0) + asmgoto(5) + asmgoto(6) + asmgoto(-1);
  s += asmloop(5);
  s += hop(0) + hop(1) * 2 + hop(2) * 4 + hop(2) * 8;
  i = walk(v, 5, add);
  printf("%d\n", s);
  return 0;
}
