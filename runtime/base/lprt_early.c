/* SPDX-License-Identifier: MIT */
#include "base/lprt_early.h"
#include "base/lprt_memory.h"
#include "base/lprt_proc.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of an environment; what is behind is not found. */
enum { MOST_BYTES = 1024 * 1024 };

/* A program may clear its environment later, but has its name then. */
static bool libc_is_ready(void)
{
    return environ || *program_invocation_short_name;
}

/* Each `NAME=VALUE` is ended by NUL, and all of them by another. */
static const char *environment(void)
{
    static const char *read_once;

    if (!read_once) {
        char *block = lprt_memory_take(MOST_BYTES);
        if (block)
            block[lprt_proc_environment(block, MOST_BYTES - 2)] = '\0';
        read_once = block ? block : "";
    }
    return read_once;
}

const char *lprt_early_variable(const char *name)
{
    if (libc_is_ready())
        return getenv(name);
    const size_t size = strlen(name);
    for (const char *at = environment(); *at; at += strlen(at) + 1) {
        if (strncmp(at, name, size) == 0 && at[size] == '=')
            return at + size + 1;
    }
    return NULL;
}

const char *lprt_early_program(void)
{
    static char path[PATH_MAX];

    if (libc_is_ready())
        return program_invocation_short_name;
    if (!*path)
        path[lprt_proc_command(path, sizeof path - 1)] = '\0';
    const char *slash = strrchr(path, '/'); /* of the first argument */
    return slash ? slash + 1 : path;
}
