/* SPDX-License-Identifier: MIT */
/* What is read of a program that is to notice nothing of it (LINEPROF_STATS). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <lineprof.h>

enum { TOUCHED = 100 << 20, PIECE = 1 << 20, PIECES = 50 };

static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

__attribute__((profile)) static void burn(double seconds)
{
    const double end = now(CLOCK_PROCESS_CPUTIME_ID) + seconds;

    while (now(CLOCK_PROCESS_CPUTIME_ID) < end)
        continue;
}

static void sleep_for(double seconds)
{
    const double end = now(CLOCK_MONOTONIC) + seconds;

    while (now(CLOCK_MONOTONIC) < end)
        usleep(5000);
}

/* ---- Figures ---- */

static int read_pieces(void)
{
    static char piece[PIECE];
    const int from = open("/dev/zero", O_RDONLY);
    const int to = open("/dev/null", O_WRONLY);

    for (int i = 0; i < PIECES; i++) {
        if (read(from, piece, PIECE) != PIECE || write(to, piece, PIECE / 2) != PIECE / 2)
            return 1;
    }
    return close(from) | close(to);
}

/* What the kernel says itself, as the last thing. */
static int print_figures(void)
{
    struct rusage usage;
    char line[128];

    getrusage(RUSAGE_SELF, &usage);
    printf("cpu_ns %.0f\n", now(CLOCK_PROCESS_CPUTIME_ID) * 1e9);
    printf("minor_faults %ld\npeak_bytes %ld\n", usage.ru_minflt, usage.ru_maxrss * 1024);
    printf("voluntary_switches %ld\n", usage.ru_nvcsw);
    FILE *io = fopen("/proc/self/io", "r");
    while (fgets(line, sizeof line, io))
        printf("%s", line);
    return fclose(io);
}

static int run_figures(void)
{
    int failed = 0;

    {
        LINEPROF_REGION("part");
        char *touched = malloc(TOUCHED);
        memset(touched, 1, TOUCHED);
        __asm__ volatile("" ::"r"(touched) : "memory");
        sleep_for(0.4);
        free(touched);
    }
    {
        LINEPROF_REGION("part");
        sleep_for(0.2); /* what is read from one part to the next is shared out */
        failed |= read_pieces();
        sleep_for(0.3);
    }
    {
        LINEPROF_REGION("part");
        burn(1);
    }
    sleep_for(0.4);
    return failed | print_figures();
}

/* ---- Ends ---- */

static void *exit_on_thread(void *unused)
{
    burn(0.1);
    exit(unused ? 1 : 3);
}

static int run_exit_on_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, exit_on_thread, NULL);
    return pthread_join(thread, NULL);
}

static void say_end(void)
{
    puts("the end");
}

static void *burn_on_thread(void *unused)
{
    burn(0.2);
    return unused;
}

/* The last thread that ends is another, and the process with it. */
static int run_first_leaves(void)
{
    pthread_t thread;

    atexit(say_end);
    burn(0.1);
    pthread_create(&thread, NULL, burn_on_thread, NULL);
    pthread_exit(NULL);
}

/* There is no other. */
static int run_only_leaves(void)
{
    atexit(say_end);
    burn(0.1);
    pthread_exit(NULL);
}

static int run_exec(void)
{
    burn(0.1);
    execl("/bin/true", "true", (char *)NULL);
    return 1;
}

static int run_killed(void)
{
    burn(0.3);
    return raise(SIGKILL);
}

static int run_ends(void)
{
    burn(0.3);
    return 0;
}

/* ---- What it could notice ---- */

static int count_threads(void)
{
    DIR *threads = opendir("/proc/self/task");
    int count = 0;

    while (readdir(threads))
        count++;
    closedir(threads);
    return count - 2; /* this folder and that above */
}

/* In the child there is none, and its exit is its own. */
static int run_forks(void)
{
    int failed = count_threads() < 2;

    burn(0.01);
    for (int i = 0; i < 50; i++) {
        const pid_t child = fork();
        int status = 0;
        if (child == 0) {
            burn(0.01);
            exit(count_threads() == 1 ? 7 : 8);
        }
        waitpid(child, &status, 0);
        failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 7;
    }
    return failed;
}

/* The number that is free next is free, and what is closed everywhere is the program's.
 */
static int run_descriptors(void)
{
    const double end = now(CLOCK_MONOTONIC) + 1.5;
    char byte = 0;

    while (now(CLOCK_MONOTONIC) < end) {
        int ends[2];
        if (pipe(ends) != 0 || ends[0] != 3 || ends[1] != 4 ||
            write(ends[1], "a", 1) != 1 || read(ends[0], &byte, 1) != 1)
            return 1;
        for (int fd = 3; fd < 40; fd++)
            close(fd);
    }
    burn(0.01);
    return 0;
}

static volatile sig_atomic_t handled_elsewhere;
static pthread_t first;

static void handle(int signal)
{
    (void)signal;
    handled_elsewhere |= !pthread_equal(pthread_self(), first);
}

/* All signals of the process come to the program's threads. */
static int run_signals(void)
{
    const struct sigaction action = {.sa_handler = handle};
    const double end = now(CLOCK_MONOTONIC) + 0.5;

    first = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    burn(0.01);
    while (now(CLOCK_MONOTONIC) < end)
        kill(getpid(), SIGUSR1);
    return handled_elsewhere;
}

/* ids are changed on all threads, which must answer for that. */
static int run_ids(void)
{
    burn(0.1);
    return setgid(getgid()) | setuid(getuid());
}

/* What the thread takes, by the kernel's own account: after some seconds of sleep. */
static int run_cost(void)
{
    char path[64], text[64] = "", name[32] = "";
    DIR *threads = opendir("/proc/self/task");

    burn(0.01);
    sleep_for(4);
    for (const struct dirent *entry; (entry = readdir(threads));) {
        snprintf(path, sizeof path, "/proc/self/task/%.16s/comm", entry->d_name);
        FILE *file = fopen(path, "r");
        if (file && fgets(name, sizeof name, file) && !strcmp(name, "lineprof-stats\n")) {
            snprintf(path, sizeof path, "/proc/self/task/%.16s/schedstat", entry->d_name);
            FILE *times = fopen(path, "r");
            printf("%s", times && fgets(text, sizeof text, times) ? text : "");
        }
        if (file)
            fclose(file);
    }
    return closedir(threads);
}

static const struct {
    const char *name;
    int (*run)(void);
} scenarios[] = {
    {"figures",        run_figures       },
    {"exit_on_thread", run_exit_on_thread},
    {"first_leaves",   run_first_leaves  },
    {"only_leaves",    run_only_leaves   },
    {"exec",           run_exec          },
    {"killed",         run_killed        },
    {"ends",           run_ends          },
    {"forks",          run_forks         },
    {"descriptors",    run_descriptors   },
    {"signals",        run_signals       },
    {"ids",            run_ids           },
    {"cost",           run_cost          },
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0)
            return scenarios[i].run();
    }
    return 125;
}
