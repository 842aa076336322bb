/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "base/complain.h"
#include "base/output.h"
#include "base/suggest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/completion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum exit_code diff_run(int argc, char **argv);
static enum exit_code help_run(int argc, char **argv);
static enum exit_code version_run(int argc, char **argv);
static enum exit_code top_run(int argc, char **argv);
static enum exit_code html_run(int argc, char **argv);

const struct command commands[] = {
    {COMMAND_VIEW,  "view",       "[OPTION]... FILE...",      view_run,           "times, line by line"         },
    {COMMAND_VIEW,  "diff",       "[OPTION]... BASE FILE...", diff_run,
     "what has changed since BASE"                                                                              },
    {COMMAND_VIEW,  "top",        "[OPTION]... FILE...",      top_run,
     "the lines of a running program"                                                                           },
    {COMMAND_VIEW,  "html",       "[OPTION]... FILE...",      html_run,           "a page for a browser"        },
    {COMMAND_OWN,   "run",        "[OPTION]... PROGRAM...",   run_run,
     "run a program, and find its profile"                                                                      },
    {COMMAND_OWN,   "merge",      "-o OUT FILE...",           merge_run,          "add profiles up into one"    },
    {COMMAND_OWN,   "snapshot",   "[OPTION]... FILE|PID",     snapshot_run,
     "what a running program has counted"                                                                       },
    {COMMAND_OWN,   "pause",      "FILE|PID",                 request_pause_run,
     "ask a running program to stop counting"                                                                   },
    {COMMAND_OWN,   "resume",     "FILE|PID",                 request_resume_run, "ask it to go on"             },
    {COMMAND_OWN,   "reset",      "FILE|PID",                 request_reset_run,  "ask it to count from 0 again"},
    {COMMAND_BRIEF, "dump",       "FILE",                     dump_run,           "raw records, for debugging"  },
    {COMMAND_BRIEF, "completion", "SHELL",                    completion_run,
     "completions for bash, zsh or fish"                                                                        },
    {COMMAND_OWN,   "--cflags",   "[OPTION]...",              flags_compile_run,
     "flags that compile with it"                                                                               },
    {COMMAND_BRIEF, "--libs",     "",                         flags_link_run,
     "flags that link the runtime; =heap: and what counts bytes"                                                },
    {COMMAND_BRIEF, "--version",  "",                         version_run,        "the version"                 },
    {COMMAND_BRIEF, "help",       "",                         help_run,           "this text"                   },
};

const size_t command_count = sizeof commands / sizeof commands[0];

static const struct {
    const char *name;
    const char *means;
} synonyms[] = {
    {"--help",  "help"     },
    {"-h",      "help"     },
    {"version", "--version"},
    {"-V",      "--version"},
};

static const char examples[] =
    "\n"
    "Examples:\n"
    "  lineprof --cflags                               for: gcc -O2 $(lineprof "
    "--cflags)\n"
    "  lineprof view train.lprof                       the listing\n"
    "  lineprof view --table=functions --limit=10 train.lprof\n"
    "  lineprof diff before.lprof after.lprof          what has changed\n"
    "  lineprof html --open train.lprof                a page, in a browser\n"
    "  lineprof merge -o all.lprof train.*.lprof       one profile of all ranks\n"
    "  lineprof top train.lprof                        while it runs\n"
    "Each command says more with --help.\n";

static void print_help(FILE *out)
{
    fputs("Usage: lineprof COMMAND [ARGUMENT]...\n\n", out);
    for (size_t i = 0; i < command_count; i++) {
        const struct command *c = &commands[i];
        char left[64];
        snprintf(left, sizeof left, "%s %s", c->name, c->arguments);
        fprintf(out, "  %-30s %s\n", left, c->summary);
    }
    fputs(examples, out);
}

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

/* Of a command that does not say more itself. */
static enum exit_code command_help_run(const struct command *command)
{
    printf("Usage: lineprof %s%s%s\nPrints: %s.\n", command->name,
           *command->arguments ? " " : "", command->arguments, command->summary);
    return end_output("lineprof");
}

static enum exit_code help_run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    print_help(stdout);
    return end_output("lineprof");
}

static enum exit_code version_run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    puts("lineprof " LINEPROF_VERSION);
    return end_output("lineprof");
}

static enum exit_code diff_run(int argc, char **argv)
{
    return view_run_as(VIEW_DIFF, argc, argv);
}

static enum exit_code top_run(int argc, char **argv)
{
    return view_run_as(VIEW_TOP, argc, argv);
}

static enum exit_code html_run(int argc, char **argv)
{
    return view_run_as(VIEW_HTML, argc, argv);
}

/* An option that is a command may have a value. */
static bool is_named(const char *word, const char *name)
{
    const size_t size = strlen(name);

    return !strncmp(word, name, size) &&
           (!word[size] || (name[0] == '-' && word[size] == '='));
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (!strcmp(name, synonyms[i].name))
            name = synonyms[i].means;
    }
    for (size_t i = 0; i < command_count; i++) {
        if (is_named(name, commands[i].name))
            return &commands[i];
    }
    return NULL;
}

/* The command that a word is most like; NULL if it is like none. */
static const char *similar_command(const char *word)
{
    const size_t limit = strlen(word) < 4 ? 1 : 2;
    const char *best = NULL;
    size_t best_distance = limit + 1;

    for (size_t i = 0; i < command_count; i++) {
        const size_t distance = suggest_distance(word, commands[i].name, limit);
        if (distance < best_distance) {
            best = commands[i].name;
            best_distance = distance;
        }
    }
    return best;
}

static enum exit_code unknown_command(const char *word)
{
    const char *similar = similar_command(word);

    fputs("lineprof: there is no command ", stderr);
    string_print_clean(stderr, word);
    if (similar)
        fprintf(stderr, "; did you mean %s?\n", similar);
    else
        fputs("; see: lineprof help\n", stderr);
    return EXIT_USAGE;
}

enum exit_code command_run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const struct command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    if (argc == 3 && is_help(argv[2]) && command->kind == COMMAND_BRIEF)
        return command_help_run(command);
    return command->run(argc - 1, argv + 1);
}
