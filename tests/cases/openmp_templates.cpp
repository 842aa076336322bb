// case: openmp_templates
// cc: -fopenmp -std=c++17 -w
// needs: openmp c++
#include <cstdio>
#include <omp.h>
#include <vector>
#define P [[gnu::profile]]
#define PAR(x) _Pragma(#x)
#define ATOMIC_ADD(v, k) _Pragma("omp atomic") v += k
// clang-format off
struct Acc { long v = 0; Acc &operator+=(const Acc &o) { v += o.v; return *this; } };
#pragma omp declare reduction(accsum : Acc : omp_out += omp_in) initializer(omp_priv = Acc())

template <typename T> P T tsum(const std::vector<T> &v) {
  T s{};                                 //=2
#pragma omp parallel for reduction(+ : s) num_threads(3) //=2
  for (size_t i = 0; i < v.size(); i++)  //=30
    s += v[i];                           //=30
#pragma omp parallel num_threads(2)      //=2
  {
#pragma omp single                       //=4
    {
      s += 1;                            //=2
    }
#pragma omp critical                     //=4
    s += 1;                              //=4
  }
  T extra = 0;                           //=2
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)        //=4
    for (int i = 0; i < 6; i++) {        //=12
      if (i == 3)                        //=12
        continue;                        //=2
#pragma omp atomic
      extra += i;                        //=10
    }
#pragma omp barrier
#pragma omp master
    extra += 1;                          //=2
  }
  return s + extra;                      //=2
}
P static long macros(int n) {
  long t = 0, u = 0;                     //=1
  PAR(omp parallel for num_threads(3))   //=1
  for (int i = 0; i < n; i++)            //=20
    ATOMIC_ADD(t, 1);                    //=20
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < n; i++) {          //=20
    long k;                              //=-
    _Pragma("omp atomic capture")
    { k = u; u += i; }                   //=20
    if (k > 100000)                      //=20
      t = 0;                             //=0
  }
  return t + u;                          //=1
}
P static long reductions(int n) {
  Acc a;
  long lo = 1000, all = 1;               //=1
#pragma omp parallel for reduction(accsum : a) reduction(min : lo) reduction(&& : all) num_threads(4)
  for (int i = 0; i < n; ++i) {          //=40
    Acc one;
    one.v = i;                           //=40
    a += one;                            //=40
    lo = i < lo ? i : lo;                //=40
    all = all && i >= 0;                 //=40
  }
  return a.v + lo + all;                 //=1
}
P static int tasks(int n) {
  if (n < 2) return n;                   //=25
  int x, y;                              //=-
#pragma omp task shared(x)               //=12
  x = tasks(n - 1);                      //=12
#pragma omp task shared(y) if (n > 3)    //=12
  {
    y = tasks(n - 2);                    //=12
  }
#pragma omp taskwait                     //=12
  return x + y;                          //=12
}
P static int taskloops(int n) {
  int c = 0, d = 0;                      //=1
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp taskloop grainsize(4)        //=1
    for (int i = 0; i < n; i++)          //=16
#pragma omp atomic
      c += i;                            //=16
#pragma omp taskgroup                    //=1
    {
      for (int i = 0; i < 3; i++)        //=4
#pragma omp task firstprivate(i) depend(inout : d) //=3
      {
        d = d * 2 + i;                   //=3
      }
    }
  }
  return c + d;                          //=1
}
P static int cancels(int n) {
  int found = -1, tried = 0;             //=1
#pragma omp parallel num_threads(1)      //=1
  {
#pragma omp for                          //=1
    for (int i = 0; i < n; i++) {
      tried++;
      if (i == 4) {
        found = i;                       //=1
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
  }
  return found;                          //=1
}
P static int targets(int n) {
  int v[64], s = 0;                      //=1
#pragma omp target teams distribute parallel for map(from : v) num_teams(2) thread_limit(2) //=1
  for (int i = 0; i < n; i++)            //=64
    v[i] = i;                            //=64
#pragma omp target map(tofrom : s)       //=1
  {
    for (int i = 0; i < n; i++)          //=65
      s += v[i];                         //=64
  }
#pragma omp target data map(to : v)      //=1
  {
    s++;                                 //=1
  }
#pragma omp parallel for collapse(3) reduction(+ : s) num_threads(2) //=1
  for (int i = 0; i < 2; i++)            //=24
    for (int j = 0; j < 3; j++)          //=24
      for (int k = 0; k < 4; k++)        //=24
        s += i * j * k;                  //=24
#pragma omp parallel sections num_threads(2) //=1
  {
#pragma omp section
    s += 0;                              //=1
#pragma omp section
    {
      int q = 1;                         //=1
      while (q < 4)                      //=4
        q++;                             //=3
    }
  }
  return s;                              //=1
}
P static int throwing(int n) {
  int caught = 0;                        //=1
#pragma omp parallel for num_threads(3) reduction(+ : caught) //=1
  for (int i = 0; i < n; i++) {          //=9
    try {                                //=-
      if (i % 3 == 0)                    //=9
        throw i;                         //=3
      caught += 10;                      //=6
    } catch (int k) {                    //=-
      caught += 1;                       //=3
    }
  }
  auto body = [&](int k) __attribute__((profile)) {
    int s = 0;                           //=4
#pragma omp parallel for reduction(+ : s) num_threads(2) //=4
    for (int i = 0; i < k; i++)          //=6
      s += 1;                            //=6
    return s;                            //=4
  };
  for (int i = 0; i < 4; i++)            //=5
    caught += body(i);                   //=4
  int first = 0;                         //=1
#pragma omp parallel num_threads(3)      //=1
  {
    int mine = 0;                        //=3
#pragma omp single copyprivate(mine)     //=3
    mine = 5;                            //=1
#pragma omp critical
    {
      first += mine;                     //=3
    }
  }
#pragma omp parallel for ordered num_threads(2) //=1
  for (int i = 0; i < 4; i++) {          //=4
#pragma omp ordered
    first = first * 3 % 101;             //=4
  }
  return caught + first;                 //=1
}

// Pragmas that may only stand inside others, in a template.
template <typename T> P int teams(T n) {
  int s = 0;                             //=1
#pragma omp target map(tofrom : s)       //=1
#pragma omp teams num_teams(1)           //=1
  {
    s += 1;                              //=1
#pragma omp distribute parallel for reduction(+ : s) //=1
    for (T i = 0; i < n; i++)            //=20
      s += 1;                            //=20
  }
#pragma omp parallel num_threads(2) reduction(+ : s) //=1
  {
#pragma omp loop                         //=2
    for (T i = 0; i < n; i++)            //=20
      s += i % 2;                        //=20
  }
  return s;                              //=1
}

int main() {
  omp_set_dynamic(0);
  std::vector<int> v(10, 2); std::vector<double> d(20, 0.5);
  double a = tsum(v) + tsum(d);
  long b = macros(20), c = reductions(40);
  int e = 0, f = taskloops(16), g = cancels(10), h = targets(64), i = throwing(9) + teams(20);
#pragma omp parallel num_threads(2)
#pragma omp single
  e = tasks(6);
  std::printf("%.1f %ld %ld %d %d %d %d %d\n", a, b, c, e, f, g, h, i);
}
