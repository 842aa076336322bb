// case: openmp_masked
// cc: -fopenmp
// needs: openmp51
// calls: team=1
#include <omp.h>
#include <stdio.h>

__attribute__((profile)) static int team(int n) {
  int first = 0, all = 0; //=1
#pragma omp parallel num_threads(4)
  {
#pragma omp masked filter(2)
    first++; //=1
#pragma omp scope reduction(+ : all)
    {
      if (omp_get_thread_num()) //=4
        all += n;               //=3
    }
  }
  return first + all; //=1
}

int main(void) {
  omp_set_dynamic(0);
  printf("%d\n", team(5));
  return 0;
}
