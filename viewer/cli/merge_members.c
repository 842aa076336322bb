/* SPDX-License-Identifier: MIT */
/* One process is in memory at a time, however many there are. */
#include "cli/merge_members.h"

#include "base/memory.h"
#include "model/profile_save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* ---- Who there is ---- */

static char *copy(const char *string)
{
    return memory_string(string, strlen(string));
}

static void add(struct members *members, const struct input *input)
{
    members->all =
        memory_grown(members->all, members->count, &members->room, sizeof *members->all);
    members->all[members->count++] = (struct input){
        .path = copy(input->path),
        .host = copy(input->host),
        .job = copy(input->job),
        .job_size = input->job_size,
        .job_start_ns = input->job_start_ns,
        .pid = input->pid,
        .rank = input->rank,
        .start_ns = input->start_ns,
        .wall_ns = input->wall_ns,
    };
}

void members_note(struct members *members, const struct profile *profile,
                  const char *but_path)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        const struct input *input = &profile->inputs[i];
        if (input->path == but_path)
            continue;
        if (input->rank < 0)
            members->without_rank++;
        else
            add(members, input);
    }
}

/* Those that are one process stand together. */
static int compare_members(const void *a, const void *b)
{
    const struct input *x = a;
    const struct input *y = b;
    const int orders[] = {
        ORDER(x->rank, y->rank),  ORDER(x->start_ns, y->start_ns),
        strcmp(x->host, y->host), ORDER(x->pid, y->pid),
        strcmp(x->job, y->job),   ORDER(x->job_start_ns, y->job_start_ns),
        strcmp(x->path, y->path),
    };

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}

/* The end of those that are the same as the first one. */
static size_t end_of_same(const struct members *members, size_t first)
{
    size_t end = first + 1;

    while (end < members->count &&
           input_is_same(&members->all[first], &members->all[end]))
        end++;
    return end;
}

bool members_settle(struct members *members)
{
    if (!members->count)
        return false;
    qsort(members->all, members->count, sizeof *members->all, compare_members);
    return members->without_rank || end_of_same(members, 0) < members->count;
}

void members_release(struct members *members)
{
    for (size_t i = 0; i < members->count; i++) {
        free((char *)members->all[i].path);
        free((char *)members->all[i].host);
        free((char *)members->all[i].job);
    }
    free(members->all);
    *members = (struct members){0};
}

/* ---- The file ---- */

static bool load(struct profile *profile, const char *const *paths, size_t count,
                 const struct input *only, char **error)
{
    const struct profile_request request = {
        .paths = paths,
        .path_count = count,
        .only = only,
        .keep_instances = true,
        .any_build = true, /* who did not want that has been told */
    };
    return profile_load(profile, &request, error);
}

static size_t count_processes(const struct members *members)
{
    size_t count = 0;

    for (size_t at = 0; at < members->count; at = end_of_same(members, at))
        count++;
    return count;
}

/* Failures of writing are found at the end. */
static bool put_first(const struct members *members, const char *sum, const char *rest,
                      struct lprof_join *join, char **error)
{
    struct profile all;
    struct profile own = {0};

    if (!load(&all, &sum, 1, NULL, error))
        return false;
    const bool good = !rest || load(&own, &rest, 1, NULL, error);
    if (good)
        (void)!profile_save_first(&own, &all, count_processes(members), lprof_join_put,
                                  join);
    profile_release(&own);
    profile_release(&all);
    return good;
}

static bool put_process(const struct members *members, size_t first, size_t end,
                        struct lprof_join *join, char **error)
{
    const char **paths = memory_zeroed(end - first, sizeof *paths);
    struct profile profile;
    size_t count = 0;

    for (size_t i = first; i < end; i++) {
        if (!count || strcmp(paths[count - 1], members->all[i].path))
            paths[count++] = members->all[i].path;
    }
    const bool good = load(&profile, paths, count, &members->all[first], error);
    free(paths);
    if (!good)
        return false;
    lprof_join_next(join);
    (void)!profile_save(&profile, lprof_join_put, join);
    profile_release(&profile);
    return true;
}

static bool put_all(const struct members *members, const char *sum, const char *rest,
                    struct lprof_join *join, char **error)
{
    bool good = put_first(members, sum, rest, join, error);

    for (size_t at = 0; at < members->count && good;) {
        const size_t end = end_of_same(members, at);
        good = put_process(members, at, end, join, error);
        at = end;
    }
    return good;
}

static int place_in_file(void *arg, uint64_t offset, const void *bytes, size_t size)
{
    const int *descriptor = arg;
    const char *at = bytes;

    while (size) {
        const ssize_t done = pwrite(*descriptor, at, size, (off_t)offset);
        if (done <= 0)
            return done ? errno : EIO;
        at += done;
        size -= (size_t)done;
        offset += (uint64_t)done;
    }
    return 0;
}

bool members_save(const struct members *members, const char *sum, const char *rest,
                  const char *path, char **error)
{
    struct lprof_join *join = NULL;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    if (descriptor < 0) {
        *error = memory_format("%s: %s", path, strerror(errno));
        return false;
    }
    if (lprof_join_open(&join, place_in_file, &descriptor))
        memory_give_up();
    const bool good = put_all(members, sum, rest, join, error);
    const bool failed = lprof_join_finish(join) || fsync(descriptor);
    const int failure = errno;
    lprof_join_close(join);
    if (close(descriptor) == 0 && good && !failed)
        return true;
    if (good)
        *error = memory_format("%s: %s", path, strerror(failure));
    unlink(path);
    return false;
}
