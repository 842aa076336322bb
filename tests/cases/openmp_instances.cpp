// case: openmp_instances
// cc: -fopenmp
// needs: c++ openmp51
// The same constructs as in openmp_constructs, in instances of templates.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define P __attribute__((profile))
struct mm {
  int lo, hi;
};
#pragma omp declare reduction(minmax                                                           \
                              : struct mm                                                      \
                              : omp_out.lo = omp_in.lo < omp_out.lo ? omp_in.lo : omp_out.lo,  \
                                omp_out.hi = omp_in.hi > omp_out.hi ? omp_in.hi : omp_out.hi)  \
    initializer(omp_priv = {1 << 30, -(1 << 30)})

template <typename T> P static int reduced(const int *v, T n) {
  struct mm m = {1 << 30, -(1 << 30)}; //=1
#pragma omp parallel for reduction(minmax : m) num_threads(4)
  for (int i = 0; i < n; i++) { //=100
    if (v[i] < m.lo)            //=100
      m.lo = v[i];              // depends
    if (v[i] > m.hi)            //=100
      m.hi = v[i];              // depends
  }
  return m.hi - m.lo; //=1
}

P static int sections(void) {
  int a = 0, b = 0, c = 0;                   //=1
#pragma omp parallel sections num_threads(3) //=1
  {
#pragma omp section
    a = 1; //=1
#pragma omp section
    {
      b = 2;  //=1
      b += 3; //=1
    }
#pragma omp section
    for (int i = 0; i < 4; i++) //=5
      c += i;                   //=4
  }
  return a + b + c; //=1
}

template <typename T> P static int taskloop(T n) {
  int total = 0;                    //=1
#pragma omp parallel num_threads(4) //=1
#pragma omp single                  //=4
  {
#pragma omp taskloop grainsize(5) reduction(+ : total) //=1
    for (int i = 0; i < n; i++)                        //=40
      total += i;                                      //=40
#pragma omp taskgroup                                  //=1
    {
      for (int i = 0; i < 10; i++) {                 //=11
#pragma omp task shared(total) depend(inout : total) //=10
        {
#pragma omp atomic
          total += 1; //=10
        }
      }
    }
#pragma omp task if (0) shared(total) //=1
    total += 5;                       //=1
#pragma omp taskwait                  //=1
  }
  return total; //=1
}

template <typename T> P static int doacross(T n) {
  int v[64] = {1};                                                     //=1
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1) //=1
  for (int i = 1; i < n; i++) {                                        //=63
    int k = i * 2;                                                     //=63
#pragma omp ordered depend(sink : i - 1)                               //=63
    v[i] = v[i - 1] + k % 3;                                           //=63
#pragma omp ordered depend(source)                                     //=63
  }
  return v[n - 1]; //=1
}
template <typename T> P static int ordered_(T n) {
  int last = -1, bad = 0;                                         //=1
#pragma omp parallel for ordered num_threads(4) schedule(dynamic) //=1
  for (int i = 0; i < n; i++) {                                   //=50
    int k = i;                                                    //=50
#pragma omp ordered                                               //=50
    {
      bad += k != last + 1; //=50
      last = k;             //=50
    }
  }
  return bad; //=1
}
template <typename T> P static int cancelled(T n) {
  int seen = 0;                     //=1
#pragma omp parallel num_threads(1) //=1
  {
#pragma omp for                       //=1
    for (int i = 0; i < n; i++) {     //=100
#pragma omp cancel for if (i == 1000) //=100
      seen++;                         //=100
    }
  }
  return seen; //=1
}
template <typename T> P static int simd(float *x, T n) {
  float s = 0;                                           //=1
#pragma omp simd reduction(+ : s) safelen(8)             //=1
  for (int i = 0; i < n; i++)                            //=128
    s += x[i];                                           //=128
#pragma omp parallel for simd num_threads(2) collapse(2) //=1
  for (int i = 0; i < 4; i++)                            //=32
    for (int j = 0; j < 8; j++)                          //=32
      x[i * 8 + j] = i;                                  //=32
  return s;                                              //=1
}
template <typename T> P static int target(T n) {
  int v[32], s = 0;              //=1
#pragma omp target map(from : v) //=1
  for (int i = 0; i < n; i++)    //=33
    v[i] = i;                    //=32
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom : s) num_teams(1) thread_limit(2) //=1
  for (int i = 0; i < n; i++)           //=32
    s += v[i];                          //=32
#pragma omp target data map(tofrom : s) //=1
  {
    s++;                        //=1
#pragma omp target update to(s) //=1
  }
  return s; //=1
}
template <typename T> P static int crit(T n) {
  int s = 0, t = 0, u = 0; //=1
  omp_lock_t lock;
  omp_init_lock(&lock);             //=1
#pragma omp parallel num_threads(4) //=1
  {
    for (int i = 0; i < n; i++) //=44
#pragma omp critical(name)      //=40
      s++;                      //=40
#pragma omp barrier             //=4
    omp_set_lock(&lock);        //=4
    t += 2;                     //=4
    omp_unset_lock(&lock);      //=4
#pragma omp masked              //=4
    s += 1000;                  //=1
#pragma omp single nowait       //=4
    u += 100;                   //=1
#pragma omp flush               //=4
  }
  omp_destroy_lock(&lock); //=1
  return s + t + u;        //=1
}
int main(void) {
  int v[100];
  float x[128];
  for (int i = 0; i < 100; i++)
    v[i] = (i * 37) % 101;
  for (int i = 0; i < 128; i++)
    x[i] = 1;
  printf("%d %d %d %d %d\n", reduced(v, 100), sections(), taskloop(40), doacross(64),
         ordered_(50));
  printf("%d %d %d %d\n", cancelled(100), simd(x, 128), target(32), crit(10));
}
