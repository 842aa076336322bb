// case: statements_more
// cc: -std=gnu11 -w
// clang-format off
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define P __attribute__((profile))
#define MAX(a, b) ({ int a_ = (a); int b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { int t_ = (a); \
    (a) = (b);                        \
    (b) = t_;                         \
  } while (0)
#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)
#define RETURN_IF(c, v) if (c) return (v)

P static int fall(int n) {
  int r = 0;                       //=5
  switch (n) {                     //=5
  case 0:                          //=-
    r++;                           //=1
    __attribute__((fallthrough));  //=-
  case 1:                          //=-
    r += 2;                        //=2
    /* fall through */
  case 2: case 3:                  //=-
    r += 4; break;                 //=4
  case 10 ... 20: return 99;       //=0
  default:                         //=-
    goto out;                      //=1
  }                                //=-
  r *= 2;                          //=4
out:                               //=-
  return r;                        //=5
}

P static int stmt_expr(int n) {
  int k = ({                       //=1
    int s = 0;                     //=1
    for (int i = 0; i < n; i++)    //=5
      s += i;                      //=4
    s;                             //=1
  });                              //=-
  k += MAX(k, n);                  //=1
  int a = 1, b = 2;                //=1
  SWAP(a, b);                      //=1
  if (a == 2) SWAP(a, b);          //=1
  else                             //=-
    SWAP(a, a);                    //=0
  FOR_EACH(q, 3)                   //=4
    k += q;                        //=3
  FOR_EACH(q, 3) FOR_EACH(r, 2) k += r; //=10
  RETURN_IF(k < 0, -1);            //=1
  while (({ k--; k > 14; }))       //=4
    b++;                           //=3
  return k * 100 + a * 10 + b;     //=1
}

P static int comma(int n) {
  int i, j, t = 0;                 //=1
  for (i = 0, j = n; i < j; i++, j--) //=4
    t += i * j;                    //=3
  for (;;) {                       //=2
    if (t++ > 10) break;           //=2
    else continue;
  }                                //=-
  do t--; while (t > 10);          //=2
  do                               //=-
    if (t & 1)                     //=4
      t += 3;                      //=0
    else                           //=-
      t += 2;                      //=4
  while (t < 17);                  //=4
  (t > 3 ? puts : puts)("");       //=1
  t > 3 && t++;                    //=1
  t > 3                            //=1
    && t++                         //=-
    && t++;                        //=-
  ;                                //=-
  {                                //=-
    ;                              //=-
  }                                //=-
  {}                               //=-
  return t;                        //=1
}

P static int gotos(int n) {
  int c = 0;                       //=1
  int i = 0;                       //=1
again:                             //=-
  if (i < n) {                     //=4
    c += i;                        //=3
    i++;                           //=3
    goto again;                    //=3
  }                                //=-
  i = 0;                           //=1
top: if (i == 5) goto done;        //=6
  c++;                             //=5
  if (++i & 1)                     //=5
    goto top;                      //=3
  goto top;                        //=2
done:                              //=-
  for (i = 0; i < 3; i++) {        //=2
    for (int j = 0; j < 3; j++) {  //=6
      if (j == 1 && i == 1)        //=5
        goto nested_out;           //=1
      c += 100;                    //=4
    }                              //=-
  }                                //=-
nested_out:                        //=-
  return c;                        //=1
}

P static int computed(const char *prog) {
  static void *table[] = {&&op_inc, &&op_dbl, &&op_neg, &&op_end}; //=-
  int acc = 0;                     //=1
  const char *pc = prog;           //=1
#define NEXT goto *table[*pc++ - '0']
  NEXT;                            //=1
op_inc:                            //=-
  acc++;                           //=4
  NEXT;                            //=4
op_dbl: acc *= 2; NEXT;            //=2
op_neg:                            //=-
  acc = -acc; NEXT;                //=1
op_end:                            //=-
  return acc;                      //=1
}

P static int varsum(int n, ...) {
  va_list ap;                      //=-
  int s = 0;                       //=2
  va_start(ap, n);                 //=2
  while (n--)                      //=7
    s += va_arg(ap, int);          //=5
  va_end(ap);                      //=2
  return s;                        //=2
}

static jmp_buf env;
P static void thrower(int n) {
  if (n == 0)                      //=4
    longjmp(env, 7);               //=1
  thrower(n - 1);                  //=3
  n++;                             //=0
}

P static int catcher(void) {
  volatile int tries = 0;          //=1
  int code = setjmp(env);          //=1
  if (code) {                      //=2
    tries += code;                 //=1
    return tries;                  //=1
  }                                //=-
  thrower(3);                      //=1
  return -1;                       //=0
}

P static int retry(void) {
  static int tries;                //=-
  jmp_buf e2;                      //=-
  volatile int n = 0;              //=1
  switch (setjmp(e2)) {            //=1
  case 0:                          //=-
    n++;                           //=1
    longjmp(e2, 1);                //=1
  case 1:                          //=-
    n += 10;                       //=1
    longjmp(e2, 2);                //=1
  case 2:                          //=-
    n += 100;                      //=1
    break;                         //=1
  }                                //=-
  while (setjmp(e2) < 3) {         //=1
    n++;
    longjmp(e2, ++tries);
  }
  return n;                        //=1
}

P int knr(a, b, c)                 //=-
  int a;                           //=-
  char *b;                         //=-
  double c;                        //=-
{                                  //=-
  int r = a + strlen(b);           //=1
  return r + (int)c;               //=1
}

P static int f1(int x) { return x; } P static int f2(int x) { return f1(x) + 1; } P static int f3(int x) { return f2(x) + f1(x); } //=4

static void undo(int *p) { *p = 0; }
P static int cleanups(int n) {
  int total = 0;                   //=3
  for (int i = 0; i < n; i++) {    //=8
    __attribute__((cleanup(undo))) int v = i; //=6
    if (v == 1)                    //=6
      continue;                    //=2
    if (v == 3)                    //=4
      break;                       //=1
    total += v;                    //=3
  }                                //=6
  __attribute__((cleanup(undo))) int w; //=-
  w = 5;                           //=3
  if (n == 0)                      //=3
    return -1;                     //=1
  return total + w;                //=2
}                                  //=3

P static int nested(int n) {
  int calls = 0;                   //=1
  int P add(int k) {
    calls++;                       //=5
    return k + n;                  //=5
  }
  int s = 0;                       //=1
  for (int i = 0; i < 5; i++)      //=6
    s = add(s);                    //=5
  return s + calls;                //=1
}

P static int dead(int n) {
  return n + 1;                    //=1
  n = 5;                           //=0
  while (n)                        //=0
    n--;                           //=0
  abort();                         //=0
}

P static _Noreturn void die(int n) {
  printf("die %d\n", n);           //=1
  fflush(stdout);                  //=1
  exit(0);                         //=1
}                                  //=-

P static long vla(int n, int m) {
  int grid[n][m];
  long t = 0;                      //=1
  memset(grid, 0, sizeof grid);    //=1
  for (int i = 0; i < n; i++)      //=4
    for (int j = 0; j < m; j++)    //=15
      grid[i][j] = i * j;          //=12
  int (*row)[m] = grid;            //=1
  for (int i = 0; i < n; i++, row++) { //=4
    int copy[m];
    memcpy(copy, row, sizeof copy); //=3
    t += copy[m - 1] + sizeof(int[n++ ? m : m]) * 0; //=3
    n--;                           //=3
  }                                //=-
  return t;                        //=1
}

int main(void) {
  int a = fall(0) + fall(1) + fall(2) + fall(3) + fall(7);
  int b = stmt_expr(4), c = comma(5), d = gotos(3), e = computed("00120103");
  int f = varsum(2, 1, 2) + varsum(3, 4, 5, 6);
  int g = catcher(), h = retry(), i = knr(1, "abc", 2.5), j = f3(2);
  int k = cleanups(0) + cleanups(2) + cleanups(9), l = nested(2), m = dead(3);
  long n = vla(3, 4);
  printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %ld\n", a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  die(3);
}
