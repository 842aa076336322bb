/* SPDX-License-Identifier: MIT */
#include "base/paths.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* From the directory of the program: as installed, then as in the build tree. */
static const char *const plugins[] = {
    "../" LINEPROF_LIBDIR "/lineprof/lineprof.so",
    "../lib/lineprof/lineprof.so",
    "../lib/lineprof.so",
};

static const char *const libraries[] = {
    "../" LINEPROF_LIBDIR "/liblineprof.so.1",
    "../lib/liblineprof.so.1",
};

static const char *const heap_libraries[] = {
    "../" LINEPROF_LIBDIR "/liblineprof-heap.so",
    "../lib/liblineprof-heap.so",
};

static const char *const headers[] = {
    "../" LINEPROF_INCLUDEDIR "/lineprof.h",
    "../include/lineprof.h",
};

static char *program_dir(void)
{
    char path[PATH_MAX];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size <= 0)
        return NULL;
    path[size] = '\0';
    char *slash = strrchr(path, '/');
    return slash ? memory_string(path, (size_t)(slash - path)) : NULL;
}

/* The one that can be read first, without links; NULL if there is none. */
static char *find(const char *const *candidates, size_t count)
{
    char *dir = program_dir();
    char *found = NULL;

    for (size_t i = 0; dir && i < count && !found; i++) {
        char *path = memory_format("%s/%s", dir, candidates[i]);
        if (!access(path, R_OK))
            found = realpath(path, NULL);
        free(path);
    }
    free(dir);
    return found;
}

char *paths_plugin(void)
{
    return find(plugins, sizeof plugins / sizeof plugins[0]);
}

char *paths_heap_library(void)
{
    return find(heap_libraries, sizeof heap_libraries / sizeof heap_libraries[0]);
}

static char *find_dir(const char *const *candidates, size_t count)
{
    char *path = find(candidates, count);
    if (path)
        *strrchr(path, '/') = '\0';
    return path;
}

char *paths_library_dir(void)
{
    return find_dir(libraries, sizeof libraries / sizeof libraries[0]);
}

char *paths_include_dir(void)
{
    return find_dir(headers, sizeof headers / sizeof headers[0]);
}
