// case: known_targets
// needs: x86_64 ifunc
// calls: dot=7
// Copies of a function for several processors are one function.
#include <stdio.h>

__attribute__((profile, noinline, target_clones("avx2", "sse4.2", "default"))) int
dot(const int *a, const int *b, int n) {
  int sum = 0;                //=7
  for (int i = 0; i < n; i++) //=77
    sum += a[i] * b[i];       //=70
  return sum;                 //=7
}

int main(void) {
  int a[10] = {1, 2, 3, -4}, sum = 0;
  for (int i = 0; i < 7; i++)
    sum += dot(a, a, 10);
  printf("%d\n", sum);
  return 0;
}
