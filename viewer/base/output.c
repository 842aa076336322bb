/* SPDX-License-Identifier: MIT */
#include "base/output.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <signal.h>
#include <spawn.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BUFFER_BYTES 65536

extern char **environ;

/* Set and not empty. */
static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static const char *pager_command(void)
{
    const char *command = environment("LINEPROF_PAGER");
    if (!command)
        command = environment("PAGER");
    return command ? command : "less";
}

/* Whether a command's first word is a program, so that what is written to it is not lost.
 */
static bool can_run(const char *command)
{
    const char *path = environment("PATH");
    const size_t word = strcspn(command, " \t");
    char *rest = memory_format("%.*s", (int)word, command);
    bool found = strchr(rest, '/') && access(rest, X_OK) == 0;

    for (const char *at = path; !found && !strchr(rest, '/') && at && *at;) {
        const size_t length = strcspn(at, ":");
        char *candidate = memory_format("%.*s/%s", (int)length, at, rest);
        found = access(candidate, X_OK) == 0;
        free(candidate);
        at += length + (at[length] == ':');
    }
    free(rest);
    return found;
}

/* The pager reads what is written to the returned stream; NULL if it cannot be
   started. */
static FILE *start_pager(pid_t *pid)
{
    char *argv[] = {"sh", "-c", (char *)pager_command(), NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];

    if (pipe2(ends, O_CLOEXEC))
        return NULL;
    setenv("LESS", "FRSX",
           0); /* end on one screen, pass colours, cut lines, leave the text there */
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    const int failed = posix_spawn(pid, "/bin/sh", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    FILE *file = failed ? NULL : fdopen(ends[1], "w");
    if (!file) {
        close(ends[1]);
        *pid = 0;
    }
    return file;
}

static bool is_plain_cat(const char *command)
{
    return !strcmp(command, "cat");
}

/* A listing is a million small writes: by one thread, which needs no lock for each. */
static void make_quick(FILE *file)
{
    __fsetlocking(file, FSETLOCKING_BYCALLER);
    if (!isatty(fileno(file)))
        setvbuf(file, NULL, _IOFBF, BUFFER_BYTES);
}

static bool open_file(struct output *output, const char *path, char **error)
{
    output->file = fopen(path, "we");
    if (output->file)
        make_quick(output->file);
    else
        *error = memory_format("%s: %s", path, strerror(errno));
    return output->file != NULL;
}

bool output_open(struct output *output, const char *path, bool use_pager, char **error)
{
    *output = (struct output){.path = path, .file = stdout};
    if (path)
        return open_file(output, path, error);
    make_quick(stdout);
    if (!use_pager || !isatty(STDOUT_FILENO) || is_plain_cat(pager_command()) ||
        !can_run(pager_command()))
        return true;
    FILE *pager = start_pager(&output->pager);
    if (pager) {
        output->file = pager;
        make_quick(pager);
        /* The pager may be left at any time, and ^C is for it: the terminal is its own
           until it ends. */
        signal(SIGPIPE, SIG_IGN);
        signal(SIGINT, SIG_IGN);
    }
    return true;
}

static void wait_for_pager(pid_t pager)
{
    while (pager > 0 && waitpid(pager, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* What a write that failed a while ago most likely failed of. */
static int old_reason(FILE *file)
{
    struct stat st;
    return !fstat(fileno(file), &st) && S_ISFIFO(st.st_mode) ? EPIPE : EIO;
}

bool output_close(struct output *output, char **error)
{
    const bool failed_before = ferror(output->file);
    int reason = old_reason(output->file);

    errno = 0;
    const bool failed = fclose(output->file) || failed_before;
    if (errno)
        reason = errno;

    wait_for_pager(output->pager);
    if (!failed || reason == EPIPE)
        return true;
    *error = memory_format("%s: %s", output->path ? output->path : "standard output",
                           strerror(reason));
    return false;
}

bool output_is_terminal(const struct output *output)
{
    return output->pager || isatty(fileno(output->file));
}

int output_width(const struct output *output)
{
    struct winsize size = {0};

    if (output->pager || ioctl(fileno(output->file), TIOCGWINSZ, &size))
        return 0;
    return size.ws_col;
}

/* https://no-color.org, and the two names under which programs are forced. */
bool output_wants_color(const struct output *output)
{
    static const char *const forces[] = {"CLICOLOR_FORCE", "FORCE_COLOR"};
    const char *term = getenv("TERM");

    if (environment("NO_COLOR"))
        return false;
    for (size_t i = 0; i < sizeof forces / sizeof forces[0]; i++) {
        const char *value = environment(forces[i]);
        if (value && strcmp(value, "0"))
            return true;
    }
    return output_is_terminal(output) && term && strcmp(term, "dumb");
}

bool output_is_utf8(void)
{
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}
