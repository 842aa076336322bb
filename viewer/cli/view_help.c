/* SPDX-License-Identifier: MIT */
#include "cli/view_help.h"

static const struct {
    const char *name;
    const char *head; /* before the options */
    const char *tail;
} helps[] = {
    [VIEW_LISTING] =
        {"lineprof-view",
                        "Usage: lineprof-view [OPTION]... [FILE.lprof]...\n"
         "Show where a profiled program spent its time, line by line.  Several files "
         "are\n"
         "added together; without one it is the newest here.\n\n"
         "  lineprof-view train.lprof                  every line that was profiled\n"
         "  lineprof-view -m -t -z train.lprof         and a summary, the slowest at the "
         "end\n"
         "  lineprof-view -f 'net::*' -r train.lprof   some functions, with bars\n"
         "  lineprof-view --calls -f step train.lprof  what the lines of step() call\n"
         "  lineprof-view --table=functions --limit=10 train.lprof  the ten costliest\n"
         "  lineprof-view --diff=before.lprof after.lprof           what has become "
         "slower\n"
         "  lineprof-view --diff=before.lprof --fail-above=5 after.lprof   and fail if "
         "so\n"
         "  lineprof-view --diff=before.lprof --format=github after.lprof   for CI\n"
         "  lineprof-view --columns=hits,self,source train.lprof    other columns\n"
         "  lineprof-view train.*.lprof                all ranks together\n"
         "  lineprof-view --table=ranks train.*.lprof  which rank is late, where, who "
         "waits\n"
         "  lineprof-view --format=json -o train.json train.lprof   for other programs\n"
         "  lineprof-view --format=html -o train.html train.lprof   for a browser\n"
         "\n",                                                                "Status: 0 done, 1 a file is wrong or the output cannot be written, 2 usage,\n"
         "3 a limit given with --fail-above or the like was passed.\n"
         "Environment: LINEPROF_PAGER, PAGER, NO_COLOR, CLICOLOR_FORCE.\n"                                                                          },
    [VIEW_DIFF] =
        {"lineprof diff",
                        "Usage: lineprof diff [OPTION]... BASE FILE...\n"
         "Show what has changed since BASE: hits and times of both, line by line.\n\n"
         "  lineprof diff before.lprof after.lprof       what has become slower\n"
         "  lineprof diff -z -m before.lprof after.lprof and a summary\n"
         "  lineprof diff --fail-above=5 before.lprof after.lprof   fail if 5 % slower\n"
         "  lineprof diff --format=junit -o report.xml before.lprof after.lprof   for "
         "CI\n"
         "\n",                                                                "Status: 0 done, 1 a file is wrong or the output cannot be written, 2 usage,\n"
         "3 a limit given with --fail-above or the like was passed.\n"                                                                              },
    [VIEW_TOP] =
        {"lineprof top",
                        "Usage: lineprof top [OPTION]... FILE...\n"
         "Show the lines of a running program as top shows processes, once a second.\n\n"
         "  lineprof top train.lprof                     while it runs\n"
         "  lineprof top -f 'net::*' train.lprof         some functions\n\n", "Keys: s another order, arrows and page keys scroll, ? helps, q ends.\n"
         "Without a terminal the looks are printed below each other until it ends.\n"},
    [VIEW_HTML] =
        {"lineprof html",
                        "Usage: lineprof html [OPTION]... FILE...\n"
         "Write a page for a browser, one file with all in it, and print its name:\n"
         "PROGRAM.html here, unless -o says where to.\n\n"
         "  lineprof html train.lprof                    train.html\n"
         "  lineprof html --open train.lprof             and show it\n"
         "  lineprof html -o ranks.html train.*.lprof    all ranks together\n"
         "  lineprof html --diff=before.lprof after.lprof   and what has changed\n"
         "\n",                                                                "Without -o no file but an earlier page is overwritten.\n"
         "Status: 0 done, 1 a file is wrong or the page cannot be written, 2 usage.\n"                                                              },
};

const char *view_help_name(enum view_command command)
{
    return helps[command].name;
}

void view_help_print(FILE *out, enum view_command command)
{
    fputs(helps[command].head, out);
    options_print_help(out, command);
    fputc('\n', out);
    fputs(helps[command].tail, out);
}
