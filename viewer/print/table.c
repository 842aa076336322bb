/* SPDX-License-Identifier: MIT */
#include "print/table.h"

static void (*const printers[TABLE_COUNT])(const struct table_job *job) = {
    [TABLE_FUNCTIONS] = table_print_functions,
    [TABLE_ACTIONS] = table_print_actions,
    [TABLE_OPS] = table_print_ops,
    [TABLE_CALLERS] = table_print_callers,
    [TABLE_CALLEES] = table_print_callees,
    [TABLE_HOT] = table_print_hot,
    [TABLE_RANKS] = table_print_ranks,
    [TABLE_THREADS] = table_print_ranks,
    [TABLE_PHASES] = table_print_phases,
    [TABLE_STATS] = table_print_stats,
};

void table_print(const struct table_job *job)
{
    const enum table table = job->options->table;

    if (job->profile->part_kind != PARTS_NONE && table_has_spread(table))
        table_print_spread(job);
    else
        printers[table](job);
}
