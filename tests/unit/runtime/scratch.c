/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <check.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PROFILES = 32, MOST_ARGUMENTS = 16 };

static char folder[PATH_MAX];
static char found[MOST_PROFILES][PATH_MAX];
static const char *found_list[MOST_PROFILES + 1];
static size_t found_count;

void scratch_enter(void)
{
    const char *parent = getenv("TMPDIR");

    snprintf(folder, sizeof folder, "%s/lprt-XXXXXX", parent ? parent : P_tmpdir);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *walk)
{
    (void)status;
    (void)walk;
    if (type == FTW_DP || type == FTW_D)
        return rmdir(path);
    return unlink(path);
}

void scratch_leave(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void become(const char *program, const char *const *arguments,
                   const char *const *environment)
{
    char path[PATH_MAX];
    char *list[MOST_ARGUMENTS] = {path};

    snprintf(path, sizeof path, "%s/%s", PROGRAM_DIR, program);
    for (int i = 0; arguments[i]; i++)
        list[i + 1] = (char *)arguments[i];
    for (; environment && *environment; environment++)
        putenv((char *)*environment);
    execv(path, list);
    _exit(127);
}

static void read_back(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "r");

    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, room - 1, file)] = '\0';
    fclose(file);
    unlink(path);
}

struct run *run_program(const char *program, const char *const *arguments,
                        const char *const *environment)
{
    static struct run run;

    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(open("stdout", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), 1);
        dup2(open("stderr", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), 2);
        become(program, arguments, environment);
    }
    ck_assert_int_eq(waitpid(child, &run.status, 0), child);
    read_back("stdout", run.out, sizeof run.out);
    read_back("stderr", run.err, sizeof run.err);
    return &run;
}

bool exited_with(const struct run *run, int code)
{
    return WIFEXITED(run->status) && WEXITSTATUS(run->status) == code;
}

static int note_profile(const char *path, const struct stat *status, int type,
                        struct FTW *walk)
{
    const size_t size = strlen(path);

    (void)status;
    (void)walk;
    if (type == FTW_F && size > 6 && strcmp(path + size - 6, ".lprof") == 0 &&
        found_count < MOST_PROFILES)
        strcpy(found[found_count++], path);
    return 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

const char *const *profiles(void)
{
    found_count = 0;
    ck_assert_int_eq(nftw(".", note_profile, 8, FTW_PHYS), 0);
    qsort(found, found_count, sizeof found[0], compare);
    for (size_t i = 0; i < found_count; i++)
        found_list[i] = found[i] + 2; /* without "./" */
    found_list[found_count] = NULL;
    return found_list;
}

size_t profile_count(void)
{
    profiles();
    return found_count;
}
