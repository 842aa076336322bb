/* SPDX-License-Identifier: MIT */
#include "export/ci_path.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool holds_git(const char *folder)
{
    char *git = memory_format("%s/.git", folder);
    const bool holds = !access(git, F_OK); /* a file in worktrees and submodules */

    free(git);
    return holds;
}

char *ci_path_top(void)
{
    char *here = getcwd(NULL, 0);
    if (!here)
        return memory_string("", 0); /* it was removed: nothing is below it */
    char *top = memory_string(here, strlen(here));

    while (*top && !holds_git(top)) {
        char *slash = strrchr(top, '/');
        *(slash ? slash : top) = '\0';
    }
    if (!*top) {
        free(top);
        return here;
    }
    free(here);
    return top;
}

/* What is left of a path below a folder; NULL if it is not. */
static const char *rest_below(const char *top, const char *path)
{
    const size_t length = strlen(top);

    if (!length || strncmp(path, top, length) != 0 || path[length] != '/')
        return NULL;
    return path[length + 1] ? path + length + 1 : NULL;
}

/* The file that a path leads to first: by way of `..` it may be below, too.  One that
   links to a file elsewhere is where it is said to be. */
char *ci_path_from(const char *top, const char *path)
{
    char *real = realpath(path, NULL);
    const char *rest = real ? rest_below(top, real) : NULL;

    if (!rest)
        rest = rest_below(top, path);
    if (!rest)
        rest = path;
    char *result = memory_string(rest, strlen(rest));
    free(real);
    return result;
}
