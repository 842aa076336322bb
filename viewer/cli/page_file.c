/* SPDX-License-Identifier: MIT */
#include "cli/page_file.h"

#include "base/memory.h"
#include "base/text.h"
#include "page/page.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

char *page_file_name(const struct profile *profile)
{
    const char *program =
        profile->input_count ? path_base(profile->inputs[0].program) : "";

    if (!*program || *program == '.') /* nobody looks for a hidden file */
        program = "profile";
    return memory_format("%s.html", program);
}

static bool begins_as_page(FILE *file)
{
    static const char begin[] = PAGE_BEGIN;
    char bytes[sizeof begin - 1];

    return fread(bytes, 1, sizeof bytes, file) == sizeof bytes &&
           !memcmp(bytes, begin, sizeof bytes);
}

/* An empty file is nobody's loss: a report that could not be written leaves one. */
static bool may_be_replaced(const char *path)
{
    struct stat st;

    if (stat(path, &st))
        return errno == ENOENT;
    if (!S_ISREG(st.st_mode))
        return false;
    FILE *file = st.st_size ? fopen(path, "re") : NULL;
    const bool is_page = file && begins_as_page(file);
    if (file)
        fclose(file);
    return !st.st_size || is_page;
}

bool page_file_is_free(const char *path, char **error)
{
    if (may_be_replaced(path))
        return true;
    *error = memory_format("%s is there and is no report of lineprof; say where to with "
                           "-o FILE",
                           path);
    return false;
}

/* A session of its own: what the terminal ends is not the browser. */
static int start_quietly(char *const *argv)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid = 0;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    const int failed = posix_spawnp(&pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

bool page_file_show(const char *path, char **error)
{
    char *full = realpath(path, NULL);
    char *argv[] = {"xdg-open", full ? full : (char *)path, NULL};
    const int failed = start_quietly(argv);

    if (failed)
        *error = memory_format("%s: cannot be opened with xdg-open: %s; open it in a "
                               "browser",
                               path, strerror(failed));
    free(full);
    return !failed;
}
