// peak
// fork: files: 2
// The child's peak is the higher one: what it has from its parent is in it, and no
// line's.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROFILED __attribute__((profile))

static void *volatile kept[4];

PROFILED static void child(void)
{
    free(kept[1]);                //@ 0, 0, 0, u(3000), 0
    kept[1] = malloc(40);         //@ 1, 40, 40, 0, u(40)
    free(kept[2] = malloc(7000)); //@ 1, 7000, 7000, u(7000), u(7000)
    kept[3] = malloc(10);         //@ 1, 10, 10, 0, 0
}

PROFILED int main(void)
{
    kept[0] = malloc(2000);   //@ 1, 2000, 2000, 0, 0
    kept[1] = malloc(3000);   //@ 1, 3000, 3000, 0, 0
    const pid_t pid = fork(); //@ None, None, None, None, 0
    if (pid == 0) {
        kept[2] = malloc(100); //@ 1, 100, 100, 0, u(100)
        child();               //@ 3, 7050, 0, u(3000) + u(7000), 0
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    free(kept[0]);        //@ 0, 0, 0, u(2000), 0
    kept[0] = malloc(50); //@ 1, 50, 50, 0, 0
    return 0;
}
