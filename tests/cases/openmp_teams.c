// case: openmp_teams
// cc: -fopenmp
// needs: openmp
// calls: teams_apart=1 distribute_parallel=1 teams_loop=1 host_teams=1 parallel_loop=1 distribute_simd=1
// Pragmas that may only stand inside others, apart from those and together.
#include <omp.h>
#include <stdio.h>
// clang-format off
#define P __attribute__((profile))
P static int teams_apart(int n) {
  int v[64], s = 0;                             //=1
#pragma omp target map(tofrom : s) map(from : v) //=1
#pragma omp teams num_teams(1) reduction(+ : s) //=1
  {
    s += 1;                                     //=1
#pragma omp distribute                           //=1
    for (int i = 0; i < n; i++) {               //=20
      v[i] = i;                                 //=20
      s += v[i] & 1;                            //=20
    }
  }
  return s;                                     //=1
}
P static int distribute_parallel(int n) {
  int v[64];                                    //=-
#pragma omp target map(from : v)                 //=1
  {
#pragma omp teams num_teams(1) thread_limit(2)   //=1
    {
#pragma omp distribute parallel for              //=1
      for (int i = 0; i < n; i++)               //=20
        v[i] = i * 2;                           //=20
    }
  }
  int t = 0;                                    //=1
  for (int i = 0; i < n; i++)                   //=21
    t += v[i];                                  //=20
  return t;                                     //=1
}
P static int teams_loop(int n) {
  int s = 0;                                    //=1
#pragma omp target teams num_teams(1) map(tofrom : s)//=1
  {
    int k = 3;                                  //=1
#pragma omp loop reduction(+ : s)                //=1
    for (int i = 0; i < n; i++)                 //=20
      s += i * k;                               //=20
    k++;                                        //=1
  }
  return s;                                     //=1
}
P static int host_teams(int n) {
  int s = 0;                                    //=1
#pragma omp teams num_teams(3) reduction(+ : s)  //=1
  {
    int me = omp_get_team_num();                //=3
    s += me >= 0;                               //=3
#pragma omp distribute                           //=3
    for (int i = 0; i < n; i++)                 //=20
      if (i % 2)                                //=20
        s++;                                    //=10
#pragma omp distribute dist_schedule(static, 2) collapse(2)//=3
    for (int i = 0; i < 4; i++)                 //=12
      for (int j = 0; j < 3; j++)               //=12
        s += 1;                                 //=12
#pragma omp parallel num_threads(2)              //=3
    {
#pragma omp atomic
      s += 1;                                   //=6
    }
  }
  return s;                                     //=1
}
P static int parallel_loop(int n) {
  int s = 0;                                    //=1
#pragma omp parallel num_threads(2) reduction(+ : s)//=1
  {
#pragma omp loop                                 //=2
    for (int i = 0; i < n; i++)                 //=20
      s += i;                                   //=20
    s++;                                        //=2
  }
#pragma omp loop bind(thread)                    //=1
  for (int i = 0; i < n; i++)                   //=20
    s += i;                                     //=20
  return s;                                     //=1
}
P static int distribute_simd(int n, float *x) {
  float s = 0;                                  //=1
#pragma omp teams num_teams(2)                   //=1
  {
#pragma omp distribute simd                      //=2
    for (int i = 0; i < n; i++)                 //=20
      x[i] = i;                                 //=20
#pragma omp distribute parallel for simd         //=2
    for (int i = 0; i < n; i++)                 //=20
      x[i] += i;                                //=20
  }
  for (int i = 0; i < n; i++) s += x[i];        //=21
  return s;                                     //=1
}
int main(void) {
  float x[64];
  printf("%d %d %d\n", teams_apart(20), distribute_parallel(20), teams_loop(20));
  printf("%d %d %d\n", host_teams(20), parallel_loop(20), distribute_simd(20, x));
}
