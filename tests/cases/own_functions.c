// case: own_functions
// cc: -fno-builtin -pthread
// Functions of the program's own with the names of libc's; those that fail would be
// noticed if anybody else called them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define P __attribute__((profile, noinline))

enum { TURNS = 20000 };

static int calls;
static __thread int own_thread;

P static int fail(void) {
  calls++;   //=18
  return -1; //=18
}

P int clock_gettime(clockid_t clock, struct timespec *now) {
  now->tv_sec = clock; //=3
  now->tv_nsec = 0;    //=3
  return fail();       //=3
}

P pid_t getpid(void) {
  return fail(); //=1
}

P char *getenv(const char *name) {
  return fail() && *name ? NULL : ""; //=1
}

P void *mmap(void *start, size_t size, int rights, int flags, int file, off_t at) {
  (void)start;
  (void)size;
  (void)rights;
  (void)flags;
  (void)file;
  (void)at;
  fail();            //=1
  return MAP_FAILED; //=1
}

P int munmap(void *start, size_t size) {
  (void)start;
  (void)size;
  return fail(); //=1
}

P int open(const char *name, int flags, ...) {
  (void)name;
  (void)flags;
  return fail(); //=1
}

P ssize_t read(int file, void *to, size_t size) {
  (void)file;
  (void)to;
  (void)size;
  return fail(); //=1
}

P ssize_t pwrite(int file, const void *from, size_t size, off_t at) {
  (void)file;
  (void)from;
  (void)size;
  (void)at;
  return fail(); //=1
}

P int close(int file) {
  (void)file;
  return fail(); //=1
}

P int fstat(int file, struct stat *status) {
  (void)file;
  (void)status;
  return fail(); //=1
}

P int ftruncate(int file, off_t size) {
  (void)file;
  (void)size;
  return fail(); //=1
}

P int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  (void)how;
  (void)set;
  (void)old;
  return fail(); //=1
}

P int sigaltstack(const stack_t *stack, stack_t *old) {
  (void)stack;
  (void)old;
  return fail(); //=1
}

P pthread_t pthread_self(void) {
  return (pthread_t)&own_thread; //=2
}

P int pthread_setcancelstate(int state, int *old) {
  (void)state;
  (void)old;
  return fail(); //=1
}

P int pthread_setspecific(pthread_key_t key, const void *value) {
  (void)key;
  (void)value;
  return fail(); //=1
}

P long syscall(long number, ...) {
  va_list list;
  va_start(list, number); //=1
  va_end(list);           //=1
  return fail();          //=1
}

P size_t strlen(const char *text) {
  size_t length = 0;
  while (((const volatile char *)text)[length])
    length++;
  return length;
}

P int strcmp(const char *a, const char *b) {
  const volatile unsigned char *one = (const void *)a, *other = (const void *)b;
  while (*one && *one == *other) {
    one++;
    other++;
  }
  return *one - *other;
}

P int memcmp(const void *a, const void *b, size_t size) {
  const volatile unsigned char *one = a, *other = b;
  for (; size; size--, one++, other++)
    if (*one != *other)
      return *one - *other;
  return 0;
}

P static int work(int n) {
  int sum = 0; //=40000
  for (int i = 0; i < n; i++)
    sum += i; //=120000
  return sum; //=40000
}

static void *turn(void *sum) {
  for (int i = 0; i < TURNS; i++)
    *(int *)sum += work(3);
  return sum;
}

int main(void) {
  pthread_t other;
  int sums[2] = {0, 0};
  struct timespec now;
  char byte = 0;

  pthread_create(&other, NULL, turn, &sums[0]);
  turn(&sums[1]);
  pthread_join(other, NULL);
  for (int i = 0; i < 3; i++)
    clock_gettime(CLOCK_MONOTONIC, &now);
  getpid();
  getenv("HOME");
  mmap(NULL, 1, 0, 0, -1, 0);
  munmap(&byte, 1);
  open("nothing", O_RDONLY);
  read(0, &byte, 1);
  pwrite(1, &byte, 1, 0);
  close(-1);
  fstat(-1, NULL);
  ftruncate(-1, 0);
  sigprocmask(0, NULL, NULL);
  sigaltstack(NULL, NULL);
  pthread_setcancelstate(0, NULL);
  pthread_setspecific(0, NULL);
  syscall(-1);
  printf("%d %d %d %d\n", sums[0], sums[1], calls, pthread_self() == pthread_self());
  return 0;
}
