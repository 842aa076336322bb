/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lineprof.so: one name for every GCC.  Opens the implementation built for the running
 * compiler, gcc-<major>/lineprof-impl.so beside it, or gcc-<major>-<machine>/ if it
 * compiles for another machine than this, and hands plugin_init on.  Uses nothing of
 * GCC's, so that it loads in any version and can say what is missing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Clang, too, has -fplugin, and opens whatever it is given: it finds no plugin of its
   kind and says nothing.  Neither does it call anything, so this runs as the file is
   opened. */
__attribute__((constructor)) static void say_what_it_is_for(void)
{
    const int is_gcc = dlsym(RTLD_DEFAULT, "plugin_default_version_check") != NULL;
    const int is_clang = strstr(program_invocation_short_name, "clang") ||
                         dlsym(RTLD_DEFAULT, "LLVMContextCreate");

    if (!is_gcc && is_clang)
        fputs(
            "lineprof: lineprof.so is a plugin for GCC: clang makes no profile with it; "
            "compile with gcc, or name regions with <lineprof.h>, for any compiler\n",
            stderr);
}

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

/* A GCC by its folder: "12", or "12-aarch64". */
struct gcc_name {
    char text[64];
};

/* What the compiler was configured for, up to the first '-' of its target; this machine
   if that is not said. */
static struct gcc_name name_gcc(const struct plugin_gcc_version *version)
{
    static const char option[] = "--target=";
    struct gcc_name name;
    const int major = atoi(version->basever);
    const char *machine = strstr(version->configuration_arguments, option);

    machine = machine ? machine + strlen(option) : LINEPROF_MACHINE;
    const int size = (int)strcspn(machine, "- ");
    if (size == (int)strlen(LINEPROF_MACHINE) &&
        strncmp(machine, LINEPROF_MACHINE, (size_t)size) == 0)
        snprintf(name.text, sizeof name.text, "%d", major);
    else
        snprintf(name.text, sizeof name.text, "%d-%.*s", major, size, machine);
    return name;
}

/* "12 for aarch64", of a folder's name. */
static void print_gcc(const char *name)
{
    const size_t major_size = strspn(name, "0123456789");

    fprintf(stderr, "GCC %.*s", (int)major_size, name);
    if (name[major_size] == '-') {
        const char *machine = name + major_size + 1;
        fprintf(stderr, " for %.*s", (int)strcspn(machine, "/"), machine);
    }
}

/* Says for which GCCs there is a plugin, and how to get one for this. */
static int refuse(const char *directory, const char *why, const char *basever,
                  struct gcc_name gcc)
{
    char pattern[PATH_MAX + 64];
    glob_t found;
    const char *machine = strchr(gcc.text, '-');

    fprintf(stderr, "lineprof: %s GCC %s%s%s (built for:", why, basever,
            machine ? " for " : "", machine ? machine + 1 : "");
    snprintf(pattern, sizeof pattern, "%s/gcc-*/lineprof-impl.so", directory);
    if (glob(pattern, 0, NULL, &found) == 0) {
        const size_t skip = strlen(directory) + strlen("/gcc-");
        for (size_t i = 0; i < found.gl_pathc; i++) {
            fputc(' ', stderr);
            print_gcc(found.gl_pathv[i] + skip);
        }
        globfree(&found);
    }
    fprintf(stderr, "); rebuild lineprof with ");
    if (machine)
        fprintf(stderr,
                "%s-linux-gnu-gcc-%d and its plugin headers "
                "(gcc-%d-plugin-dev-%s-linux-gnu) installed, and its target `cross`\n",
                machine + 1, atoi(basever), atoi(basever), machine + 1);
    else
        fprintf(stderr, "gcc-%s and its plugin headers (gcc-%s-plugin-dev) installed\n",
                gcc.text, gcc.text);
    return 1;
}

int plugin_init(struct plugin_name_args *plugin, struct plugin_gcc_version *version)
{
    char directory[PATH_MAX];
    char path[PATH_MAX + 128];
    const struct gcc_name gcc = name_gcc(version);

    if (!find_directory(directory))
        return refuse("", "cannot find its own directory for", version->basever, gcc);
    snprintf(path, sizeof path, "%s/gcc-%s/lineprof-impl.so", directory, gcc.text);
    if (access(path, F_OK) != 0)
        return refuse(directory, "no plugin for", version->basever, gcc);
    void *implementation = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plugin_init_fn init = NULL;
    if (implementation)
        init = (plugin_init_fn)(size_t)dlsym(implementation, "plugin_init");
    if (!init) {
        fprintf(stderr, "lineprof: %s\n", dlerror());
        return refuse(directory, "cannot load the plugin for", version->basever, gcc);
    }
    return init(plugin, version);
}
