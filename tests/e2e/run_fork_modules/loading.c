/* SPDX-License-Identifier: MIT */
/* Children, one after the other, that load code which their parent never had: the first
   thing that they run, or after something else ("late").  One of them is killed, one
   leaves by _exit, one has a child of its own that loads the other library. */
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_late;

__attribute__((profile, noinline)) static void step(void)
{
    getpid();
}

/* Called in children only. */
__attribute__((profile, noinline)) static void child_only(void)
{
    getppid();
}

static void load(const char *library, const char *name, int rounds)
{
    void *handle = dlopen(library, RTLD_NOW);
    int (*run)(int rounds) = NULL;

    if (!handle)
        exit(1);
    *(void **)&run = dlsym(handle, name);
    run(rounds);
    dlclose(handle);
}

static void make_grandchild(void)
{
    const pid_t child = fork();

    if (child == 0) {
        load("./one.so", "one", 5);
        exit(0);
    }
    waitpid(child, NULL, 0);
}

static void run_child(int number)
{
    if (is_late)
        child_only();
    if (number % 2)
        load("./two.so", "two", 10 * (number + 1));
    else
        load("./one.so", "one", 10 * (number + 1));
    child_only();
    if (number == 0)
        _exit(0);
    if (number == 1)
        make_grandchild();
    if (number == 2)
        raise(SIGKILL);
    exit(0);
}

int main(int argc, char **argv)
{
    is_late = argc > 1 && strcmp(argv[1], "late") == 0;
    step();
    for (int number = 0; number < 4; number++) {
        const pid_t child = fork();
        if (child == 0)
            run_child(number);
        waitpid(child, NULL, 0);
    }
    step();
    return 0;
}
