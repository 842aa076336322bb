// case: openmp_worksharing
// cc: -fopenmp
// needs: openmp
// calls: loops=1 schedules=4 nest=1 blocks=1 simds=1 atomics=1 clauses=2
#include <omp.h>
#include <stdio.h>
// clang-format off
#define PROFILED __attribute__((profile))

// The header of a loop under a pragma counts its iterations, in however many threads.
PROFILED static int loops(const int *v, int n) { //=-
  int sum = 0;                                   //=1
#pragma omp parallel for reduction(+ : sum) num_threads(4) //=1
  for (int i = 0; i < n; i++)                    //=1000
    sum += v[i];                                 //=1000
#pragma omp parallel for num_threads(4) reduction(+ : sum) schedule(static, 1)
  for (int i = 0; i < 10; i++) sum += v[i];      //=10
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait reduction(+ : sum)        //=4
    for (int i = 0;                              //=20
         i < 20;                                 //=-
         i++) {                                  //=-
      if (v[i] % 2)                              //=20
        continue;                                //=10
      for (int j = 0; j < 3; j++)                //=40
        sum += j;                                //=30
    }
#pragma omp for schedule(guided) reduction(- : sum) //=4
    for (int i = 30; i > 20; i -= 2) {           //=5
      sum -= 1;                                  //=5
    }
  }
#pragma omp parallel for
  for (int i = 0; i < 0; i++)                    //=0
    sum++;                                       //=0
  return sum;                                    //=1
}

PROFILED static int schedules(int kind, int n) {
  int count = 0;                                 //=4
  omp_set_schedule((omp_sched_t)kind, 2);        //=4
#pragma omp parallel for schedule(runtime) reduction(+ : count) num_threads(3) //=4
  for (int i = 0; i < n; i++) {                  //=100
    count++;                                     //=100
  }
  return count;                                  //=4
}

PROFILED static int nest(int rows, int columns) {
  int cells = 0;                                 //=1
#pragma omp parallel for collapse(2) reduction(+ : cells) num_threads(4)
  for (int i = 0; i < rows; i++)                 //=42
    for (int j = 0; j < columns; j++) {          //=42
      cells++;                                   //=42
    }
#pragma omp parallel for collapse(2) reduction(+ : cells) num_threads(2)
  for (int i = 0; i < rows; i++) for (int j = i; j < columns; j++) cells++; //=27
  return cells;                                  //=1
}

PROFILED static int blocks(int n) {
  int all = 0, once = 0, first = 0;              //=1
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    once++;                                      //=1
#pragma omp master
    first++;                                     //=1
#pragma omp barrier
#pragma omp critical(name)
    {
      all++;                                     //=4
      if (all == 2)                              //=4
        all = 2;                                 //=1
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp atomic update
        once += n;                               //=1
      }
#pragma omp section
      for (int i = 0; i < 2; i++)                //=3
        first += 0;                              //=2
    }
  }
  int last = 0;                                  //=1
#pragma omp parallel for ordered num_threads(3)
  for (int i = 0; i < 12; i++) {                 //=12
    int mine = i;                                //=12
#pragma omp ordered
    {
      last = last * 2 % 1000 + mine;             //=12
    }
  }
  return all + once + first + last;              //=1
}

PROFILED static float simds(float *v, int n) {
  float sum = 0;                                 //=1
#pragma omp simd
  for (int i = 0; i < n; i++)                    //=64
    v[i] = (float)i;                             //=64
#pragma omp parallel for simd reduction(+ : sum) num_threads(2)
  for (int i = 0; i < n; i++) {                  //=64
    float twice = v[i] * 2;                      //=64
    sum += twice;                                //=64
  }
#pragma omp simd collapse(2) reduction(+ : sum)
  for (int i = 0; i < 4; i++)                    //=16
    for (int j = 0; j < 4; j++)                  //=16
      sum += v[i * 4 + j];                       //=16
  return sum;                                    //=1
}

PROFILED static int atomics(int n) {
  int a = 0, b = 0, seen = 0;                    //=1
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++) {                  //=50
    int old;                                     //=-
#pragma omp atomic
    a++;                                         //=50
#pragma omp atomic capture
    old = b++;                                   //=50
#pragma omp atomic read
    old = a;                                     //=50
    if (old < 0)                                 //=50
#pragma omp atomic write
      seen = 1;                                  //=0
  }
  return a + b + seen;                           //=1
}

PROFILED static int clauses(int go) {
  static int own;                                //=-
  int private = 5, kept = 0, sum = 0;            //=2
#pragma omp threadprivate(own)
#pragma omp parallel if (go) num_threads(2) firstprivate(private) reduction(+ : sum)
  {
    own++;                                       //=3
    private++;                                   //=3
#pragma omp for lastprivate(kept)
    for (int i = 0; i < 8; i++)                  //=16
      kept = i;                                  //=16
    sum += private;                              //=3
#pragma omp flush
  }
  return sum + kept;                             //=2
}

int main(void) {
  int v[1000];
  float f[64];
  omp_set_dynamic(0);
  for (int i = 0; i < 1000; i++)
    v[i] = i;
  int sum = loops(v, 1000);
  int count = 0;
  for (int kind = 1; kind <= 4; kind++)
    count += schedules(kind, 25);
  int cells = nest(6, 7), all = blocks(3);
  float total = simds(f, 64);
  int hits = atomics(50), private = clauses(0) + clauses(1);
  printf("%d %d %d %d %.0f %d %d\n", sum, count, cells, all, total, hits, private);
  return 0;
}
