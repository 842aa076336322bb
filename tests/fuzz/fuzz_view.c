/* SPDX-License-Identifier: MIT */
/*
 * What libFuzzer calls: a profile that is made of any bytes is read, dumped, and shown
 * in every way there is.  A crash, a sanitizer's finding, a hang or too much memory is
 * a fault; a message about the file is not.
 */
#include "cli/commands.h"
#include "lprof.h"
#include "model/profile.h"
#include "model/profile_save.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ARGUMENTS = 8 };

/* Views, each of which walks the model in its own way. */
static const char *const views[][MOST_ARGUMENTS] = {
    {"--format=text",                                                                 "--calls", "--summarize", "--rich"},
    {"--format=text",
     "--columns=line,hits,time,perhit,percent,self,timed,min,max,p50,p90,p99,offcpu"},
    {"--format=json",                                                                               "--instances"},
    {"--format=csv"},
    {"--format=html"                                                                },
    {"--format=markdown"                                                                              },
    {"--format=callgrind"                                                                              },
    {"--format=lcov"              },
    {"--format=folded"},
    {"--format=speedscope"},
    {"--format=pprof"                                                                },
    {"--format=firefox"                                                                              },
    {"--format=trace"                                                                              },
    {"--table=functions"              },
    {"--table=actions", "--all"},
    {"--table=ops"},
    {"--table=callers"                                                                },
    {"--table=hot"                                                                       },
    {"--table=callees"                                                                  },
    {"--table=threads",                                                               "--function=*"},
    {"--by-rank"                                                                  },
    {"--table=phases",                                                               "--function=*"},
    {"--table=stats"                                                              },
    {"--phase=1",                                                                               "--format=json"},
    {"--region=pack",             "--format=json"},
    {"--region=late",   "--by-thread"},
    {"--by-region",                                                                 "--table=functions"},
    {"--list"                                                                    },
};

enum { VIEWS = sizeof views / sizeof views[0] };

static char path[32];
static int file = -1;
static char base_path[32]; /* of what differs in a byte */
static int base_file = -1;

static void set_up(void)
{
    if (file >= 0)
        return;
    file = memfd_create("profile", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    base_file = memfd_create("base", 0);
    snprintf(base_path, sizeof base_path, "/proc/self/fd/%d", base_file);
    setenv("HOME", "/nonexistent", 1);
}

static void fill(int into, const uint8_t *data, size_t size)
{
    if (ftruncate(into, 0) != 0 || pwrite(into, data, size, 0) != (ssize_t)size)
        abort();
}

/* A copy that differs in a byte; to be freed. */
static uint8_t *altered(const uint8_t *data, size_t size, uint32_t choice)
{
    uint8_t *copy = malloc(size + 1);

    if (!copy)
        abort();
    memcpy(copy, data, size);
    copy[size ? choice % size : 0] ^= (uint8_t)(choice >> 24);
    return copy;
}

static void show(const char *const *options, const char *other)
{
    char *arguments[MOST_ARGUMENTS + 6] = {"lineprof-view", "--no-clang", "--no-pager",
                                           "--output=/dev/null"};
    int count = 4;

    for (; *options; options++)
        arguments[count++] = (char *)*options;
    if (other)
        arguments[count++] = (char *)other;
    arguments[count++] = path;
    view_run(count, arguments);
}

static int swallow(void *arg, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)arg += size;
    return 0;
}

/* Bytes in memory and a file are read by different ways. */
static void dump(const uint8_t *data, size_t size)
{
    struct lprof_reader *reader = NULL;
    size_t dumped = 0;

    if (lprof_reader_open_bytes(&reader, data, size, NULL))
        return;
    if (lprof_dump(reader, swallow, &dumped, NULL) == LPROF_NOT_WRITTEN || !dumped)
        abort();
    lprof_reader_close(reader);
}

/* What has been counted since an earlier reading, which differs in a byte, as
   `lineprof snapshot` does it. */
static void take_since(const uint8_t *data, size_t size, uint32_t choice)
{
    const char *const paths[] = {path};
    struct profile_request request = {.paths = paths, .path_count = 1};
    struct lprof_reader *before = NULL;
    struct profile profile;
    char *error = NULL;
    size_t saved = 0;
    uint8_t *earlier = altered(data, size, choice);

    if (!lprof_reader_open_bytes(&before, earlier, size, NULL)) {
        request.since = before;
        if (profile_load(&profile, &request, &error)) {
            if (profile_save(&profile, swallow, &saved) || !saved)
                abort();
            profile_release(&profile);
        }
        lprof_reader_close(before);
    }
    free(error);
    free(earlier);
}

/* Compared with what it was before a byte changed. */
static void compare(const uint8_t *data, size_t size, uint32_t choice)
{
    static const char *const diffs[][MOST_ARGUMENTS] = {
        {"--fail-above=5",  "--fail-hits"},
        {"--format=github",                 "--fail-above=5"},
        {"--format=gitlab","--fail-hits"},
        {"--format=junit"},
    };
    uint8_t *base = altered(data, size, choice);
    char option[64];

    fill(base_file, base, size);
    snprintf(option, sizeof option, "--diff=%s", base_path);
    show(diffs[choice / 7 % (sizeof diffs / sizeof diffs[0])], option);
    free(base);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t choice = 0;

    set_up();
    fill(file, data, size);
    dump(data, size);
    /* Which views, the input decides, so that each input does the same every time. */
    for (size_t i = 0; i < size; i++)
        choice = choice * 31 + data[i];
    show(views[choice % VIEWS], NULL);
    show(views[choice / VIEWS % VIEWS], path); /* two files: both are this one */
    if (choice % 5 == 0)
        take_since(data, size, choice);
    if (choice % 7 == 0)
        compare(data, size, choice);
    return 0;
}
