/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include "cli/command.h"
#include "cli/commands.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_COUNT 64

static char *directory;
static char *paths[PATH_COUNT];
static size_t path_count;

void scratch_setup(void)
{
    directory = scratch_make();
}

void scratch_teardown(void)
{
    while (path_count)
        free(paths[--path_count]);
    scratch_remove(directory);
}

const char *scratch_path(const char *name)
{
    char *path = NULL;

    ck_assert_uint_lt(path_count, PATH_COUNT);
    ck_assert_int_ge(asprintf(&path, "%s/%s", directory, name), 0);
    paths[path_count++] = path;
    return path;
}

void scratch_write(const char *name, struct lprof_text text)
{
    const struct memory_file file = {.bytes = (uint8_t *)text.bytes, .size = text.size};
    memory_file_save(&file, scratch_path(name));
}

char *scratch_read(const char *name)
{
    FILE *file = fopen(scratch_path(name), "rb");
    char *text = NULL;
    size_t size = 0;
    FILE *copy = open_memstream(&text, &size);
    char piece[4096];

    ck_assert_ptr_nonnull(file);
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
        fwrite(piece, 1, got, copy);
    fclose(file);
    fclose(copy);
    return text;
}

void scratch_load(struct profile *profile, const char *const *names, size_t count)
{
    const char *full[8];
    char *error = NULL;

    for (size_t i = 0; i < count; i++)
        full[i] = scratch_path(names[i]);
    const bool loaded = profile_load(
        profile, &(struct profile_request){.paths = full, .path_count = count}, &error);
    ck_assert_msg(loaded, "%s", error);
}

static void redirect(int fd, const char *name)
{
    const int file = open(scratch_path(name), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(file, fd);
    close(file);
}

static int run(enum exit_code (*program)(int argc, char **argv),
               const char *const *arguments)
{
    char *argv[16] = {(char *)"program"};
    int argc = 1;
    int status = 0;

    for (; arguments[argc - 1]; argc++)
        argv[argc] = (char *)arguments[argc - 1];
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        redirect(STDOUT_FILENO, "out");
        redirect(STDERR_FILENO, "err");
        exit(program(argc, argv));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status), "ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

int scratch_view(const char *const *arguments)
{
    return run(view_run, arguments);
}

int scratch_command(const char *const *arguments)
{
    return run(command_run, arguments);
}

void scratch_check(const char *name, const char *expected)
{
    char *text = scratch_read(name);
    ck_assert_msg(!strcmp(text, expected), "%s: \"%s\", not \"%s\"", name, text,
                  expected);
    free(text);
}

void scratch_check_holds(const char *name, const char *part)
{
    char *text = scratch_read(name);
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in %s: %s", part, name, text);
    free(text);
}

const struct function *function_named(const struct profile *profile, const char *name)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        if (!strcmp(profile->functions[i].name, name))
            return &profile->functions[i];
    }
    ck_abort_msg("no function %s", name);
    return NULL;
}
