/* SPDX-License-Identifier: MIT */
/* A row for each rank, thread or phase, and what they have in the least, on average and
   at most. */
#include "analysis/imbalance.h"
#include "base/duration.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "print/table.h"

#include <math.h>
#include <stdlib.h>

/* The numbers of a row; those of a rank, or their least, mean or most. */
enum { WALL, PROFILED, OFF, PORTION, NUMBERS };

struct rank_table {
    const struct table_job *job;
    bool has_times; /* else PROFILED is hits */
    double *values; /* NUMBERS for each part; OFF is negative where it is not known */
    bool has_off;
    int name_width;
    char *const *texts;   /* behind the rows; NULL: none */
    double rest[NUMBERS]; /* what came after the last phase */
};

/* ---- The numbers ---- */

static uint64_t profiled_of(const struct rank_table *t, size_t part)
{
    const struct profile *profile = t->job->profile;
    uint64_t sum = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (!f->shown || !f->portions || f->portions->of[part].count == NOT_KNOWN)
            continue;
        if (t->has_times)
            time_add(&sum, f->has_times ? f->portions->of[part].self_ns : 0);
        for (size_t j = 0; !t->has_times && j < f->line_count; j++) {
            if (f->lines[j].portions)
                count_add(&sum, f->lines[j].portions->of[part].count);
        }
    }
    return sum;
}

/* Of all that was profiled, whoever has a part in it. */
static double profiled_in_all(const struct rank_table *t)
{
    const struct profile *profile = t->job->profile;
    double sum = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (f->shown && t->has_times && f->has_times)
            sum += (double)f->self_ns;
        for (size_t j = 0; f->shown && !t->has_times && j < f->line_count; j++)
            sum += (double)f->lines[j].hits;
    }
    return sum;
}

static bool has_rest(const struct rank_table *t)
{
    return t->job->profile->part_kind == PARTS_PHASES;
}

/* all  what the parts have; then what there is */
static void fill_rest(struct rank_table *t, double *all)
{
    const struct profile *profile = t->job->profile;
    const double whole = profiled_in_all(t);

    if (!has_rest(t))
        return;
    for (size_t i = 0; i < profile->input_count; i++) {
        if ((double)profile->inputs[i].wall_ns > t->rest[WALL])
            t->rest[WALL] = (double)profile->inputs[i].wall_ns;
    }
    for (size_t i = 0; i < profile->part_count; i++)
        t->rest[WALL] -= t->values[i * NUMBERS + WALL];
    t->rest[WALL] = fmax(t->rest[WALL], 0);
    t->rest[PROFILED] = fmax(whole - *all, 0);
    t->rest[OFF] = -1;
    *all += t->rest[PROFILED];
}

static void fill(struct rank_table *t)
{
    const struct profile *profile = t->job->profile;
    double all = 0;

    t->has_off = true;
    for (size_t i = 0; i < profile->part_count; i++) {
        const struct part *part = &profile->parts[i];
        double *row = &t->values[i * NUMBERS];
        row[WALL] = (double)part->wall_ns;
        row[PROFILED] = (double)profiled_of(t, i);
        row[OFF] = (double)part->off_ns;
        t->has_off &= part->off_ns != NOT_KNOWN;
        all += row[PROFILED];
    }
    fill_rest(t, &all);
    for (size_t i = 0; i < profile->part_count; i++) {
        double *row = &t->values[i * NUMBERS];
        row[PORTION] = all > 0 ? 100 * row[PROFILED] / all : 0;
    }
    t->rest[PORTION] = all > 0 ? 100 * t->rest[PROFILED] / all : 0;
}

/* ---- Rows ---- */

static const char *name_of(const struct rank_table *t, size_t part)
{
    const struct part *its = &t->job->profile->parts[part];

    return t->job->profile->part_kind == PARTS_RANKS ? its->input->host : its->name;
}

static void print_row(const struct rank_table *t, const char *label, const char *name,
                      const double *row, const char *text)
{
    FILE *out = t->job->out;
    char wall[DURATION_BYTES], profiled[DURATION_BYTES], off[DURATION_BYTES] = "-";
    char *clean = table_clean(name);
    const int padding = t->name_width - (int)text_width(text_of(clean));

    if (t->has_off && row[OFF] >= 0)
        duration_format(off, row[OFF]);
    fprintf(out, "%8s  %s%*s %10s  %10s  %10s  %7.1f", label, clean,
            padding > 0 ? padding : 0, "", duration_format(wall, row[WALL]),
            table_spread_value(profiled, t->has_times, row[PROFILED]), off, row[PORTION]);
    if (*text) {
        fputs("  ", out);
        string_print_clean(out, text);
    }
    fputc('\n', out);
    free(clean);
}

static void measure(struct rank_table *t)
{
    for (size_t i = 0; i < t->job->profile->part_count; i++) {
        char *clean = table_clean(name_of(t, i));
        const int width = (int)text_width(text_of(clean));
        t->name_width = width > t->name_width ? width : t->name_width;
        free(clean);
    }
}

static void print_header(const struct rank_table *t)
{
    static const struct {
        const char *part;
        const char *name;
        const char *wall;
    } titles[] = {
        [PARTS_NONE] = {"",       "",     ""    },
        [PARTS_RANKS] = {"Rank",   "Host", "Wall"},
        [PARTS_THREADS] = {"Thread", "Name", "Life"},
        [PARTS_PHASES] = {"Phase",  "Name", "Wall"},
    };
    const enum part_kind kind = t->job->profile->part_kind;

    fprintf(t->job->out, "%8s  %-*s %10s  %10s  %10s  %7s%s\n", titles[kind].part,
            t->name_width, titles[kind].name, titles[kind].wall,
            t->has_times ? "Profiled" : "Hits", "Off CPU", "Share %",
            t->texts ? "  Against the median" : "");
}

/* Of those with most to do, as many as the user wants. */
static double least_shown(const struct rank_table *t)
{
    const struct profile *profile = t->job->profile;
    struct ranking ranking = {0};
    double least = 0;

    if (t->job->options->limit < 0)
        return 0;
    ranking.all = memory_zeroed(profile->part_count, sizeof *ranking.all);
    ranking.count = profile->part_count;
    for (size_t i = 0; i < profile->part_count; i++) {
        ranking.all[i].name = "";
        ranking.all[i].total_ns = (uint64_t)t->values[i * NUMBERS + PROFILED];
    }
    ranking_sort(&ranking, (struct sort_order){(const uint32_t[]){SORT_CUMULATIVE}, 1});
    ranking_cut(&ranking, t->job->options->limit);
    least = ranking.count ? (double)ranking.all[ranking.count - 1].total_ns : 1e300;
    ranking_release(&ranking);
    return least;
}

static void print_parts(const struct rank_table *t)
{
    const struct profile *profile = t->job->profile;
    const double least = least_shown(t);

    for (size_t i = 0; i < profile->part_count; i++) {
        if (t->values[i * NUMBERS + PROFILED] >= least)
            print_row(t, profile->parts[i].label, name_of(t, i), &t->values[i * NUMBERS],
                      t->texts ? t->texts[i] : "");
    }
}

/* ---- What they have together ---- */

static struct spread spread_of_column(const struct rank_table *t, size_t column)
{
    const size_t count = t->job->profile->part_count;
    double *values = memory_zeroed(count, sizeof *values);
    struct spread spread;

    for (size_t i = 0; i < count; i++)
        values[i] = t->values[i * NUMBERS + column];
    spread_of_values(&spread, values, count);
    free(values);
    return spread;
}

static void print_imbalance(const struct rank_table *t,
                            const struct spread spreads[NUMBERS])
{
    char off[32] = "-";

    if (t->has_off)
        snprintf(off, sizeof off, "%.1f", spreads[OFF].imbalance);
    fprintf(t->job->out, "%8s  %*s %10.1f  %10.1f  %10s\n", "Imb %", t->name_width, "",
            spreads[WALL].imbalance, spreads[PROFILED].imbalance, off);
}

static void print_summary(const struct rank_table *t)
{
    struct spread spreads[NUMBERS];
    double least[NUMBERS], mean[NUMBERS], most[NUMBERS];

    for (size_t i = 0; i < NUMBERS; i++) {
        spreads[i] = spread_of_column(t, i);
        least[i] = spreads[i].least;
        mean[i] = spreads[i].mean;
        most[i] = spreads[i].most;
    }
    fputc('\n', t->job->out);
    print_row(t, "Min", "", least, "");
    print_row(t, "Avg", "", mean, "");
    print_row(t, "Max", "", most, "");
    print_imbalance(t, spreads);
}

void table_print_parts(const struct table_job *job, char *const *texts)
{
    struct rank_table t = {
        .job = job,
        .has_times = profile_has_times(job->profile),
        .values = memory_zeroed(job->profile->part_count, NUMBERS * sizeof(double)),
        .name_width = sizeof "Host" - 1,
        .texts = texts,
    };

    fill(&t);
    measure(&t);
    print_header(&t);
    print_parts(&t);
    if (has_rest(&t))
        print_row(&t, "rest", "", t.rest, "");
    if (job->profile->part_count > 1)
        print_summary(&t);
    free(t.values);
    if (job->options->functions.count)
        table_print_rank_lines(job);
}

void table_print_ranks(const struct table_job *job)
{
    table_print_parts(job, NULL);
}
