/* SPDX-License-Identifier: MIT */
/* Two threads that work in rounds, once a file called "go" is there, until one called
   "end" is. */
#include <pthread.h>
#include <unistd.h>

__attribute__((profile)) static int work(int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

static void *run(void *arg)
{
    (void)arg;
    work(1);
    while (access("go", F_OK) != 0)
        usleep(1000);
    while (access("end", F_OK) != 0) {
        work(100);
        usleep(1000);
    }
    work(10000);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    return 0;
}
