/* SPDX-License-Identifier: MIT */
/* Programs that do unusual things to processes, and count what they do themselves.
   usage: odd SCENARIO */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "witness.h"

enum { FEW = 20, MANY_THREADS = 2000 };

extern char **environ;

static char *program;

/* In any process: the witness is shared. */
static void did(void)
{
    __atomic_fetch_add(&witness[0], 1, __ATOMIC_RELAXED);
}

__attribute__((profile, noinline)) static void step(void)
{
    did(); /* step */
}

__attribute__((profile, noinline)) static int descend(int depth)
{
    step();
    const int below = depth > 1 ? descend(depth - 1) : 0;
    return below + 1;
}

static int wait_for(pid_t child)
{
    int status = -1;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status != 0;
}

static int many(void)
{
    for (int i = 0; i < FEW; i++)
        step();
    return descend(300) != 300;
}

static void *many_body(void *argument)
{
    many();
    return argument;
}

/* ---- Processes ---- */

/* The way of daemons; the program waits for it, so that its end is seen. */
static int run_daemon(void)
{
    int ends[2];
    char byte = 0;

    step();
    if (pipe(ends) != 0)
        return 1;
    const pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        close(ends[0]);
        umask(0);
        if (chdir("/") != 0)
            _exit(1);
        step();
        exit(many());
    }
    close(ends[1]);
    return wait_for(child) | (read(ends[0], &byte, 1) != 0);
}

static void *spawning_body(void *argument)
{
    char *const arguments[] = {program, "nothing", NULL};

    for (int i = 0; i < FEW; i++) {
        pid_t child = -1;
        step();
        if (i % 2 == 0) {
            posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ);
        } else if ((child = vfork()) == 0) {
            execv("/proc/self/exe", arguments);
            _exit(127);
        }
        if (wait_for(child))
            abort();
    }
    return argument;
}

static int run_on_threads(void *(*body)(void *argument), int count)
{
    pthread_t threads[8];

    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

static int run_vfork(void)
{
    return run_on_threads(spawning_body, 4);
}

static int run_nothing(void)
{
    return 0;
}

static int run_stopped(void)
{
    const pid_t child = fork();

    if (child == 0)
        exit(many());
    for (int i = 0; i < FEW; i++) {
        kill(child, SIGSTOP);
        usleep(500);
        kill(child, SIGCONT);
        usleep(500);
    }
    return wait_for(child) | many();
}

/* Each of its system calls and signals is stopped at. */
static int run_traced(void)
{
    const pid_t child = fork();
    int status = 0;

    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGTRAP);
        exit(many());
    }
    while (waitpid(child, &status, 0) == child && !WIFEXITED(status) &&
           !WIFSIGNALED(status))
        ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    return status != 0 || many();
}

/* Forks that fail. */
static int run_no_forks(void)
{
    const struct rlimit none = {0};
    int failed = 0;

    step();
    setrlimit(RLIMIT_NPROC, &none);
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return 1;
    for (int i = 0; i < FEW; i++) {
        errno = 0;
        const pid_t child = fork();
        if (child == 0)
            _exit(0);
        if (child > 0)
            wait_for(child);
        failed += child < 0 && errno == EAGAIN;
        step();
    }
    return failed == 0 || many();
}

static void fork_in_handler(int number)
{
    (void)number;
    step();
    const pid_t child = fork();
    if (child == 0) {
        step();
        _exit(0);
    }
    wait_for(child);
}

static int run_fork_in_handler(void)
{
    signal(SIGUSR1, fork_in_handler);
    for (int i = 0; i < FEW; i++) {
        step();
        raise(SIGUSR1);
    }
    return many();
}

static void fork_at_exit(void)
{
    const pid_t child = fork();

    step();
    if (child == 0)
        return; /* goes on with the other handlers */
    wait_for(child);
}

static int run_fork_at_exit(void)
{
    atexit(fork_at_exit);
    atexit(fork_at_exit);
    return many();
}

/* ---- Places, descriptors, limits ---- */

static int run_no_descriptors(void)
{
    const struct rlimit none = {0};

    setrlimit(RLIMIT_NOFILE, &none);
    step();
    return many() | run_on_threads(many_body, 3);
}

static int run_few_descriptors(void)
{
    const struct rlimit none = {0};

    step();
    setrlimit(RLIMIT_NOFILE, &none);
    return many() | run_on_threads(many_body, 3);
}

/* Standard output has been closed before the start, and is written to. */
static int run_closed_streams(void)
{
    static const char text[] = "this is not for a profile";

    step();
    for (int fd = 0; fd < 3; fd++) {
        if (write(fd, text, sizeof text) >= 0)
            return 1;
    }
    return many();
}

static int run_elsewhere(void)
{
    step();
    if (mkdir("other", 0755) != 0 || chdir("other") != 0)
        return 1;
    return many();
}

/* Of addresses there are no more than that (ulimit -v), nearly all for its own use. */
static int run_small_memory(void)
{
    enum { OWN_BYTES = 200 << 20 };
    void *own =
        mmap(NULL, OWN_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return (own == MAP_FAILED) | many() | run_on_threads(many_body, 3);
}

/* ---- Threads ---- */

static pthread_barrier_t all_are_there;

static void *waiting_body(void *argument)
{
    char name[16];

    step();
    pthread_barrier_wait(&all_are_there);
    snprintf(name, sizeof name, "t\x1b%d", gettid());
    prctl(PR_SET_NAME, name);
    descend(3);
    return argument;
}

static int run_many_threads(void)
{
    static pthread_t threads[MANY_THREADS];
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    pthread_barrier_init(&all_are_there, NULL, MANY_THREADS);
    for (int i = 0; i < MANY_THREADS; i++) {
        if (pthread_create(&threads[i], &attributes, waiting_body, NULL) != 0)
            return 1;
    }
    for (int i = 0; i < MANY_THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* A handler in a handler in a handler. */
static void nest(int number)
{
    static int nested;

    step();
    if (nested < 200) {
        nested++;
        raise(number);
    }
    step();
}

static int run_nested_handlers(void)
{
    const struct sigaction action = {.sa_handler = nest, .sa_flags = SA_NODEFER};

    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    return many();
}

/* ---- Behind libc's back ---- */

/* A fork that nobody is told of, so that both count in one file.  One after the other
   they do so right; at a time they do themselves no harm. */
static pid_t fork_silently(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
}

/* A fork that nobody is told of: both count in one file, here one after the other. */
static int run_clone(void)
{
    step();
    const pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
    if (child == 0)
        _exit(many());
    return wait_for(child) | many();
}

/* A container's: the child is process 1 of its own. */
static int run_namespaces(void)
{
    step();
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
        return many();
    const pid_t child = fork();
    if (child == 0) {
        const pid_t grandchild = fork();
        const int wrong = many();
        exit(grandchild ? wrong | wait_for(grandchild) : wrong);
    }
    return wait_for(child) | many();
}

static int run_locked(void)
{
    return mlockall(MCL_CURRENT | MCL_FUTURE) | many() | run_on_threads(many_body, 3);
}

static const struct {
    const char *name;
    int (*run)(void);
} scenarios[] = {
    {"nothing",         run_nothing        },
    {"daemon",          run_daemon         },
    {"vfork",           run_vfork          },
    {"stopped",         run_stopped        },
    {"traced",          run_traced         },
    {"no_forks",        run_no_forks       },
    {"fork_in_handler", run_fork_in_handler},
    {"fork_at_exit",    run_fork_at_exit   },
    {"no_descriptors",  run_no_descriptors },
    {"few_descriptors", run_few_descriptors},
    {"closed_streams",  run_closed_streams },
    {"elsewhere",       run_elsewhere      },
    {"small_memory",    run_small_memory   },
    {"many_threads",    run_many_threads   },
    {"nested_handlers", run_nested_handlers},
    {"clone",           run_clone          },
    {"namespaces",      run_namespaces     },
    {"locked",          run_locked         },
};

int main(int argc, char **argv)
{
    program = argv[0];
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (argc < 2 || strcmp(argv[1], scenarios[i].name) != 0)
            continue;
        if (i > 0)
            witness_open();
        return scenarios[i].run();
    }
    return 125;
}
