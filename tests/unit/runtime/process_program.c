/* SPDX-License-Identifier: MIT */
/* Processes that fork, and become others. */
#include "marked.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_for(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* The child comes back from the function that forked. */
static pid_t fork_inside(void)
{
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    work(5);
    FAKE_LINE(1);
    const pid_t child = fork();
    FAKE_LINE(2);
    if (child == 0)
        work(7);
    FAKE_LEAVE();
    return child;
}

static int run_fork(const char *argument)
{
    (void)argument;
    const pid_t child = fork_inside();
    if (child == 0)
        exit(9);
    work(5);
    return wait_for(child) != 9;
}

/* The child's end, by the name of it; its parent is told 0. */
static void end_as(const char *how)
{
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "exec") == 0)
        execl("/bin/true", "true", (char *)NULL);
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    _exit(0);
}

/* A child that enters no function, and ends: only its open line has hits. */
static int run_fork_lines(const char *argument)
{
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    const pid_t child = fork();
    if (child == 0) {
        FAKE_LINE(1);
        end_as(argument);
    }
    FAKE_LINE(2);
    const int code = wait_for(child);
    FAKE_LEAVE();
    return code && strcmp(argument, "kill") != 0;
}

/* A child that runs nothing marked. */
static int run_fork_quiet(const char *argument)
{
    (void)argument;
    work(1);
    const pid_t child = fork();
    if (child == 0)
        exit(0);
    return wait_for(child);
}

static void *thread_body(void *argument)
{
    work(*(int *)argument);
    return NULL;
}

static void *fork_body(void *argument)
{
    pid_t *child = argument;

    work(2);
    *child = fork();
    if (*child == 0) {
        pthread_t thread;
        int rounds = 4;
        work(3);
        pthread_create(&thread, NULL, thread_body, &rounds);
        pthread_join(thread, NULL);
        exit(5);
    }
    return NULL;
}

/* Another thread forks while this one counts. */
static int run_fork_in_thread(const char *argument)
{
    pthread_t thread;
    pid_t child = -1;

    (void)argument;
    work(1);
    pthread_create(&thread, NULL, fork_body, &child);
    for (int i = 0; i < 1000; i++)
        work(1);
    pthread_join(thread, NULL);
    return wait_for(child) != 5;
}

/* Children of children; each calls `work` once. */
static int run_fork_chain(const char *argument)
{
    const int left = atoi(argument);
    char next[16];

    work(1);
    if (left == 0)
        return 0;
    snprintf(next, sizeof next, "%d", left - 1);
    const pid_t child = fork();
    if (child == 0)
        exit(run_fork_chain(next));
    return wait_for(child);
}

/* A handler of forks that is older than the runtime's, so that it runs while that holds
   its lock; it is marked, and called for the first time then. */
static void register_early(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "fork_handler") == 0)
        pthread_atfork(leaf, NULL, NULL);
}

__attribute__((__section__(".preinit_array"),
               __used__)) static void (*const early)(int argc,
                                                     char **argv) = register_early;

static int run_fork_handler(const char *argument)
{
    (void)argument;
    work(1);
    const pid_t child = fork();
    if (child == 0) {
        work(1);
        exit(0);
    }
    work(1);
    return wait_for(child);
}

static int run_vfork(const char *argument)
{
    (void)argument;
    work(1);
    const pid_t child = vfork();
    if (child == 0) {
        work(1);
        execl("/bin/true", "true", (char *)NULL);
        _exit(1);
    }
    const int code = wait_for(child);
    work(1);
    return code;
}

/* Replaces itself `argument` times. */
static int run_exec(const char *argument)
{
    const int left = atoi(argument);
    char next[16];

    work(left + 1);
    if (left == 0)
        return 0;
    snprintf(next, sizeof next, "%d", left - 1);
    execl("/proc/self/exe", program_invocation_name, "exec", next, (char *)NULL);
    return 1;
}

/* Starts itself anew while it lives. */
static int run_nested(const char *argument)
{
    (void)argument;
    work(1);
    const pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", program_invocation_name, "single", (char *)NULL);
        _exit(1);
    }
    return wait_for(child);
}

static int run_single(const char *argument)
{
    (void)argument;
    work(1);
    return 0;
}

SCENARIOS({"fork", run_fork}, {"fork_lines", run_fork_lines},
          {"fork_quiet", run_fork_quiet}, {"fork_in_thread", run_fork_in_thread},
          {"fork_chain", run_fork_chain}, {"fork_handler", run_fork_handler},
          {"vfork", run_vfork}, {"exec", run_exec}, {"nested", run_nested},
          {"single", run_single})
