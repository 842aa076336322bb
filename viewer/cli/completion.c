/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

#include "base/complain.h"
#include "base/memory.h"
#include "cli/command.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *shell;
    void (*print)(FILE *out);
} shells[] = {
    {"bash", completion_print_bash},
    {"zsh",  completion_print_zsh },
    {"fish", completion_print_fish},
};

const struct completion_words completion_words[] = {
    {"run",        "--heap --heap=peak --view --output= --mode= --fork= --timeline= --stats= "
            "--paused --help"                                               },
    {"merge",      "--force --output= --help"                                          },
    {"snapshot",   "--duration= --every= --keep= --output= --help"                     },
    {"completion", "bash zsh fish"                                                     },
    {"--cflags",   "--functions= --files= --exclude= --mode= --clock= --verbose --help"},
};

const size_t completion_words_count = sizeof completion_words / sizeof *completion_words;

bool completion_takes_file(const struct option_row *row)
{
    static const char *const files[] = {"FILE", "BASE"};

    for (size_t i = 0; row->argument && i < sizeof files / sizeof files[0]; i++) {
        if (!strcmp(row->argument, files[i]))
            return true;
    }
    return false;
}

void completion_print_words(FILE *out, const struct option_choice *choice)
{
    for (size_t i = 0; i < choice->count; i++)
        fprintf(out, "%s%s", i ? " " : "", choice->words[i]);
}

void completion_print_view_commands(FILE *out, const char *separator)
{
    const char *before = "";

    for (size_t i = 0; i < command_count; i++) {
        if (commands[i].kind != COMMAND_VIEW)
            continue;
        fprintf(out, "%s%s", before, commands[i].name);
        before = separator;
    }
}

enum exit_code completion_run(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(argv[1], shells[i].shell) != 0)
            continue;
        shells[i].print(stdout);
        return end_output("lineprof completion");
    }
    fputs("lineprof completion: say for which shell: bash, zsh or fish\n", stderr);
    return EXIT_USAGE;
}
