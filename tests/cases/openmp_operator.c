// case: openmp_operator
// cc: -fopenmp
// needs: openmp
// calls: counts=1 bumps=1
#include <stdio.h>
// clang-format off
#define PROFILED __attribute__((profile))
#define ATOMIC_ADD(v, k) _Pragma("omp atomic") v += k
#define PARALLEL_FOR _Pragma("omp parallel for num_threads(3)")

// The operator `_Pragma`, written out and in macros; with GCC the place of an atomic
// operation has to be found in the text.
PROFILED static long counts(int n) { //=-
  long t = 0, u = 0, last = 0;        //=1
  PARALLEL_FOR                        //=1
  for (int i = 0; i < n; i++)         //=20
    ATOMIC_ADD(t, 1);                 //=20
  _Pragma("omp parallel for num_threads(3)") //=1
  for (int i = 0; i < n; i++) {       //=20
    long k;                           //=-
    _Pragma("omp atomic capture")
    { k = u;                          //=20
      u += i; }                       //=20
    if (k == 1000)                    //=20
      t = 0;                          //=0
    _Pragma("omp atomic")
    t++;                              //=20
    if (k >= 0)                       //=20
      ATOMIC_ADD(t, 0);               //=20
  }
  _Pragma("omp parallel for collapse(3) num_threads(2) reduction(+ : last)")
  for (int i = 0; i < 2; i++)         //=24
    for (int j = 0; j < 3; j++)       //=24
      for (int k = 0; k < 4; k++)     //=24
        last += k;                    //=24
  return t + u + last;                //=1
}

#define OMP(x) _Pragma(#x)
#define BUMP(x) { _Pragma("omp atomic") x += 1; }
#define BUMP2(x) BUMP(x)
#define DO_PRAGMA(x) _Pragma(#x)
#define OMP_ATOMIC DO_PRAGMA(omp atomic)
PROFILED static int bumps(int n) {
  int a = 0, b = 0;  //=1
  for (int i = 0; i < n; i++) { //=6
    BUMP(a)          //=5
    BUMP2(a)         //=5
    b = a;           //=5
    OMP_ATOMIC       //=-
    b += 4;          //=5
    OMP_ATOMIC b++;  //=5
    OMP_ATOMIC       //=-
    b--;             //=5
    OMP(omp atomic capture) //=-
    { b = a; a++; }  //=5
    if (i == 2)      //=5
      OMP(omp atomic) //=-
      b++;           //=1
    else             //=-
      OMP_ATOMIC     //=-
      b--;           //=4
  }
#pragma omp atomic // what is commented out below is none
  /* as it was:
#pragma omp atomic capture
  */
  a += 1;            //=1
  return a + b;      //=1
}

int main(void) {
  printf("%ld %d\n", counts(20), bumps(5));
}
