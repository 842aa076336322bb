/* SPDX-License-Identifier: MIT */
/*
 * The tables of --table, as data: the hottest lines, pstats' functions, Lightning's
 * actions, torch's operators, who called whom, ranks and threads, and what was used.  A
 * new one is a row here and a file table_NAME.c. The door of all table*.c.
 */
#ifndef TABLE_H
#define TABLE_H

#include "analysis/ranking.h"
#include "base/duration.h"
#include "base/lists.h"
#include "model/profile.h"
#include "source/source.h"

#include <stdio.h>

/* The tables of --table; TABLE_LINES is the listing. */
enum table {
    TABLE_LINES,
    TABLE_FUNCTIONS,
    TABLE_ACTIONS,
    TABLE_OPS,
    TABLE_CALLERS,
    TABLE_CALLEES,
    TABLE_HOT,
    TABLE_RANKS,
    TABLE_THREADS,
    TABLE_PHASES,
    TABLE_STATS,
    TABLE_COUNT
};

/* What the user has said of a table; the lists are borrowed. */
struct table_options {
    enum table table;
    struct number_list sort_by; /* indices of sort_keys; none: the table's own order */
    double limit;               /* rows; under 1 a share of them; negative: all */
    bool all;                   /* functions beside regions in actions */
    struct word_list functions; /* what functions were chosen by: pstats says so */
    struct word_list files;
};

/* What a table is made of; all borrowed.  Failed writes are found when `out` is closed.
 */
struct table_job {
    FILE *out;
    const struct profile *profile;
    struct sources *sources;
    const struct table_options *options;
};

/* Print the table that the options name, which is not TABLE_LINES.  TABLE_RANKS,
   TABLE_THREADS and TABLE_PHASES want a profile with parts; those that table_has_spread()
   tell what these have, where there are some.  TABLE_STATS wants one with stats. */
void table_print(const struct table_job *job);

/* The tables, each one's order and limit when the user says nothing. */
void table_print_functions(const struct table_job *job);
void table_print_actions(const struct table_job *job);
void table_print_ops(const struct table_job *job);
void table_print_callers(const struct table_job *job);
void table_print_callees(const struct table_job *job);
void table_print_hot(const struct table_job *job);
void table_print_ranks(const struct table_job *job);
void table_print_phases(const struct table_job *job);
void table_print_stats(const struct table_job *job);

/* The rows of ranks, threads or phases, and what they have together.
   texts    of each, what stands behind it; NULL: nothing */
void table_print_parts(const struct table_job *job, char *const *texts);

/* What ranks or threads have, of a table that can be shown so. */
bool table_has_spread(enum table table);
void table_print_spread(const struct table_job *job);

/* The lines by ranks or threads, of each function that is shown. */
void table_print_rank_lines(const struct table_job *job);

/* A time, or a number of hits; returns text. */
const char *table_spread_value(char text[DURATION_BYTES], bool is_time, double value);

/* The order the user asked for, or by one key. */
struct sort_order table_order(const struct table_job *job, const uint32_t *otherwise);

/* "file:line(name)", as pstats names a function; to be freed.  Control characters are
   inert. */
char *table_place(const struct table_job *job, const struct function *function);

/* The same for a line, or whatever has a file. */
char *table_place_of(const struct table_job *job, const struct ranked *ranked);

/* "Ordered by:" and the keys; what a filter by number has left out. */
void table_print_order(FILE *out, struct sort_order order);
void table_print_limit(const struct table_job *job, double limit, size_t from, size_t to);

/* A text in which control characters are escapes; to be freed. */
char *table_clean(const char *text);

/* What stands above pstats' tables: files, calls and time in all, the order, what has
   been left out.  The functions to list are sorted and cut; to be released. */
struct ranking table_begin_pstats(const struct table_job *job);

/* pstats' eight columns with three decimals, in seconds; a dash if the time is not
   known. */
void table_print_time(FILE *out, bool is_known, double ns);

#endif
