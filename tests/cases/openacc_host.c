// case: openacc_host
// cc: -fopenacc
// needs: openacc
// calls: saxpy=2 matrix=1 data=1
#include <stdio.h>
// clang-format off
#define PROFILED __attribute__((profile))

// Without a device the regions run on the host.
PROFILED static float saxpy(float a, const float *x, float *y, int n) {
  float sum = 0;                                 //=2
#pragma acc parallel loop copyin(x[0 : n]) copy(y[0 : n])
  for (int i = 0; i < n; i++)                    //=40
    y[i] += a * x[i];                            //=40
#pragma acc kernels loop copy(y[0 : n])
  for (int i = 0; i < n; ++i) {                  //=40
    y[i] *= 2;                                   //=40
  }
#pragma acc parallel loop reduction(+ : sum) copyin(y[0 : n])
  for (int i = 0; i < n; i++) {                  //=40
    float value = y[i];                          //=40
    sum += value;                                //=40
  }
  return sum;                                    //=2
}

PROFILED static int matrix(int n) {
  int cells = 0;                                 //=1
#pragma acc parallel loop collapse(2) reduction(+ : cells)
  for (int i = 0; i < n; i++)                    //=25
    for (int j = 0; j < n; j++)                  //=25
      cells++;                                   //=25
#pragma acc serial copy(cells)
  {
    cells++;                                     //=1
    for (int i = 0; i < 3; i++)                  //=4
      cells++;                                   //=3
  }
  return cells;                                  //=1
}

PROFILED static int data(int *v, int n) {
#pragma acc data copy(v[0 : n])
  {
#pragma acc parallel present(v[0 : n])
    {
#pragma acc loop gang
      for (int i = 0; i < n; i++)                //=6
        v[i]++;                                  //=6
    }
#pragma acc update self(v[0 : n])
  }
#pragma acc host_data use_device(v)
  {
    v[0] += 0;                                   //=1
  }
  return v[0];                                   //=1
}

int main(void) {
  float x[20], y[20];
  int v[6] = {1, 2, 3, 4, 5, 6};
  for (int i = 0; i < 20; i++)
    x[i] = y[i] = (float)i;
  float sum = saxpy(2, x, y, 20) + saxpy(1, x, y, 20);
  printf("%.0f %d %d\n", sum, matrix(5), data(v, 6));
  return 0;
}
