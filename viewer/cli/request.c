/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/complain.h"
#include "base/memory.h"
#include "cli/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS = 100 };
static const struct timespec between_looks = {.tv_nsec = 10000000};

/* The file's first page, shared with the program; NULL with *error. */
static struct lprof_header *map_header(const char *path, char **error)
{
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    void *page = fd < 0 ? MAP_FAILED
                        : mmap(NULL, LPROF_HEADER_BYTES, PROT_READ | PROT_WRITE,
                               MAP_SHARED, fd, 0);

    if (page == MAP_FAILED)
        *error = memory_format("%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return page == MAP_FAILED ? NULL : page;
}

/* What a program can be asked for. */
struct request {
    const char *name;
    const char *command; /* the same after "lineprof" */
    const char *means;
    uint64_t (*follow)(uint64_t control); /* that word of the header with the request */
    bool is_reset;
};

static uint64_t add_pause(uint64_t control)
{
    return ((control | LPROF_CONTROL_PAUSE) + 1) | LPROF_CONTROL_PAUSE;
}

static uint64_t add_resume(uint64_t control)
{
    return (control | LPROF_CONTROL_PAUSE) + 1;
}

/* As the last other request had it, for who asks for both at a time. */
static uint64_t add_reset(uint64_t control)
{
    return control + 2;
}

static const struct request pause_request = {.name = "pause",
                                             .command = "lineprof pause",
                                             .means = "stop counting",
                                             .follow = add_pause};
static const struct request resume_request = {.name = "resume",
                                              .command = "lineprof resume",
                                              .means = "go on counting",
                                              .follow = add_resume};
static const struct request reset_request = {.name = "reset",
                                             .command = "lineprof reset",
                                             .means = "count from 0 again",
                                             .follow = add_reset,
                                             .is_reset = true};

/* Others may ask at the same time: whoever is last gets it.  Returns what is to be
   obeyed. */
static uint64_t put_request(struct lprof_header *header, const struct request *request)
{
    uint64_t before = __atomic_load_n(&header->control, __ATOMIC_RELAXED);
    uint64_t after = 0;

    if (request->is_reset)
        __atomic_fetch_add(&header->asked_resets, 1, __ATOMIC_ACQ_REL);
    do
        after = request->follow(before);
    while (!__atomic_compare_exchange_n(&header->control, &before, after, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return after;
}

static bool is_obeyed(const struct lprof_header *header, uint64_t request)
{
    const uint64_t obeyed = __atomic_load_n(&header->obeyed, __ATOMIC_ACQUIRE);
    return (int64_t)(obeyed - request) >= 0;
}

static bool wait_for(const struct lprof_header *header, uint64_t request)
{
    for (int i = 0; i < LOOKS && !is_obeyed(header, request); i++)
        nanosleep(&between_looks, NULL);
    return is_obeyed(header, request);
}

/* The program looks where marked functions are entered and left. */
static void say_asked(const char *command, const struct target *target)
{
    fprintf(stderr,
            "lineprof %s: %s: asked; the program will do it when it next comes to a "
            "marked function\n",
            command, target->word);
}

static bool ask(const struct target *target, const struct request *request, char **error)
{
    struct lprof_reader *reader = NULL;

    if (!target_read(target, &reader, error))
        return false;
    lprof_reader_close(reader);
    struct lprof_header *header = map_header(target->path, error);
    if (!header)
        return false;
    if (!wait_for(header, put_request(header, request)))
        say_asked(request->name, target);
    munmap(header, LPROF_HEADER_BYTES);
    return true;
}

static enum exit_code run(int argc, char **argv, const struct request *request)
{
    struct target target = {0};
    char *error = NULL;

    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        printf("Usage: %s FILE|PID\n"
               "Ask a program that runs to %s.\n",
               request->command, request->means);
        return end_output(request->command);
    }
    if (argc != 2 || argv[1][0] == '-') {
        complain(request->command,
                 memory_format("say which program, by its file or its process"));
        return EXIT_USAGE;
    }
    const bool good =
        target_find(&target, argv[1], &error) && ask(&target, request, &error);
    target_release(&target);
    return good ? EXIT_DONE : complain(request->command, error);
}

enum exit_code request_pause_run(int argc, char **argv)
{
    return run(argc, argv, &pause_request);
}

enum exit_code request_resume_run(int argc, char **argv)
{
    return run(argc, argv, &resume_request);
}

enum exit_code request_reset_run(int argc, char **argv)
{
    return run(argc, argv, &reset_request);
}
