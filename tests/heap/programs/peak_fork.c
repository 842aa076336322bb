// peak
// fork: files: 2
// The child's peak is the higher one: what it has from its parent is in it, and no
// line's, also where the child frees it.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROFILED __attribute__((profile))

static void *volatile kept[4];

/* Goes on in the child alone. */
PROFILED static pid_t keep(void)
{
    pid_t pid = 0;

    kept[0] = malloc(2000); //@ 1, 2000, 2000, 0, 0
    for (size_t i = 0; i < 3 && pid == 0; i++) {
        free(kept[1]);                     //@ None, None, None, None, 0
        kept[1] = malloc(3000 + 2000 * i); //@ 3, 15000, 15000, 0, u(7000)
        if (i == 0)
            pid = fork(); //@ None, None, None, None, 0
    }
    return pid;
}

PROFILED int main(void)
{
    const pid_t pid = keep(); //@ None, None, 0, None, 0
    if (pid == 0) {
        kept[2] = malloc(100); //@ 1, 100, 100, 0, u(100)
        free(kept[1]);         //@ 0, 0, 0, u(7000), 0
        kept[1] = malloc(40);  //@ 1, 40, 40, 0, 0
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    free(kept[0]);        //@ 0, 0, 0, u(2000), 0
    kept[0] = malloc(50); //@ 1, 50, 50, 0, 0
    return 0;
}
