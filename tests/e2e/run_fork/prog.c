/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((profile)) static int count(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

static void exit_by_way(int status)
{
#ifdef KILLED
    raise(SIGKILL);
#endif
    exit(status);
}

int main(void)
{
    if (count(10) != 45)
        return 1;
    const pid_t child = fork();
    if (child == 0)
        exit_by_way(count(100) == 4950 ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    return count(1000) == 499500 ? status != 0 : 1;
}
