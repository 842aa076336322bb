/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/complain.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/paths.h"
#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Options that the plugin has as well, by the same names. */
static const struct {
    const char *name;
    bool takes_value;
} keys[] = {
    {"functions",     true },
    {"files",         true },
    {"exclude",       true },
    {"exclude-files", true },
    {"inlines",       true },
    {"calls",         true },
    {"mode",          true },
    {"clock",         true },
    {"verbose",       false},
};

static enum exit_code not_found(const char *what)
{
    fprintf(stderr, "lineprof: %s is not where this program expects it\n", what);
    return EXIT_DATA;
}

static enum exit_code wrong_usage(const char *word, const char *what)
{
    fputs("lineprof --cflags: ", stderr);
    string_print_clean(stderr, word);
    fprintf(stderr, " %s; try lineprof --cflags --help\n", what);
    return EXIT_USAGE;
}

/* Shells read the flags again, in some places with all their signs: what these would take
   for theirs is any one character in a pattern, which is no other in practice. */
static void print_pattern(const char *value)
{
    static const char plain[] = "_-+./:,=*?[]!^%@~";

    for (const char *at = value; *at; at++) {
        if (at[0] == '\\' && at[1]) {
            at++;
            putchar('?');
        } else {
            const unsigned char byte = (unsigned char)*at;
            putchar(isalnum(byte) || byte >= 0x80 || strchr(plain, *at) ? *at : '?');
        }
    }
}

static void print_key(const char *name, const char *value)
{
    printf(" -fplugin-arg-lineprof-%s", name);
    if (!value)
        return;
    putchar('=');
    print_pattern(value);
}

/* Which of the keys a word "--KEY=VALUE" names, and where its value is, NULL for none. */
static size_t find_key(const char *word, const char **value)
{
    const size_t count = sizeof keys / sizeof keys[0];
    const char *name = strncmp(word, "--", 2) ? "" : word + 2;
    const size_t size = strcspn(name, "=");
    size_t i = 0;

    *value = name[size] ? name + size + 1 : NULL;
    while (i < count &&
           (strlen(keys[i].name) != size || strncmp(keys[i].name, name, size)))
        i++;
    return i;
}

/* "--KEY VALUE" as "--KEY=VALUE". */
static enum exit_code print_keys(int argc, char **argv, bool prints)
{
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        const size_t key = find_key(argv[i], &value);
        if (key == sizeof keys / sizeof keys[0])
            return wrong_usage(argv[i], "is no option of it");
        if (!keys[key].takes_value && value)
            return wrong_usage(argv[i], "takes no value");
        const char *word = argv[i];
        if (keys[key].takes_value && !value && i + 1 < argc)
            value = argv[++i];
        if (keys[key].takes_value && (!value || !*value))
            return wrong_usage(word, "needs a value");
        if (prints)
            print_key(keys[key].name, value);
    }
    return EXIT_DONE;
}

static const char help[] =
    "Usage: lineprof --cflags [OPTION]...\n"
    "Print the flags that compile with the plugin, and find <lineprof.h>:\n\n"
    "  gcc -O2 $(lineprof --cflags) train.c -o train\n"
    "  gcc -O2 $(lineprof --cflags --functions='forward_*') train.c -o train\n\n"
    "  --functions=GLOB[,GLOB]...  functions to profile that are not marked\n"
    "  --files=GLOB[,GLOB]...      the files that they are in\n"
    "  --exclude=GLOB[,GLOB]...    what to leave out\n"
    "  --exclude-files=GLOB[,GLOB]...  files to leave out\n"
    "  --inlines=yes|no            no: leave out what is declared inline\n"
    "  --calls=profiled|all        all: what lines call that is not profiled, too\n"
    "  --mode=MODE                 adaptive, exact or hits\n"
    "  --clock=CLOCK               tsc, fast, monotonic, cpu or count\n"
    "  --verbose                   say what is profiled\n\n"
    "In a pattern, what means something to a shell is printed as `?', any character.\n";

static bool is_help(int argc, char **argv)
{
    return argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
}

enum exit_code flags_compile_run(int argc, char **argv)
{
    if (is_help(argc, argv)) {
        fputs(help, stdout);
        return end_output("lineprof");
    }
    const enum exit_code checked = print_keys(argc, argv, false);
    if (checked)
        return checked;
    char *plugin = paths_plugin();
    if (!plugin)
        return not_found("the plugin lineprof.so");
    char *include = paths_include_dir();
    printf("-fplugin=%s", plugin);
    if (include)
        printf(" -I%s", include);
    print_keys(argc, argv, true);
    putchar('\n');
    free(include);
    free(plugin);
    return end_output("lineprof");
}

/* Linked whether the program's own code allocates or not: libraries may do it for it. */
static const char heap_flags[] =
    " -Wl,--push-state,--no-as-needed -llineprof-heap -Wl,--pop-state";

enum exit_code flags_link_run(int argc, char **argv)
{
    const char *value = strchr(argv[0], '=');
    const bool has_heap = value && !strcmp(value, "=heap");

    if (argc > 1 || (value && !has_heap)) {
        complain("lineprof --libs", memory_format("%s: there is only --libs=heap",
                                                  argc > 1 ? argv[1] : value + 1));
        return EXIT_USAGE;
    }
    char *heap = has_heap ? paths_heap_library() : NULL;
    free(heap);
    if (has_heap && !heap)
        return not_found("the library liblineprof-heap.so");
    char *dir = paths_library_dir();
    if (!dir)
        return not_found("the library liblineprof.so.1");
    printf("-L%s -llineprof%s\n", dir, has_heap ? heap_flags : "");
    free(dir);
    return end_output("lineprof");
}
