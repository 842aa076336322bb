/* SPDX-License-Identifier: MIT */
/*
 * Forks children from within marked functions, of many that it has run.
 * usage: children COUNT WAY [wait]
 *
 * WAY of a child: return, exit, _exit, kill; with `threads`, `deep`, `again`, `library`,
 * `outlived`, `large` or `early` before it, how its parent is when it forks.  With `wait`
 * each child says "ready" and waits for a byte before it goes on.
 *
 * Compiled with MANY and a header of that many functions many_N(), which the parent runs.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include MANY

static bool waits;

__attribute__((profile, noinline)) static int work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i; /* work */
    return sum;
}

static void end_by_exit(void)
{
    exit(0);
}

static void end_at_once(void)
{
    _exit(0);
}

static void end_by_signal(void)
{
    raise(SIGKILL);
}

static void go_on(void)
{
}

static const struct {
    const char *name;
    void (*end)(void);
} ways[] = {
    {"return", go_on        },
    {"exit",   end_by_exit  },
    {"_exit",  end_at_once  },
    {"kill",   end_by_signal},
};

static void wait_for_byte(void)
{
    char byte;

    if (write(STDOUT_FILENO, "ready\n", 6) < 0 || read(STDIN_FILENO, &byte, 1) < 0)
        abort();
}

__attribute__((profile, noinline)) static int be_child(const char *way)
{
    if (waits)
        wait_for_byte();
    int sum = work(10) + many_7(3); /* child */
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!strcmp(way, ways[i].name))
            ways[i].end();
    }
    return sum - 45; /* returned */
}

__attribute__((profile, noinline)) static int make_child(const char *way)
{
    const pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0)
        _exit(be_child(way) == 0);
    return waitpid(child, NULL, 0) != child;
}

__attribute__((profile, noinline)) static int fork_deep(const char *way, int depth)
{
    if (depth == 0)
        return make_child(way);
    return fork_deep(way, depth - 1) + 0; /* deep */
}

static void *body(void *run)
{
    for (int i = 0; i < 100; i++)
        work(5);
    while (!__atomic_load_n((bool *)run, __ATOMIC_ACQUIRE))
        work(1);
    return NULL;
}

static int with_threads(const char *way)
{
    pthread_t threads[4];
    bool is_over = false;
    int status = 0;

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, body, &is_over);
    status = make_child(way);
    __atomic_store_n(&is_over, true, __ATOMIC_RELEASE);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return status;
}

static int deep(const char *way)
{
    return fork_deep(way, 1000);
}

/* A child's child. */
static int again(const char *way)
{
    const pid_t child = fork();

    if (child == 0)
        _exit(make_child(way));
    return waitpid(child, NULL, 0) != child;
}

/* The parent has a library, which the child loads anew, and runs. */
static int library(const char *way)
{
    const char *path = getenv("LIBRARY");
    void *handle = dlopen(path, RTLD_NOW);
    int (*run)(int) = NULL;

    *(void **)&run = dlsym(handle, "in_library");
    if (run(4) != 6)
        return 1;
    const pid_t child = fork();
    if (child > 0)
        return waitpid(child, NULL, 0) != child;
    run(5);
    dlclose(handle);
    handle = dlopen(path, RTLD_NOW);
    *(void **)&run = dlsym(handle, "in_library");
    _exit(run(5) != 10 || be_child(way));
}

/* One that lives longer than a hundred others. */
static int outlived(const char *way)
{
    int ends[2];
    char byte = 0;
    int status = pipe(ends);
    const pid_t child = fork();

    if (child == 0) {
        close(ends[1]);
        work(0); /* its file is there */
        _exit(read(ends[0], &byte, 1) != 1 || be_child(way) != 0);
    }
    for (int i = 0; i < 100; i++)
        status |= make_child(way);
    if (write(ends[1], &byte, 1) != 1)
        return 1;
    return waitpid(child, NULL, 0) != child || status;
}

/* One that does all that its parent has. */
static int large(const char *way)
{
    const pid_t child = fork();

    if (child > 0)
        return waitpid(child, NULL, 0) != child;
    run_many();
    _exit(be_child(way) != 0);
}

static const struct {
    const char *name;
    int (*fork)(const char *way);
} kinds[] = {
    {"plain",    make_child  },
    {"threads",  with_threads},
    {"deep",     deep        },
    {"again",    again       },
    {"library",  library     },
    {"outlived", outlived    },
    {"large",    large       },
};

int main(int argc, char **argv)
{
    const int count = atoi(argv[1]);
    const char *kind = argv[2];
    int status = 0;

    waits = argc > 4;
    if (!strcmp(kind, "early"))
        kind = "plain";
    else
        run_many();
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (int i = 0; i < count && !strcmp(kind, kinds[k].name); i++)
            status |= kinds[k].fork(argv[3]);
    }
    puts("done");
    return status;
}
