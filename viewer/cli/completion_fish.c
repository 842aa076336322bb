/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/completion.h"

#include <string.h>

/* Inside '...'. */
static void print_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_argument(FILE *out, const struct option_row *row)
{
    if (row->choice) {
        fputs(" -x -a '", out);
        completion_print_words(out, row->choice);
        fputc('\'', out);
    } else {
        fputs(completion_takes_file(row) ? " -r -F" : " -x", out);
    }
}

/* when   for which program, and after which commands of it */
static void print_option(FILE *out, const struct option_row *row, const char *when)
{
    fprintf(out, "complete %s -l %s", when, row->name);
    if (row->letter)
        fprintf(out, " -s %c", row->letter);
    if (row->argument)
        print_argument(out, row);
    fputs(" -d '", out);
    print_text(out, row->summary);
    fputs("'\n", out);
}

static void print_options(FILE *out, const char *when)
{
    for (size_t i = 0; i < option_row_count; i++)
        print_option(out, &option_rows[i], when);
}

/* A word of a command: an option, or one of its arguments. */
static void print_word(FILE *out, const char *command, const char *word, size_t size)
{
    fprintf(out, "complete -c lineprof -n '__fish_seen_subcommand_from %s'", command);
    if (word[0] != '-')
        fprintf(out, " -a %.*s\n", (int)size, word);
    else if (word[size - 1] == '=')
        fprintf(out, " -l %.*s -r\n", (int)size - 3, word + 2);
    else
        fprintf(out, " -l %.*s\n", (int)size - 2, word + 2);
}

static void print_words(FILE *out, const struct completion_words *row)
{
    for (const char *word = row->words; *word;) {
        const size_t size = strcspn(word, " ");
        print_word(out, row->command, word, size);
        word += size + (word[size] == ' ');
    }
}

void completion_print_fish(FILE *out)
{
    fputs(
        "# Completion of lineprof-view and lineprof; made by: lineprof completion fish\n"
        "set -l files '(__fish_complete_suffix .lprof)'\n"
        "complete -c lineprof-view -f -k -a $files\n",
        out);
    print_options(out, "-c lineprof-view");
    fputs("\ncomplete -c lineprof -f\n"
          "complete -c lineprof -n 'not __fish_use_subcommand' -k -a $files\n"
          "set -l views '__fish_seen_subcommand_from ",
          out);
    completion_print_view_commands(out, " ");
    fputs("'\n", out);
    for (size_t i = 0; i < command_count; i++) {
        fprintf(out, "complete -c lineprof -n __fish_use_subcommand -a '%s' -d '",
                commands[i].name);
        print_text(out, commands[i].summary);
        fputs("'\n", out);
    }
    print_options(out, "-c lineprof -n $views");
    for (size_t i = 0; i < completion_words_count; i++)
        print_words(out, &completion_words[i]);
}
