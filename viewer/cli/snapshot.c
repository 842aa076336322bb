/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/complain.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/target.h"
#include "model/profile.h"
#include "model/profile_save.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST_S 1e6
#define LOOK_S    0.05 /* so soon the end of the program is seen */

static const char usage[] =
    "Usage: lineprof snapshot [--duration=SECONDS] [-o OUT] FILE|PID\n"
    "Write what a program that runs has counted so far.\n"
    "\n"
    "      --duration=SECONDS   only what it counts from now on, for so long\n"
    "  -o, --output=OUT         the file to write; default: NAME.snapshot.lprof\n"
    "  -h, --help               this text\n";

struct snapshot {
    const char *out; /* NULL: named after the profile */
    const char *duration;
    double duration_s; /* 0: from the start */
    const char *word;
    struct target target;
    struct lprof_reader *before; /* what it had counted; NULL: from the start */
};

/* ---- Waiting ---- */

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void sleep_s(double s)
{
    const time_t whole = (time_t)s;
    const struct timespec time = {.tv_sec = whole,
                                  .tv_nsec = (long)((s - (double)whole) * 1e9)};
    nanosleep(&time, NULL);
}

/* To the end of the time or of the program. */
static void wait_for_end(const struct target *target, double duration_s)
{
    const double end_s = now_s() + duration_s;
    struct lprof_reader *reader = NULL;
    char *why = NULL;

    for (double left_s; !why && (left_s = end_s - now_s()) > 0;) {
        sleep_s(left_s < LOOK_S ? left_s : LOOK_S);
        if (target_read(target, &reader, &why))
            lprof_reader_close(reader);
    }
    free(why);
}

/* ---- Writing ---- */

static char *default_name(const char *path)
{
    static const char suffix[] = ".lprof";
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const size_t size = strlen(base);
    const size_t tail = sizeof suffix - 1;
    const bool has_suffix = size > tail && !strcmp(base + size - tail, suffix);

    return memory_format("%.*s.snapshot%s", (int)(has_suffix ? size - tail : size), base,
                         suffix);
}

/* Taken on purpose: it does not lack what comes later. */
static void call_complete(struct profile *profile)
{
    for (size_t i = 0; i < profile->input_count; i++)
        profile->inputs[i].state = RUN_COMPLETE;
}

static bool write_profile(const struct snapshot *s, char **error)
{
    const char *const path = s->target.path;
    const struct profile_request request = {
        .paths = &path, .path_count = 1, .since = s->before, .keep_instances = true};
    char *named = s->out ? NULL : default_name(path);
    char *place = profile_save_place(s->out ? s->out : named, error);
    struct profile profile;

    bool good = place && profile_load(&profile, &request, error);
    if (good) {
        call_complete(&profile);
        good = profile_save_file(&profile, place, error);
        if (good)
            fprintf(stderr, "lineprof snapshot: written to %s\n", place);
        profile_release(&profile);
    }
    free(place);
    free(named);
    return good;
}

static bool take(struct snapshot *s, char **error)
{
    if (!target_find(&s->target, s->word, error) ||
        !target_read(&s->target, &s->before, error))
        return false;
    if (s->duration_s > 0) {
        wait_for_end(&s->target, s->duration_s);
    } else {
        lprof_reader_close(s->before);
        s->before = NULL;
    }
    return write_profile(s, error);
}

/* ---- Arguments ---- */

static const char name[] = "lineprof snapshot";

static bool parse_duration(struct snapshot *s)
{
    char *end = NULL;

    if (!s->duration)
        return true;
    s->duration_s = strtod(s->duration, &end);
    return end != s->duration && !*end && s->duration_s > 0 && s->duration_s <= LONGEST_S;
}

/* Getopt's code of what is asked for beside a snapshot; 0: nothing. */
static int parse(struct snapshot *s, int argc, char **argv)
{
    static const struct option longs[] = {
        {"duration", required_argument, NULL, 'd'},
        {"output",   required_argument, NULL, 'o'},
        {"help",     no_argument,       NULL, 'h'},
        {NULL,       0,                 NULL, 0  },
    };
    int code = 0;

    opterr = 0;
    optind = 0; /* start anew, whoever has parsed before */
    while ((code = getopt_long(argc, argv, ":o:h", longs, NULL)) != -1) {
        if (code == 'o')
            s->out = optarg;
        else if (code == 'd')
            s->duration = optarg;
        else
            return code;
    }
    s->word = optind + 1 == argc ? argv[optind] : NULL;
    return 0;
}

enum exit_code snapshot_run(int argc, char **argv)
{
    struct snapshot s = {0};
    char *error = NULL;
    const int other = parse(&s, argc, argv);

    if (other == 'h') {
        fputs(usage, stdout);
        return end_output(name);
    }
    if (other)
        return complain_of_usage(
            name,
            memory_format(other == ':' ? "%s needs an argument" : "there is no option %s",
                          argv[optind - 1]));
    if (!s.word)
        return complain_of_usage(
            name, memory_format("say which program, by its file or its process"));
    if (!parse_duration(&s))
        return complain_of_usage(
            name,
            memory_format("--duration=%s: a number of seconds is wanted", s.duration));
    const bool good = take(&s, &error);
    lprof_reader_close(s.before);
    target_release(&s.target);
    return good ? EXIT_DONE : complain(name, error);
}
