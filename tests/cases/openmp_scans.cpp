// case: openmp_scans
// cc: -fopenmp
// plugin: functions=*
// needs: c++ openmp_scan
// Scans of loops that are shared out and in lanes, in instances of templates.
#include <cstdio>
// clang-format off
struct V {
  int d[100];
  int &operator[](int i) { return d[i]; }
};

template <class T> static T scans(V &b) {
  T s(0);                                     //=1
#pragma omp parallel for simd reduction(inscan, +:s)
  for (int i = 0; i < 100; i++) {             //=100
    b[i] = s;                                 //=100
#pragma omp scan exclusive(s)
    s += 3;                                   //=100
  }
#pragma omp parallel
  {
#pragma omp for simd reduction(inscan, +:s)
    for (int i = 0; i < 100; i++) {           //=100
      s += 3;                                 //=100
#pragma omp scan inclusive(s)
      b[i] = s;                               //=100
    }
  }
  return s;                                   //=1
}

int main() {
  V b{};
  std::printf("%d\n", scans<int>(b)); //=1
  std::printf("%d\n", b[50]);         //=1
}
