// case: openmp_tasks
// cc: -std=c++17 -fopenmp
// needs: c++ openmp
// calls: queue=1 walk=31 loops=1 Grid::sweep=1 twice=5 devices=1
#include <atomic>
#include <cstdio>
#include <omp.h>
#include <vector>
// clang-format off
#define PROFILED __attribute__((profile))

PROFILED static int queue(int n) {
  std::atomic<int> done{0};                      //=1
  int chain = 0;                                 //=1
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < n; i++) {                //=21
#pragma omp task firstprivate(i)                 //=20
      {
        if (i % 4 == 0)                          //=20
          done += 10;                            //=5
        done++;                                  //=20
      }
    }
#pragma omp taskgroup
    {
      for (int i = 0; i < 3; i++)                //=4
#pragma omp task depend(inout : chain)
        chain = chain * 2 + i;                   //=3
    }
#pragma omp taskwait
#pragma omp task if (0)
    done += 0;                                   //=1
#pragma omp task final(true) mergeable
    {
      done++;                                    //=1
#pragma omp taskyield
    }
  }
  return done + chain;                           //=1
}

PROFILED static int walk(int depth) {
  int left = 0, right = 0;                       //=31
  if (depth == 0)                                //=31
    return 1;                                    //=16
#pragma omp task shared(left) untied
  left = walk(depth - 1);                        //=15
  right = walk(depth - 1);                       //=15
#pragma omp taskwait
  return left + right;                           //=15
}

PROFILED static long loops(int n) {
  std::vector<long> v(n);                        //=1
  std::atomic<long> sum{0};                      //=1
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskloop grainsize(5)
  for (int i = 0; i < n; i++) {                  //=40
    v[i] = i;                                    //=40
    sum += i;                                    //=40
  }
#pragma omp parallel for num_threads(3)
  for (auto it = v.begin(); it < v.end(); ++it)  //=40
    *it += 1;                                    //=40
#pragma omp parallel for num_threads(3)
  for (long &each : v)                           //=40
    each *= 2;                                   //=40
  return sum + v[3];                             //=1
}

struct Grid {
  int cells[12] = {};
  int offset = 1;
  PROFILED int sweep() {
    int total = 0;                               //=1
#pragma omp parallel for reduction(+ : total) num_threads(4)
    for (int i = 0; i < 12; i++) {               //=12
      cells[i] = i + offset;                     //=12
      total += cells[i];                         //=12
    }
    return total;                                //=1
  }
};

template <typename T> PROFILED static T twice(const T *v, int n) {
  T sum = 0;                                     //=5
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < n; i++) {                  //=50
    T value = v[i];                              //=50
    if (value > 4)                               //=50
      sum += value;                              //=25
    sum += value;                                //=50
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    sum++;                                       //=10
#pragma omp barrier
#pragma omp single
    {
      sum--;                                     //=5
    }
  }
  return sum;                                    //=5
}

PROFILED static int devices(int n) {
  int a[16], sum = 0;                            //=1
  (void)n;                                       //=1
#pragma omp target map(from : a)
  for (int i = 0; i < 16; i++)                   //=17
    a[i] = i;                                    //=16
#pragma omp target teams distribute parallel for map(tofrom : a) num_teams(1) thread_limit(2)
  for (int i = 0; i < 16; i++)                   //=16
    a[i] *= 2;                                   //=16
#pragma omp target data map(to : a)
  {
    sum++;                                       //=1
  }
#pragma omp target parallel num_threads(2) map(tofrom : sum)
  {
#pragma omp atomic
    sum += 2;                                    //=2
  }
  return sum + a[3];                             //=1
}

int main() {
  omp_set_dynamic(0);
  int leaves = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  leaves = walk(4);
  Grid grid;
  int v[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  double d[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  auto inner = [&](int n) __attribute__((profile)) {
    int sum = 0;                                 //=2
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 0; i < n; i++)                  //=10
      sum += v[i];                               //=10
    return sum;                                  //=2
  };
  int total = twice(v, 10) + twice(v, 10) + twice(v, 10);
  double real = twice(d, 10) + twice(d, 10);
  std::printf("%d %d %ld %d %d %.0f %d %d\n", queue(20), leaves, loops(40), grid.sweep(), total,
              real, devices(1), inner(3) + inner(7));
}
