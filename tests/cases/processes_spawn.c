// case: processes_spawn
// outputs: 2
// calls: prepare=3 start=1 spawn=2 errand=1 main=2
// What a vfork child counts is its parent's, once; a program started by posix_spawn that
// is this one has a file of its own, any other has none.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

__attribute__((profile, noinline)) static int prepare(char **list, char *name, char *word) {
  int count = 0;          //=3
  list[count++] = name;   //=3
  if (word)               //=3
    list[count++] = word; //=1
  list[count] = NULL;     //=3
  return count;           //=3
}

static int status_of(pid_t pid) {
  int status = -1;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

__attribute__((profile)) static int start(char *path) {
  pid_t pid = vfork(); //=1
  if (pid == 0) {      //=2
    char *list[3];
    prepare(list, path, NULL);   //=1
    execve(path, list, environ); //=1
    _exit(126);                  //=0
  }
  return status_of(pid); //=1
}

__attribute__((profile)) static int spawn(char *path, char *word) {
  char *list[3];
  pid_t pid;
  prepare(list, path, word);                                   //=2
  if (posix_spawn(&pid, path, NULL, NULL, list, environ) != 0) //=2
    return 125;                                                //=0
  return status_of(pid);                                       //=2
}

__attribute__((profile)) static int errand(int n) {
  int sum = 0;                //=1
  for (int i = 0; i < n; i++) //=8
    sum += i;                 //=7
  return sum;                 //=1
}

__attribute__((profile)) int main(int argc, char **argv) {
  (void)argv;                                                         //=2
  if (argc > 1)                                                       //=2
    return errand(7);                                                 //=1
  int first = start("/bin/false"), second = spawn("/bin/true", NULL); //=1
  int third = spawn("/proc/self/exe", "errand");                      //=1
  printf("%d %d %d\n", first, second, third);                         //=1
  return !(first == 1 && second == 0 && third == 21);                 //=1
}
