// case: openmp_scan
// cc: -fopenmp
// plugin: functions=*
// calls: inclusive=1 exclusive=1 simd=1
// A loop with a scan is two loops to GCC: its header counts its iterations once.
#include <stdio.h>

static int inclusive(int n) {
  int a[64], s = 0;                               //=1
#pragma omp parallel for reduction(inscan, + : s) //=1
  for (int i = 0; i < n; i++) {                   //=20
    s += i;                                       //=20
#pragma omp scan inclusive(s)
    a[i] = s; //=20
  }
  return a[n - 1]; //=1
}

static int exclusive(int n) {
  int a[64], s = 0;                                              //=1
#pragma omp parallel for reduction(inscan, + : s) num_threads(3) //=1
  for (int i = 0;                                                //=20
       i < n; i++) {                                             //=-
    a[i] = s;                                                    //=20
#pragma omp scan exclusive(s)
    {
      int twice = 2 * i; //=20
      s += twice;        //=20
    }
  }
  return a[n - 1]; //=1
}

static int simd(int n) {
  int a[64], s = 0;                       //=1
#pragma omp simd reduction(inscan, + : s) //=1
  for (int i = 0; i < n; i++) {           //=20
    s += i;                               //=20
#pragma omp scan inclusive(s)
    a[i] = s; //=20
  }
  return a[n - 1]; //=1
}

int main(void) {
  printf("%d %d %d\n", inclusive(20), exclusive(20), simd(20)); //=1
  return 0;                                                     //=1
}
