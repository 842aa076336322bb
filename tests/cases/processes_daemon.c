// case: processes_daemon
// outputs: 3
// calls: announce=3 serve=2 leave=1
// A daemon lets go of its terminal, its parent and all its descriptors, and goes on
// counting; this program waits for it as the reaper of its orphans.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((profile, noinline)) static int announce(int n) {
  volatile int sum = 0;       //=3
  for (int i = 0; i < n; i++) //=13
    sum += i;                 //=10
  return sum;                 //=3
}

__attribute__((profile, noinline)) static int serve(int n) {
  int sum = 0;  //=2
  while (n > 0) //=1012
    sum += n--; //=1010
  return sum;   //=2
}

// The first child ends in daemon(), the second closes what it has inherited.
__attribute__((profile)) static void leave(void) {
  int before = announce(2);                                        //=1
  if (daemon(1, 0) != 0)                                           //=1
    exit(9);                                                       //=0
  for (int fd = 0; fd < 1024; fd++)                                //=1025
    close(fd);                                                     //=1024
  int sum = serve(1000) + serve(10);                               //=1
  exit(sum == 500555 && announce(5) == 10 && before == 1 ? 5 : 6); //=1
}

int main(void) {
  int ends = 0, status;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (announce(3) != 3)
    return 2;
  if (fork() == 0)
    leave();
  for (pid_t child; (child = wait(&status)) > 0;)
    ends = 10 * ends + (WIFEXITED(status) ? WEXITSTATUS(status) : 9);
  printf("%d\n", ends);
  return ends != 5;
}
