/* SPDX-License-Identifier: MIT */
/* The lines of functions by ranks or threads. */
#include "analysis/imbalance.h"
#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>

/* More do not fit beside each other. */
enum { MOST_COLUMNS = 16 };

struct rank_lines {
    const struct table_job *job;
    const struct function *function;
    enum portion_measure measure; /* of its lines */
    size_t parts[MOST_COLUMNS];   /* those that have a column, ascending */
    size_t part_count;
};

static uint64_t value_of(const struct rank_lines *r, size_t part)
{
    const uint64_t value = portion_value(&r->function->portions->of[part], r->measure);
    return value == NOT_KNOWN ? 0 : value;
}

/* Whether fewer than that many parts have more, the first of equal ones counting as
   more. */
static bool is_among_first(const struct rank_lines *r, size_t part, size_t count)
{
    const uint64_t its = value_of(r, part);
    size_t before = 0;

    for (size_t i = 0; i < r->function->portions->count && before < count; i++) {
        const uint64_t other = value_of(r, i);
        before += other > its || (other == its && i < part);
    }
    return before < count;
}

static void choose_parts(struct rank_lines *r)
{
    const struct portions *portions = r->function->portions;

    r->part_count = 0;
    for (size_t i = 0; i < portions->count; i++) {
        if (portions->of[i].count != NOT_KNOWN && is_among_first(r, i, MOST_COLUMNS))
            r->parts[r->part_count++] = i;
    }
}

static void print_header(const struct rank_lines *r)
{
    const struct profile *profile = r->job->profile;
    static const char *const nouns[] = {
        [PARTS_NONE] = "",
        [PARTS_RANKS] = "Rank",
        [PARTS_THREADS] = "Thread",
        [PARTS_PHASES] = "Phase",
    };
    const char *noun = nouns[profile->part_kind];

    fprintf(r->job->out, "%8s", "Line #");
    for (size_t i = 0; i < r->part_count; i++) {
        char *title = memory_format("%s %s", noun, profile->parts[r->parts[i]].label);
        fprintf(r->job->out, "  %9s", title);
        free(title);
    }
    fputs("   Imb %       Lost  Line Contents\n", r->job->out);
}

static void print_cell(const struct rank_lines *r, const struct line *line, size_t part)
{
    char text[DURATION_BYTES] = "-";

    if (line->portions && line->portions->of[part].count)
        table_spread_value(text, r->measure != PORTION_COUNT,
                           (double)portion_value(&line->portions->of[part], r->measure));
    fprintf(r->job->out, "  %9s", text);
}

static void print_line(const struct rank_lines *r, const struct line *line)
{
    const struct lprof_text source =
        sources_line(r->job->sources, r->function, line->file, line->number);
    char lost[DURATION_BYTES];
    struct spread spread;

    if (!spread_make(&spread, line->portions, r->measure))
        return;
    fprintf(r->job->out, "%8" PRIu32, line->number);
    for (size_t i = 0; i < r->part_count; i++)
        print_cell(r, line, r->parts[i]);
    fprintf(r->job->out, "  %6.1f  %9s  ", spread.imbalance,
            table_spread_value(lost, r->measure != PORTION_COUNT, spread.lost));
    text_print_expanded(r->job->out, source, 0, SIZE_MAX);
    fputc('\n', r->job->out);
}

static void print_title(const struct rank_lines *r)
{
    const struct table_job *job = r->job;
    char *place = table_place(job, r->function);

    fprintf(job->out, "\n%s\n", place);
    if (r->part_count < job->profile->part_count && r->part_count == MOST_COLUMNS)
        fprintf(job->out, "The %d %ss of %zu that took longest in it\n", MOST_COLUMNS,
                part_noun(job->profile), job->profile->part_count);
    free(place);
}

void table_print_rank_lines(const struct table_job *job)
{
    for (size_t i = 0; i < job->profile->function_count; i++) {
        const struct function *f = &job->profile->functions[i];
        struct rank_lines r = {.job = job, .function = f};
        r.measure = f->has_times ? PORTION_TIME : PORTION_COUNT;
        if (!f->shown || !f->portions || !function_has_run(f))
            continue;
        choose_parts(&r);
        print_title(&r);
        print_header(&r);
        for (size_t j = 0; j < f->line_count; j++)
            print_line(&r, &f->lines[j]);
    }
}
