// case: openacc_constructs
// cc: -fopenacc
// needs: openacc
#include <stdio.h>
#define P __attribute__((profile))
P static int kernels(int n) {
  int a[64], s = 0;                                     //=1
#pragma acc kernels copy(a)                             //=1
  for (int i = 0; i < n; i++)                           //=65
    a[i] = i;                                           //=64
#pragma acc parallel loop gang reduction(+ : s) copy(s) //=1
  for (int i = 0; i < n; i++)                           //=64
    s += a[i];                                          //=64
#pragma acc parallel copy(a, s)                         //=1
  {
#pragma acc loop gang             //=1
    for (int i = 0; i < 8; i++) { //=8
#pragma acc loop worker vector    //=8
      for (int j = 0; j < 8; j++) //=64
        a[i * 8 + j] = 1;         //=64
    }
  }
#pragma acc data copy(a) //=1
  {
#pragma acc serial loop reduction(+ : s) //=1
    for (int i = 0; i < n; i++)          //=64
      s += a[i];                         //=64
#pragma acc update self(a)               //=1
  }
#pragma acc parallel loop collapse(2) copy(a) //=1
  for (int i = 0; i < 4; i++)                 //=16
    for (int j = 0; j < 4; j++)               //=16
      a[i * 4 + j] = 2;                       //=16
  return s + a[0];                            //=1
}
#pragma acc routine seq
P static int twice(int n) {
  return n * 2; //=10
}
P static int called(int n) {
  int s = 0;                               //=1
#pragma acc parallel loop reduction(+ : s) //=1
  for (int i = 0; i < n; i++) {            //=10
    if (i % 2)                             //=10
      s += twice(i);                       //=5
    else
      s -= twice(i); //=5
  }
  return s; //=1
}
int main(void) { printf("%d %d\n", kernels(64), called(10)); }
