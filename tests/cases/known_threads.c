// case: known_threads
// outputs: 1
// calls: count=8
// Eight threads count a million each on the same lines; nobody said -pthread.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 8, ROUNDS = 1000000 };

__attribute__((profile)) static void *count(void *argument) {
  uintptr_t sum = (uintptr_t)argument;      //=8
  for (volatile int i = 0; i < ROUNDS; i++) //=8000008
    sum++;                                  //=8000000
  return (void *)sum;                       //=8
}

int main(void) {
  pthread_t threads[THREADS];
  uintptr_t sum = 0;
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, count, (void *)i);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += (uintptr_t)result;
  }
  printf("%lu\n", (unsigned long)sum);
  return 0;
}
