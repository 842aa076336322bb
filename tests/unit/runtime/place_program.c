/* SPDX-License-Identifier: MIT */
/* What a program does to its surroundings, and what they do to it. */
#include "marked.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

static int run_chdir(const char *argument)
{
    if (chdir(argument) != 0)
        return 1;
    work(1);
    return 0;
}

/* Closes all descriptors, takes the numbers itself, and then needs a larger file. */
static int run_close_all(const char *argument)
{
    static const char text[] = "mine\n";
    int fd = -1;

    work(1);
    for (int i = 3; i < 2048; i++)
        close(i);
    do
        fd = open("mine", O_RDWR | O_CREAT, 0600);
    while (fd >= 0 && fd < 1022);
    recurse(atoi(argument));
    const int wrong = pwrite(fd, text, sizeof text - 1, 0) != sizeof text - 1;
    return wrong || lseek(fd, 0, SEEK_END) != sizeof text - 1;
}

/* As on a disk that gets full. */
static int run_small_files(const char *argument)
{
    const struct rlimit limit = {.rlim_cur = 262144, .rlim_max = 262144};

    setrlimit(RLIMIT_FSIZE, &limit);
    recurse(atoi(argument));
    work(1);
    return 0;
}

static int run_small_space(const char *argument)
{
    const struct rlimit limit = {.rlim_cur = 512u << 20, .rlim_max = 512u << 20};

    setrlimit(RLIMIT_AS, &limit);
    execl("/proc/self/exe", program_invocation_name, "plain", argument, (char *)NULL);
    return 1;
}

static int run_plain(const char *argument)
{
    outer(argument ? atoi(argument) : 10);
    return 0;
}

/* root writes anywhere, so it becomes somebody else. */
static int run_unprivileged(const char *argument)
{
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return 1;
    return run_plain(argument);
}

SCENARIOS({"plain", run_plain}, {"unprivileged", run_unprivileged}, {"chdir", run_chdir},
          {"close_all", run_close_all}, {"small_files", run_small_files},
          {"small_space", run_small_space})
