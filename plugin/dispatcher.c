/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lineprof.so: one name for every version of GCC.  Opens the implementation built
 * for the running compiler, gcc-<major>/lineprof-impl.so beside it, and hands
 * plugin_init on.  Uses nothing of GCC's, so that it loads in any version and can
 * say what is missing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The part of gcc-plugin.h that has been the same since GCC 4.6. */
struct plugin_gcc_version {
    const char *basever;
    const char *datestamp;
    const char *devphase;
    const char *revision;
    const char *configuration_arguments;
};

struct plugin_name_args;
typedef int (*plugin_init_fn)(struct plugin_name_args *, struct plugin_gcc_version *);

extern int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible;

int plugin_init(struct plugin_name_args *plugin, struct plugin_gcc_version *version);

/* The directory of this very file, links resolved; 0 when it cannot be told. */
static int find_directory(char directory[PATH_MAX])
{
    Dl_info info;
    if (!dladdr((void *)&plugin_is_GPL_compatible, &info) ||
        !realpath(info.dli_fname, directory))
        return 0;
    *strrchr(directory, '/') = '\0';
    return 1;
}

/* Says for which versions there is a plugin, and how to get one for this. */
static int refuse(const char *directory, const char *why, const char *basever)
{
    char pattern[PATH_MAX + 64];
    glob_t found;
    const int major = atoi(basever);

    fprintf(stderr, "lineprof: %s GCC %s (built for:", why, basever);
    snprintf(pattern, sizeof pattern, "%s/gcc-*/lineprof-impl.so", directory);
    if (glob(pattern, 0, NULL, &found) == 0) {
        const size_t skip = strlen(directory) + strlen("/gcc-");
        for (size_t i = 0; i < found.gl_pathc; i++)
            fprintf(stderr, " GCC %d", atoi(found.gl_pathv[i] + skip));
        globfree(&found);
    }
    fprintf(stderr,
            "); rebuild lineprof with gcc-%d and its plugin headers (gcc-%d-plugin-dev) "
            "installed\n",
            major, major);
    return 1;
}

int plugin_init(struct plugin_name_args *plugin, struct plugin_gcc_version *version)
{
    char directory[PATH_MAX];
    char path[PATH_MAX + 64];

    if (!find_directory(directory))
        return refuse("", "cannot find its own directory for", version->basever);
    snprintf(path, sizeof path, "%s/gcc-%d/lineprof-impl.so", directory,
             atoi(version->basever));
    if (access(path, F_OK) != 0)
        return refuse(directory, "no plugin for", version->basever);
    void *implementation = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plugin_init_fn init = NULL;
    if (implementation)
        init = (plugin_init_fn)(size_t)dlsym(implementation, "plugin_init");
    if (!init) {
        fprintf(stderr, "lineprof: %s\n", dlerror());
        return refuse(directory, "cannot load the plugin for", version->basever);
    }
    return init(plugin, version);
}
