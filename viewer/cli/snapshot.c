/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/complain.h"
#include "base/memory.h"
#include "base/problem.h"
#include "base/text.h"
#include "cli/target.h"
#include "model/profile.h"
#include "model/profile_save.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_S 1e6
#define LOOK_S    0.05 /* so soon the end of the program is seen */

static const char usage[] =
    "Usage: lineprof snapshot [--duration=SECONDS] [-o OUT] FILE|PID\n"
    "       lineprof snapshot --every=SECONDS [--keep=N] [-o OUT] FILE|PID\n"
    "Write what a program that runs has counted so far.\n"
    "\n"
    "      --duration=SECONDS   only what it counts from now on, for so long\n"
    "      --every=SECONDS      again and again, each time what it has counted since the "
    "last\n"
    "                           time, until it ends: NAME.snapshot-1.lprof and so on\n"
    "      --keep=N             the last N of these files; default: all\n"
    "  -o, --output=OUT         the file to write; default: NAME.snapshot.lprof\n"
    "  -h, --help               this text\n";

struct snapshot {
    const char *out; /* NULL: named after the profile */
    const char *duration;
    double duration_s; /* 0: from the start */
    const char *every;
    double every_s; /* 0: once */
    const char *keep;
    unsigned long keep_count; /* 0: all */
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

/* To the end of the time or of the program; false: of the program. */
static bool wait_for_end(const struct target *target, double duration_s)
{
    const double end_s = now_s() + duration_s;
    const double look_s = fmax(LOOK_S, fmin(1, duration_s / 20)); /* files may be large */
    struct lprof_reader *reader = NULL;
    char *why = NULL;

    for (double left_s; !why && (left_s = end_s - now_s()) > 0;) {
        sleep_s(left_s < look_s ? left_s : look_s);
        if (target_read(target, &reader, &why))
            lprof_reader_close(reader);
    }
    free(why);
    return !why;
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

/* path     to read
   name     of the file to write */
static bool write_profile(const struct snapshot *s, const char *path, const char *name,
                          char **error)
{
    const struct profile_request request = {
        .paths = &path, .path_count = 1, .since = s->before, .keep_instances = true};
    char *place = profile_save_place(name, error);
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
    return good;
}

static bool write_once(const struct snapshot *s, char **error)
{
    char *named = s->out ? NULL : default_name(s->target.path);
    const bool good = write_profile(s, s->target.path, s->out ? s->out : named, error);

    free(named);
    return good;
}

/* ---- Again and again ---- */

/* "OUT-7.lprof" of "OUT.lprof"; to be freed. */
static char *numbered(const char *out, unsigned long number)
{
    static const char suffix[] = ".lprof";
    const size_t size = strlen(out);
    const size_t tail = sizeof suffix - 1;
    const bool has_suffix = size > tail && !strcmp(out + size - tail, suffix);

    return memory_format("%.*s-%lu%s", (int)(has_suffix ? size - tail : size), out,
                         number, has_suffix ? suffix : "");
}

static bool copy_bytes(int from, int to)
{
    char bytes[1 << 16];
    ssize_t got = 0;

    while ((got = read(from, bytes, sizeof bytes)) > 0) {
        for (ssize_t done = 0, put; done < got; done += put) {
            put = write(to, bytes + done, (size_t)(got - done));
            if (put <= 0)
                return false;
        }
    }
    return got == 0;
}

/* One reading of the file, which both ends a window and begins the next; -1: there is
   none, with `error`. */
static int read_once(const char *path, char **error)
{
    const int from = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    const int to = memfd_create("lineprof", MFD_CLOEXEC);
    const bool good = from >= 0 && to >= 0 && copy_bytes(from, to);

    if (!good)
        *error = memory_format("%s: %s", path, strerror(errno));
    if (from >= 0)
        close(from);
    if (!good && to >= 0)
        close(to);
    return good ? to : -1;
}

static bool begin_next(struct snapshot *s, const char *path, char **error)
{
    struct lprof_detail detail = {0};
    struct lprof_reader *next = NULL;
    const enum lprof_status status = lprof_reader_open(&next, path, &detail);

    if (status) {
        *error = problem_text(s->target.path, status, &detail);
        return false;
    }
    lprof_reader_close(s->before);
    s->before = next;
    return true;
}

static void drop_window(const char *out, unsigned long number)
{
    char *name = numbered(out, number);

    unlink(name);
    free(name);
}

static bool write_window(struct snapshot *s, const char *out, unsigned long number,
                         char **error)
{
    const int fd = read_once(s->target.path, error);
    char *path = memory_format("/proc/self/fd/%d", fd);
    char *name = numbered(out, number);
    const bool good =
        fd >= 0 && write_profile(s, path, name, error) && begin_next(s, path, error);

    if (good && s->keep_count && number > s->keep_count)
        drop_window(out, number - s->keep_count);
    if (fd >= 0)
        close(fd);
    free(path);
    free(name);
    return good;
}

static bool take_windows(struct snapshot *s, char **error)
{
    char *named = s->out ? NULL : default_name(s->target.path);
    bool good = true;
    bool lives = true;

    for (unsigned long number = 1; good && lives; number++) {
        lives = wait_for_end(&s->target, s->every_s);
        good = write_window(s, s->out ? s->out : named, number, error);
    }
    free(named);
    return good;
}

static bool take(struct snapshot *s, char **error)
{
    if (!target_find(&s->target, s->word, error) ||
        !target_read(&s->target, &s->before, error))
        return false;
    if (s->every_s > 0)
        return take_windows(s, error);
    if (s->duration_s > 0) {
        wait_for_end(&s->target, s->duration_s);
    } else {
        lprof_reader_close(s->before);
        s->before = NULL;
    }
    return write_once(s, error);
}

/* ---- Arguments ---- */

static const char name[] = "lineprof snapshot";

/* text   NULL: the default, 0 */
static bool parse_seconds(const char *text, double *seconds)
{
    char *end = NULL;

    if (!text)
        return true;
    *seconds = strtod(text, &end);
    return end != text && !*end && *seconds > 0 && *seconds <= LONGEST_S;
}

static bool parse_keep(struct snapshot *s)
{
    char *end = NULL;

    if (!s->keep)
        return true;
    s->keep_count = strtoul(s->keep, &end, 10);
    return *s->keep >= '0' && *s->keep <= '9' && !*end && s->keep_count > 0;
}

/* What is wrong with the arguments' values; NULL if nothing is. */
static char *wrong_value(struct snapshot *s)
{
    if (!s->word)
        return memory_format("say which program, by its file or its process");
    if (!parse_seconds(s->duration, &s->duration_s))
        return memory_format("--duration=%s: a number of seconds is wanted", s->duration);
    if (!parse_seconds(s->every, &s->every_s))
        return memory_format("--every=%s: a number of seconds is wanted", s->every);
    if (!parse_keep(s))
        return memory_format("--keep=%s: a number of files is wanted", s->keep);
    if (s->every && s->duration)
        return memory_format("--every and --duration do not go together");
    if (s->keep && !s->every)
        return memory_format("--keep needs --every=SECONDS");
    return NULL;
}

/* Getopt's code of what is asked for beside a snapshot; 0: nothing. */
static int parse(struct snapshot *s, int argc, char **argv)
{
    static const struct option longs[] = {
        {"duration", required_argument, NULL, 'd'},
        {"every",    required_argument, NULL, 'e'},
        {"keep",     required_argument, NULL, 'k'},
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
        else if (code == 'e')
            s->every = optarg;
        else if (code == 'k')
            s->keep = optarg;
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
    char *wrong = wrong_value(&s);
    if (wrong)
        return complain_of_usage(name, wrong);
    const bool good = take(&s, &error);
    lprof_reader_close(s.before);
    target_release(&s.target);
    return good ? EXIT_DONE : complain(name, error);
}
