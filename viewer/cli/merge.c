/* SPDX-License-Identifier: MIT */
/*
 * Adding up is associative: so files are added a few at a time to the file of what was
 * added before, and memory does not grow with their number.  They are taken in the order
 * of their names, so that messages do not depend on that of the command line either.
 * What is of several ranks is then put together once more, each by itself.
 */
#include "cli/commands.h"

#include "analysis/jobs.h"
#include "base/complain.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work_progress.h"
#include "cli/merge_members.h"
#include "model/profile.h"
#include "model/profile_save.h"

#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILES_AT_ONCE 32

struct merge {
    const char *out;
    char *sum;                /* path of what was added up so far; becomes `out` */
    const struct input *only; /* of the files; NULL: all */
    struct members members;   /* noted where all is added up */
    bool any_build;
    const char **paths;
    size_t path_count;
};

static const char name[] = "lineprof merge";

static const char usage[] =
    "Usage: lineprof merge [--force] -o OUT FILE...\n"
    "Add profiles up into one.\n"
    "\n"
    "  -o, --output=OUT   the file to write; may be one of the others\n"
    "      --force        also add up runs of different builds\n"
    "  -h, --help         this text\n";

/* Add up to `count` files, and what is there already if `has_sum`. */
static bool add_files(struct merge *m, size_t first, size_t count, char **error)
{
    const char *paths[FILES_AT_ONCE + 1];
    const bool has_sum = first > 0;
    struct profile profile;

    memcpy(paths, m->paths + first, count * sizeof *paths);
    paths[count] = m->sum;
    const struct profile_request request = {
        .paths = paths,
        .path_count = count + has_sum,
        .keep_instances = true,
        .any_build = m->any_build,
        .only = m->only,
    };
    if (!profile_load(&profile, &request, error))
        return false;
    if (!m->only)
        members_note(&m->members, &profile, m->sum);
    const bool good = profile_save_file(&profile, m->sum, error);
    profile_release(&profile);
    return good;
}

/* Whether two of the files fit; if they do not, *error says why instead. */
static bool fit(const struct merge *m, size_t a, size_t b, char **error)
{
    const char *const paths[] = {m->paths[a], m->paths[b]};
    const struct profile_request request = {.paths = paths, .path_count = 2};
    struct profile profile;
    char *reason = NULL;

    if (profile_load(&profile, &request, &reason)) {
        profile_release(&profile);
        return true;
    }
    free(*error);
    *error = reason;
    return false;
}

/* What was added up so far has no name that means anything: say which two files do not
   fit. */
static void name_files(const struct merge *m, size_t end, char **error)
{
    for (size_t b = 1; b < end; b++) {
        for (size_t a = 0; a < b; a++) {
            if (!fit(m, a, b, error))
                return;
        }
    }
}

static bool add_batches(struct merge *m, struct progress *progress, char **error)
{
    for (size_t first = 0; first < m->path_count; first += FILES_AT_ONCE) {
        const size_t left = m->path_count - first;
        const size_t count = left < FILES_AT_ONCE ? left : FILES_AT_ONCE;
        if (add_files(m, first, count, error)) {
            progress_step(progress, first + count, m->path_count);
            continue;
        }
        if (strstr(*error, m->sum))
            name_files(m, first + count, error);
        return false;
    }
    return true;
}

static bool add_all(struct merge *m, char **error)
{
    struct progress progress = progress_begin("files added");
    const bool good = add_batches(m, &progress, error);

    progress_end(&progress);
    return good;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What has no rank, added up at a path of its own. */
static bool add_rest(const struct merge *m, char *path, char **error)
{
    static const struct input no_rank = {.rank = -1};
    struct merge rest = *m;

    rest.sum = path;
    rest.only = &no_rank;
    return add_all(&rest, error);
}

/* The sum of all gives way to a file in which ranks are apart. */
static bool part_ranks(const struct merge *m, char **error)
{
    const bool has_rest = m->members.without_rank;
    char *rest = memory_format("%s.rest", m->sum);
    char *apart = memory_format("%s.apart", m->sum);
    bool good = (!has_rest || add_rest(m, rest, error)) &&
                members_save(&m->members, m->sum, has_rest ? rest : NULL, apart, error);

    if (good && rename(apart, m->sum)) {
        *error = memory_format("%s: %s", m->out, strerror(errno));
        good = false;
    }
    if (!good)
        unlink(apart);
    unlink(rest);
    free(rest);
    free(apart);
    return good;
}

static void explain_jobs(const struct merge *m)
{
    const char *about = NULL;
    char *text = jobs_explain(m->members.all, m->members.count, &about);

    if (!text)
        return;
    complain(name, memory_format("%s: %s", about ? about : m->out, text));
    free(text);
}

static enum exit_code merge_files(struct merge *m)
{
    char *error = NULL;
    char *place = profile_save_place(m->out, &error);

    if (!place)
        return complain(name, error);
    qsort(m->paths, m->path_count, sizeof *m->paths, compare_paths);
    m->sum = memory_format("%s.%ld.tmp", place, (long)getpid());
    bool good = add_all(m, &error);
    if (good && members_settle(&m->members))
        good = part_ranks(m, &error);
    if (good && rename(m->sum, place)) {
        error = memory_format("%s: %s", m->out, strerror(errno));
        good = false;
    }
    if (good)
        explain_jobs(m);
    else
        unlink(m->sum);
    members_release(&m->members);
    free(m->sum);
    free(place);
    return good ? EXIT_DONE : complain(name, error);
}

static enum exit_code print_usage(void)
{
    fputs(usage, stdout);
    return end_output(name);
}

/* Getopt's code of what is asked for beside merging; 0: nothing. */
static int parse(struct merge *merge, int argc, char **argv)
{
    static const struct option longs[] = {
        {"output", required_argument, NULL, 'o'},
        {"force",  no_argument,       NULL, 'f'},
        {"help",   no_argument,       NULL, 'h'},
        {NULL,     0,                 NULL, 0  },
    };
    int code = 0;

    opterr = 0;
    optind = 0; /* start anew, whoever has parsed before */
    while ((code = getopt_long(argc, argv, ":o:h", longs, NULL)) != -1) {
        if (code == 'o')
            merge->out = optarg;
        else if (code == 'f')
            merge->any_build = true;
        else
            return code;
    }
    merge->paths = (const char **)argv + optind;
    merge->path_count = (size_t)(argc - optind);
    return 0;
}

enum exit_code merge_run(int argc, char **argv)
{
    struct merge merge = {0};
    const int other = parse(&merge, argc, argv);

    if (other == 'h')
        return print_usage();
    if (other)
        return complain_of_usage(
            name,
            memory_format(other == ':' ? "%s needs an argument" : "there is no option %s",
                          argv[optind - 1]));
    if (!merge.out)
        return complain_of_usage(name, memory_format("say where to with -o OUT"));
    if (!merge.path_count)
        return complain_of_usage(name, memory_format("no file given"));
    return merge_files(&merge);
}
