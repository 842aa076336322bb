// case: processes_odd
// cc: -pthread -D_GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define P __attribute__((profile))
extern char **environ;
static int turns;
static void cleanup_fn(void *p) { *(int *)p += 1; }

P static void *cancelled(void *arg) {
  int *n = arg;                        //=2
  pthread_cleanup_push(cleanup_fn, n); //=2
  for (;;) {                           //=2
    *n += 10;                          //=2
    pause();                           //=2
    *n += 100;                         //=0
  }
  pthread_cleanup_pop(0); //=0
  return 0;               //=0
}
P static void deeper(int d) {
  if (d == 0)                //=12
    pthread_exit((void *)7); //=3
  deeper(d - 1);             //=9
  turns = 1000;              //=0
}
P static void *exiting(void *arg) {
  deeper((long)arg); //=3
  return 0;          //=0
}
P static void *detached(void *arg) {
sem:;
  int *done = arg;                             //=1
  __atomic_store_n(done, 1, __ATOMIC_RELEASE); //=1
  for (;;)                                     //=1
    pause();                                   //=1
}
P static int child_work(int n) {
  int s = 0;                  //=4
  for (int i = 0; i < n; i++) //=14
    s += i;                   //=10
  return s;                   //=4
}
P static int vforked(void) {
  pid_t pid = vfork();                     //=1
  if (pid == 0) {                          //=2
    execl("/bin/true", "true", (char *)0); //=1
    _exit(3);                              //=0
  }
  int status;
  waitpid(pid, &status, 0);   //=1
  return WEXITSTATUS(status); //=1
}
P static int spawned(void) {
  pid_t pid;
  char *args[] = {"sh", "-c", "exit 5", 0};                       //=1
  int status = posix_spawn(&pid, "/bin/sh", 0, 0, args, environ); //=1
  waitpid(pid, &status, 0);                                       //=1
  return WEXITSTATUS(status) + WEXITSTATUS(system("exit 2"));     //=1
}
P static int forked(int n) {
  int total = 0;                 //=1
  for (int i = 0; i < n; i++) {  //=4
    pid_t pid = fork();          //=3
    if (!pid) {                  //=6
      int r = child_work(i + 1); //=3
      _Exit(r);                  //=3
    }
    int status;                   //=-
    waitpid(pid, &status, 0);     //=3
    total += WEXITSTATUS(status); //=3
  }
  return total; //=1
}
P static void last(void) {
  printf("last %d\n", turns); //=1
  fflush(stdout);             //=1
}
int main(void) {
  int n[2] = {0, 0}, done = 0;
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, 0, cancelled, &n[i]);
    while (__atomic_load_n(&n[i], __ATOMIC_ACQUIRE) < 10)
      usleep(100);
    usleep(2000);
    pthread_cancel(t);
    pthread_join(t, 0);
  }
  long sum = 0;
  for (long i = 2; i < 5; i++) {
    void *r;
    pthread_create(&t, 0, exiting, (void *)i);
    pthread_join(t, &r);
    sum += (long)r;
  }
  pthread_create(&t, 0, detached, &done);
  pthread_detach(t);
  while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
    usleep(100);
  usleep(2000);
  printf("%d %d %ld\n", n[0], n[1], sum);
  printf("%d %d %d %d\n", child_work(4), vforked(), spawned(), forked(3));
  at_quick_exit(last);
  fflush(stdout);
  quick_exit(0);
}
