/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lineprof.so: one name for every version of GCC.  Opens the implementation built
 * for the running compiler, gcc-<major>/lineprof-impl.so beside it, and hands
 * plugin_init on.  Uses nothing of GCC's, so that it loads in any version and can
 * say what is missing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int refuse(const char *directory, int major, const char *basever)
{
    fprintf(stderr,
            "lineprof: no plugin for GCC %s in %s (built: see gcc-*/ there); rebuild "
            "lineprof "
            "with gcc-%d and its plugin headers (gcc-%d-plugin-dev) installed\n",
            basever, directory, major, major);
    return 1;
}

int plugin_init(struct plugin_name_args *plugin, struct plugin_gcc_version *version)
{
    char directory[PATH_MAX];
    char path[PATH_MAX + 64];
    const int major = atoi(version->basever);

    if (!find_directory(directory))
        return refuse("its own directory", major, version->basever);
    snprintf(path, sizeof path, "%s/gcc-%d/lineprof-impl.so", directory, major);
    void *implementation = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!implementation) {
        const char *why = dlerror();
        FILE *exists = fopen(path, "r");
        if (!exists)
            return refuse(directory, major, version->basever);
        fclose(exists);
        fprintf(stderr, "lineprof: cannot load the plugin for GCC %s: %s\n",
                version->basever, why);
        return 1;
    }
    plugin_init_fn init = (plugin_init_fn)(size_t)dlsym(implementation, "plugin_init");
    return init ? init(plugin, version) : refuse(directory, major, version->basever);
}
