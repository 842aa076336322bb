// Allocates until it is killed, on two threads, and keeps its own count in a file.
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PROFILED __attribute__((profile))

enum { THREADS = 2 };

/* Of each thread, on its own: allocations that have been asked for, and that are there.
 */
struct count {
    volatile uint64_t asked;
    volatile uint64_t done;
    uint64_t padding[6];
};

static struct count *counts;

static __attribute__((noinline)) void *allocate(size_t thread, size_t size)
{
    counts[thread].asked++;
    void *memory = malloc(size);
    counts[thread].done++;
    return memory;
}

PROFILED __attribute__((noinline)) static void nested(size_t thread, int depth)
{
    void *memory = allocate(thread, 24); /* nested */
    if (depth > 0)
        nested(thread, depth - 1);
    free(memory);
}

PROFILED static void *work(void *arg)
{
    const size_t thread = (size_t)arg;

    for (uint64_t i = 0;; i++) {
        void *memory = allocate(thread, 24); /* work */
        nested(thread, (int)(i % 5));
        free(memory);
    }
    return NULL;
}

PROFILED int main(int argc, char **argv)
{
    const int fd = open(argv[1], O_RDWR | O_CREAT, 0600);
    pthread_t threads[THREADS];

    if (argc < 2 || ftruncate(fd, 4096))
        return 1;
    counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (size_t i = 1; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    work((void *)0);
}
