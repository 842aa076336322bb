/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "dump.h"
#include "merge.h"
#include "output.h"
#include "paths.h"
#include "text.h"
#include "view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    const char *arguments;
    const char *summary;
    enum exit_code (*run)(int argc, char **argv); /* argv[0] is the name */
};

static enum exit_code help_run(int argc, char **argv);
static enum exit_code version_run(int argc, char **argv);
static enum exit_code cflags_run(int argc, char **argv);
static enum exit_code libs_run(int argc, char **argv);
static enum exit_code later_run(int argc, char **argv);

/* In the order in which help lists them: the common ones first. */
static const struct command commands[] = {
    {"view",      "[OPTION]... FILE...", "times, line by line",         view_run   },
    {"merge",     "-o OUT FILE...",      "add profiles up into one",    merge_run  },
    {"dump",      "FILE",                "raw records, for debugging",  dump_run   },
    {"--cflags",  "",                    "flag that compiles with it",  cflags_run },
    {"--libs",    "",                    "flags that link the runtime", libs_run   },
    {"--version", "",                    "the version",                 version_run},
    {"help",      "",                    "this text",                   help_run   },
    {"diff",      NULL,                  NULL,                          later_run  },
    {"top",       NULL,                  NULL,                          later_run  },
    {"snapshot",  NULL,                  NULL,                          later_run  },
    {"resume",    NULL,                  NULL,                          later_run  },
    {"pause",     NULL,                  NULL,                          later_run  },
};

static const struct {
    const char *name;
    const char *means;
} synonyms[] = {
    {"--help",  "help"     },
    {"-h",      "help"     },
    {"version", "--version"},
    {"-V",      "--version"},
};

static enum exit_code close_stdout(void)
{
    struct output output = {.file = stdout};
    char *error = NULL;

    if (output_close(&output, &error))
        return EXIT_DONE;
    fprintf(stderr, "lineprof: %s\n", error);
    free(error);
    return EXIT_DATA;
}

static void print_help(FILE *out)
{
    fputs("Usage: lineprof COMMAND [ARGUMENT]...\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *c = &commands[i];
        if (!c->summary)
            continue;
        char left[64];
        snprintf(left, sizeof left, "%s %s", c->name, c->arguments);
        fprintf(out, "  %-26s %s\n", left, c->summary);
    }
}

static enum exit_code help_run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    print_help(stdout);
    return close_stdout();
}

static enum exit_code version_run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    puts("lineprof " LINEPROF_VERSION);
    return close_stdout();
}

static enum exit_code not_found(const char *what)
{
    fprintf(stderr, "lineprof: %s is not where this program expects it\n", what);
    return EXIT_DATA;
}

static enum exit_code cflags_run(int argc, char **argv)
{
    char *plugin = paths_plugin();

    (void)argc;
    (void)argv;
    if (!plugin)
        return not_found("the plugin lineprof.so");
    printf("-fplugin=%s\n", plugin);
    free(plugin);
    return close_stdout();
}

static enum exit_code libs_run(int argc, char **argv)
{
    char *dir = paths_library_dir();

    (void)argc;
    (void)argv;
    if (!dir)
        return not_found("the library liblineprof.so.1");
    printf("-L%s -llineprof\n", dir);
    free(dir);
    return close_stdout();
}

static enum exit_code later_run(int argc, char **argv)
{
    (void)argc;
    fprintf(stderr, "lineprof: %s is not available in this version\n", argv[0]);
    return EXIT_USAGE;
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (!strcmp(name, synonyms[i].name))
            name = synonyms[i].means;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (!strcmp(name, commands[i].name))
            return &commands[i];
    }
    return NULL;
}

enum exit_code command_run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const struct command *command = find_command(argv[1]);
    if (command)
        return command->run(argc - 1, argv + 1);
    fputs("lineprof: there is no command ", stderr);
    string_print_clean(stderr, argv[1]);
    fputs("; see: lineprof help\n", stderr);
    return EXIT_USAGE;
}
