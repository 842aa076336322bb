// fork: files: 3
// A child goes on where it was forked, and in a function of its own.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROFILED __attribute__((profile))

static void *volatile kept;

PROFILED static void child(void)
{
    for (int i = 0; i < 3; i++)
        free(kept = malloc(30)); //@ 6, 180, 180, 6 * u(30)
}

PROFILED static void forks(void)
{
    for (int i = 0; i < 2; i++) {
        kept = malloc(10);        //@ 2, 20, 20, 0
        const pid_t pid = fork(); //@ None, None, None, None
        if (pid == 0) {
            kept = malloc(20); //@ 2, 40, 40, 0
            child();           //@ 6, 180, 0, 6 * u(30)
            _exit(0);
        }
        waitpid(pid, NULL, 0);
        free(kept); //@ 0, 0, 0, 2 * u(10)
    }
}

PROFILED int main(void)
{
    forks(); //@ None, None, 0, None
    return 0;
}
