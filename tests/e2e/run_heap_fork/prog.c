#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((profile)) static void work(size_t size)
{
    char *volatile memory = malloc(size);
    if (size != 5000) /* the first child ends with it */
        free(memory);
}

static void child(size_t size)
{
    const pid_t pid = fork();

    if (pid == 0) {
        work(size);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

__attribute__((profile)) int main(void)
{
    work(100000);
    child(5000);
    child(20000);
    child(10000);
    return 0;
}
