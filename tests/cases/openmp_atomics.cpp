// case: openmp_atomics
// cc: -fopenmp
// needs: openmp c++
// The pragma `atomic` is a part of its statement, whatever it is written by.
#include <cstdio>
// clang-format off
#define P __attribute__((profile))
#define OMP(x) _Pragma(#x)
#define BUMP(x) { _Pragma("omp atomic") x += 1; }
#define BUMP2(x) BUMP(x)
#define DO_PRAGMA(x) _Pragma(#x)
#define OMP_ATOMIC DO_PRAGMA(omp atomic)
template <typename T> P static T bumps(T n) {
  int a = 0, b = 0;  //=2
  for (int i = 0; i < n; i++) { //=12
    BUMP(a)          //=10
    BUMP2(a)         //=10
    b = a;           //=10
    OMP_ATOMIC       //=-
    b += 4;          //=10
    OMP_ATOMIC b++;  //=10
    OMP_ATOMIC       //=-
    b--;             //=10
    OMP(omp atomic capture) //=-
    { b = a; a++; }  //=10
    if (i == 2)      //=10
      OMP(omp atomic) //=-
      b++;           //=2
    else             //=-
      OMP_ATOMIC     //=-
      b--;           //=8
  }
  return a + b;      //=2
}

P static int plain(int n) {
  int a = 0;         //=1
  for (int i = 0; i < n; i++) { //=6
    OMP_ATOMIC       //=-
    a += 4;          //=5
#pragma omp atomic   //=-
    a++;             //=5
    if (a > 10)      //=5
#pragma omp atomic   //=-
      a -= 3;        //=4
    BUMP2(a)         //=5
  }
  return a;          //=1
}
int main() { std::printf("%d %ld %d\n", bumps(5), bumps(5L), plain(5)); }
