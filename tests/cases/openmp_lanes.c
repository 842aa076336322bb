// case: openmp_lanes
// cc: -fopenmp
// needs: openmp openmp_scan
// Scans whose lanes GCC computes with before it knows whether there are any.
#include <stdio.h>

#define COUNT 1024

struct pair {
  int low, high;
};

static int values[COUNT], sums[COUNT], before[COUNT], most[COUNT];
static struct pair pairs[COUNT];
static int total;

#pragma omp declare reduction(add:int : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(most:int                                                         \
                              : omp_out = omp_in > omp_out ? omp_in : omp_out)                 \
    initializer(omp_priv = -1)
#pragma omp declare reduction(both                                                             \
                              : struct pair                                                    \
                              : omp_out.low += omp_in.low, omp_out.high += omp_in.high)        \
    initializer(omp_priv = {0, 0})

__attribute__((profile, noinline)) static void fill(void) {
  for (int i = 0; i < COUNT; i++) //=1025
    values[i] = i * 7 % 13;       //=1024
}

__attribute__((profile, noinline)) static void add_up(void) {
#pragma omp parallel for simd reduction(inscan, add : total)
  for (int i = 0; i < COUNT; i++) {
    total += values[i];
#pragma omp scan inclusive(total)
    sums[i] = total;
  }
}

__attribute__((profile, noinline)) static int add_before(void) {
  int sum = 0;
#pragma omp simd reduction(inscan, add : sum)
  for (int i = 0; i < COUNT; i++) {
    before[i] = sum;
#pragma omp scan exclusive(sum)
    sum += values[i];
  }
  return sum;
}

__attribute__((profile, noinline)) static int find_most(void) {
  int found = -1;
#pragma omp simd reduction(inscan, most : found)
  for (int i = 0; i < COUNT; i++) {
    found = values[i] > found ? values[i] : found;
#pragma omp scan inclusive(found)
    most[i] = found;
  }
  return found;
}

__attribute__((profile, noinline)) static int add_pairs(void) {
  struct pair sum = {0, 0};
#pragma omp parallel for simd reduction(inscan, both : sum)
  for (int i = 0; i < COUNT; i++) {
    sum.low += values[i] & 3;
    sum.high += values[i] >> 2;
#pragma omp scan inclusive(sum)
    pairs[i] = sum;
  }
  return pairs[COUNT - 1].low + pairs[COUNT - 1].high;
}

int main(void) {
  fill();
  add_up();
  const int last = add_before(), found = find_most(), both = add_pairs();
  long check = 0;
  for (int i = 0; i < COUNT; i++)
    check += (sums[i] ^ before[i]) + most[i] + pairs[i].low * pairs[i].high;
  printf("%d %d %d %d %ld\n", total, last, found, both, check);
  return 0;
}
