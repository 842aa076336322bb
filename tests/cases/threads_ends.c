// case: threads_ends
// cc: -pthread
// outputs: 1
// calls: mark=10 tidy=2 forget=2 spin=1 linger=2 park=3 quit=1 go_on=1
// Threads that are cancelled, at a call or anywhere, that leave by pthread_exit(), and that
// still run when the program ends; what they had counted stays.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int marks, tidied, forgotten;
static sem_t ready;
static pthread_key_t key;

__attribute__((profile, noinline)) static void mark(void) {
  marks++; //=10
}

__attribute__((profile)) static void tidy(void *argument) {
  tidied += *(int *)argument; //=2
  mark();                     //=2
}

__attribute__((profile)) static void forget(void *argument) {
  forgotten += *(int *)argument; //=2
  mark();                        //=2
}

// Cancelled between any two instructions.
__attribute__((profile)) static void *spin(void *argument) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL); //=1
  pthread_setspecific(key, argument);                       //=1
  mark();                                                   //=1
  sem_post(&ready);                                         //=1
  for (;;)
    ;
  mark(); //=0
}

// Cancelled in a call, two marked calls deep.
__attribute__((profile, noinline)) static void linger(int depth) {
  if (depth)           //=2
    linger(depth - 1); //=1
  sem_post(&ready);    //=1
  pause();             //=1
  mark();              //=0
}

static void *wait_long(void *argument) {
  pthread_cleanup_push(tidy, argument);
  linger(1);
  pthread_cleanup_pop(1);
  return argument;
}

__attribute__((profile)) static void *quit(void *argument) {
  pthread_setspecific(key, argument);   //=1
  pthread_cleanup_push(tidy, argument); //=1
  mark();                               //=1
  pthread_exit(argument);               //=1
  pthread_cleanup_pop(0);
  mark(); //=0
}

// Detached, and there for good.  The program may end before the last of them comes to its loop.
__attribute__((profile)) static void *park(void *unused) {
  mark();           //=3
  sem_post(&ready); //=3
  for (;;)
    pause();
  return unused; //=0
}

// The rest of the program, once the first thread has left.
__attribute__((profile)) static void *go_on(void *first) {
  pthread_join(*(pthread_t *)first, NULL);               //=1
  mark();                                                //=1
  printf("%d %d %d\n", marks, tidied, forgotten);        //=1
  exit(!(marks == 10 && tidied == 2 && forgotten == 2)); //=1
}

static void start(void *(*body)(void *), int *argument, int cancels) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, argument);
  if (cancels) {
    sem_wait(&ready);
    pthread_cancel(thread);
  }
  pthread_join(thread, NULL);
}

int main(void) {
  static pthread_t parked, first, rest;
  static int one = 1;
  sem_init(&ready, 0, 0);
  pthread_key_create(&key, forget);
  start(spin, &one, 1);
  start(wait_long, &one, 1);
  start(quit, &one, 0);
  for (int i = 0; i < 3; i++) {
    pthread_create(&parked, NULL, park, NULL);
    pthread_detach(parked);
    sem_wait(&ready);
  }
  first = pthread_self();
  pthread_create(&rest, NULL, go_on, &first);
  pthread_exit(NULL);
}
