/* SPDX-License-Identifier: MIT */
/* Does one thing many times, and says what it has left open and mapped.
   usage: many threads|forks|libraries|loaders|cancels COUNT [LIBRARY] */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long total;

__attribute__((profile, noinline)) static void work(int n)
{
    total += (unsigned long)n; /* work */
}

static void *short_body(void *argument)
{
    work(1);
    return argument;
}

static void make_thread(const char *library)
{
    pthread_t thread;

    (void)library;
    if (pthread_create(&thread, NULL, short_body, NULL) != 0)
        abort();
    pthread_join(thread, NULL);
}

/* A child in four is killed, one leaves by _exit, one by exit; one runs nothing marked.
 */
static void make_child(const char *library)
{
    static unsigned int number;
    const unsigned int kind = number++ % 4;

    (void)library;
    const pid_t child = fork();
    if (child < 0)
        abort();
    if (child > 0) {
        waitpid(child, NULL, 0);
        return;
    }
    if (kind < 3)
        work(2);
    if (kind == 0)
        raise(SIGKILL);
    if (kind == 1)
        _exit(0);
    exit(0);
}

static void load(const char *library)
{
    void *handle = dlopen(library, RTLD_NOW);
    void (*run)(void) = NULL;

    if (!handle) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    *(void **)&run = dlsym(handle, "run_library");
    run();
    dlclose(handle);
}

/* A child that comes to have code that its parent never had, after its first call; the
   next one to count where it did may have other code, or the same. */
static void make_loader(const char *library)
{
    const pid_t child = fork();

    if (child < 0)
        abort();
    if (child > 0) {
        waitpid(child, NULL, 0);
        return;
    }
    work(2);
    load(library);
    exit(0);
}

static void *endless_body(void *argument)
{
    for (;;) {
        work(1);
        pthread_testcancel();
    }
    return argument;
}

/* While it starts, in a probe, or in between. */
static void cancel(const char *library)
{
    static unsigned int number;
    pthread_t thread;

    (void)library;
    if (pthread_create(&thread, NULL, endless_body, NULL) != 0)
        abort();
    for (volatile unsigned int i = 0; i < number % 64 * 100; i++)
        ;
    number++;
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

static const struct {
    const char *name;
    void (*once)(const char *library);
} things[] = {
    {"threads",   make_thread},
    {"forks",     make_child },
    {"libraries", load       },
    {"loaders",   make_loader},
    {"cancels",   cancel     },
};

static unsigned int entries_in(const char *path)
{
    unsigned int count = 0;
    DIR *folder = opendir(path);

    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

static unsigned int mappings(void)
{
    unsigned int lines = 0;
    FILE *file = fopen("/proc/self/maps", "r");

    for (int byte = 0; file && (byte = fgetc(file)) != EOF;)
        lines += byte == '\n';
    if (file)
        fclose(file);
    return lines;
}

int main(int argc, char **argv)
{
    const int count = argc > 2 ? atoi(argv[2]) : 0;

    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++) {
        if (argc < 3 || strcmp(things[i].name, argv[1]) != 0)
            continue;
        work(1);
        for (int n = 0; n < count; n++)
            things[i].once(argv[3]);
    }
    printf("%u descriptors, %u mappings\n", entries_in("/proc/self/fd"), mappings());
    return 0;
}
