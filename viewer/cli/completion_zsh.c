/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/completion.h"

#include <string.h>

static const char end_of_options[] = "    '*:profile:_files -g \"*.lprof\"'\n"
                                     "}\n"
                                     "\n"
                                     "_lineprof_words() {\n"
                                     "  if [[ $PREFIX != -* && $1 == -* ]]; then\n"
                                     "    _files -g '*.lprof'\n"
                                     "    return\n"
                                     "  fi\n"
                                     "  compadd -- ${@:#*=}\n"
                                     "  compadd -S '' -- ${(M)@:#*=}\n"
                                     "}\n"
                                     "\n"
                                     "_lineprof_command() {\n"
                                     "  local -a commands=(\n";

static const char before_views[] = "  )\n"
                                   "  if ((CURRENT == 2)); then\n"
                                   "    _describe command commands\n"
                                   "    return\n"
                                   "  fi\n"
                                   "  shift words\n"
                                   "  ((CURRENT--))\n"
                                   "  case $words[1] in\n"
                                   "    (";

static const char after_words[] = "    (*) _files -g '*.lprof' ;;\n"
                                  "  esac\n"
                                  "}\n"
                                  "\n"
                                  "case $service in\n"
                                  "  (lineprof-view) _lineprof_view \"$@\" ;;\n"
                                  "  (lineprof) _lineprof_command \"$@\" ;;\n"
                                  "esac\n";

/* Inside '...', with what means something to _arguments or _describe escaped. */
static void print_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr("[]:\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_argument(FILE *out, const struct option_row *row)
{
    fprintf(out, ":%s:", row->argument);
    if (row->choice) {
        fputc('(', out);
        completion_print_words(out, row->choice);
        fputc(')', out);
    } else if (completion_takes_file(row)) {
        fputs("_files", out);
    }
}

/* name   as it is typed, with what its argument follows: "--unit=", "-u+" */
static void print_option(FILE *out, const struct option_row *row, const char *name)
{
    fprintf(out, "    '*%s[", name);
    print_text(out, row->summary);
    fputc(']', out);
    if (row->argument)
        print_argument(out, row);
    fputs("' \\\n", out);
}

static void print_spellings(FILE *out, const struct option_row *row)
{
    char name[64];

    snprintf(name, sizeof name, "--%s%s", row->name, row->argument ? "=" : "");
    print_option(out, row, name);
    if (!row->letter)
        return;
    snprintf(name, sizeof name, "-%c%s", row->letter, row->argument ? "+" : "");
    print_option(out, row, name);
}

void completion_print_zsh(FILE *out)
{
    fputs("#compdef lineprof-view lineprof\n"
          "# Made by: lineprof completion zsh\n"
          "\n"
          "_lineprof_view() {\n"
          "  _arguments -s -S \\\n",
          out);
    for (size_t i = 0; i < option_row_count; i++)
        print_spellings(out, &option_rows[i]);
    fputs(end_of_options, out);
    for (size_t i = 0; i < command_count; i++) {
        fprintf(out, "    '%s:", commands[i].name);
        print_text(out, commands[i].summary);
        fputs("'\n", out);
    }
    fputs(before_views, out);
    completion_print_view_commands(out, "|");
    fputs(") _lineprof_view ;;\n", out);
    for (size_t i = 0; i < completion_words_count; i++)
        fprintf(out, "    (%s) _lineprof_words %s ;;\n", completion_words[i].command,
                completion_words[i].words);
    fputs(after_words, out);
}
