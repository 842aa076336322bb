/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/completion.h"

/* Bash takes `--format=js` apart at the `=`, which is a word of its own then. */
static const char before_words[] =
    "# Completion of lineprof-view and lineprof; made by: lineprof completion bash\n"
    "_lineprof_files() {\n"
    "  compopt -o filenames\n"
    "  mapfile -t COMPREPLY < <(compgen -f -X \"${2-}\" -- \"$1\"; compgen -d -- "
    "\"$1\")\n"
    "}\n"
    "\n"
    "_lineprof_view() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "  [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "  [[ $cur == = ]] && cur=\n"
    "  case $prev in\n";

static const char before_options[] = "  esac\n"
                                     "  if [[ $cur != -* ]]; then\n"
                                     "    _lineprof_files \"$cur\" '!*.lprof'\n"
                                     "    return\n"
                                     "  fi\n"
                                     "  mapfile -t COMPREPLY < <(compgen -W '";

static const char after_options[] =
    "' -- \"$cur\")\n"
    "  [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace\n"
    "}\n"
    "\n"
    "_lineprof_words() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]}\n"
    "  [[ $cur == = ]] && cur=\n"
    "  if [[ $cur != -* && $1 == -* ]]; then\n"
    "    _lineprof_files \"$cur\" '!*.lprof'\n"
    "    return\n"
    "  fi\n"
    "  mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
    "  [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace\n"
    "}\n"
    "\n"
    "_lineprof() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]}\n"
    "  if ((COMP_CWORD == 1)); then\n"
    "    mapfile -t COMPREPLY < <(compgen -W '";

static void print_argument(FILE *out, const struct option_row *row)
{
    fprintf(out, "    --%s", row->name);
    if (row->letter)
        fprintf(out, " | -%c", row->letter);
    if (row->choice) {
        fputs(")\n      mapfile -t COMPREPLY < <(compgen -W '", out);
        completion_print_words(out, row->choice);
        fputs("' -- \"$cur\")", out);
    } else if (completion_takes_file(row)) {
        fputs(")\n      _lineprof_files \"$cur\"", out);
    } else {
        fputs(")", out);
    }
    fputs("\n      return\n      ;;\n", out);
}

static void print_option(FILE *out, const struct option_row *row)
{
    fprintf(out, " --%s%s", row->name, row->argument ? "=" : "");
    if (row->letter)
        fprintf(out, " -%c", row->letter);
}

void completion_print_bash(FILE *out)
{
    fputs(before_words, out);
    for (size_t i = 0; i < option_row_count; i++) {
        if (option_rows[i].argument)
            print_argument(out, &option_rows[i]);
    }
    fputs(before_options, out);
    for (size_t i = 0; i < option_row_count; i++)
        print_option(out, &option_rows[i]);
    fputs(after_options, out);
    for (size_t i = 0; i < command_count; i++)
        fprintf(out, " %s", commands[i].name);
    fputs("' -- \"$cur\")\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n    ", out);
    completion_print_view_commands(out, " | ");
    fputs(") _lineprof_view ;;\n", out);
    for (size_t i = 0; i < completion_words_count; i++)
        fprintf(out, "    %s) _lineprof_words '%s' ;;\n", completion_words[i].command,
                completion_words[i].words);
    fputs("    *) _lineprof_files \"$cur\" '!*.lprof' ;;\n"
          "  esac\n"
          "}\n"
          "\n"
          "complete -F _lineprof_view lineprof-view\n"
          "complete -F _lineprof lineprof\n",
          out);
}
