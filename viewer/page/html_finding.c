/* SPDX-License-Identifier: MIT */
#include "page/html_finding.h"

#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "page/html_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

uint64_t finding_weight(const struct line *line, bool has_times)
{
    return has_times ? line->self_ns : line->hits;
}

static void weigh(struct finding *finding, const struct function *function)
{
    if (!function->shown || (finding->has_times && !function->has_times))
        return;
    for (size_t i = 0; i < function->line_count; i++) {
        const struct line *line = &function->lines[i];
        const uint64_t weight = finding_weight(line, finding->has_times);
        count_add(&finding->whole, weight);
        if (weight <= finding->part)
            continue;
        finding->part = weight;
        finding->function = function;
        finding->line = line;
    }
}

static struct finding finding_by(const struct profile *profile, bool has_times)
{
    struct finding finding = {.has_times = has_times};

    for (size_t i = 0; i < profile->function_count; i++)
        weigh(&finding, &profile->functions[i]);
    return finding;
}

struct finding finding_of(const struct profile *profile)
{
    const struct finding by_time = finding_by(profile, true);
    return by_time.line ? by_time : finding_by(profile, false);
}

/* ---- What has changed ---- */

static double weight_in(const struct line *line, bool has_times, double runs)
{
    return line ? (double)finding_weight(line, has_times) / runs : 0;
}

static bool is_on_both(const struct line_pair *row)
{
    return row->base_number && row->now_number;
}

/* A row that is on both sides, or all those between two such. */
struct change {
    double was, is;
    size_t added, removed;        /* of lines that count */
    const struct line_pair *line; /* the heaviest that is there now, or if none is was */
    double weight;                /* of that */
};

static void add_row(struct change *change, const struct line_pair *row, double was,
                    double is)
{
    const struct line *line = row->now ? row->now : row->base;
    const double weight = row->now ? is : was;
    const bool had_now = change->line && change->line->now;

    change->was += was;
    change->is += is;
    change->added += row->now && !row->base_number;
    change->removed += row->base && !row->now_number;
    if (!line || (had_now && !row->now))
        return;
    if (change->line && had_now == (row->now != NULL) && weight <= change->weight)
        return;
    change->line = row;
    change->weight = weight;
}

/* And begin the next. */
static void end_change(struct finding *finding, const struct function_pair *pair,
                       struct change *change)
{
    const struct line_pair *row = change->line;

    if (row && fabs(change->is - change->was) > fabs(finding->is - finding->was)) {
        finding->was = change->was;
        finding->is = change->is;
        finding->added = change->added;
        finding->removed = change->removed;
        finding->function = row->now ? pair->now : pair->base;
        finding->line = row->now ? row->now : row->base;
    }
    *change = (struct change){0};
}

static void weigh_changes(struct finding *finding, const struct comparison *c,
                          const struct function_pair *pair)
{
    struct change change = {0};

    for (size_t i = 0; i < pair->line_count; i++) {
        const struct line_pair *row = &pair->lines[i];
        const double was = weight_in(row->base, finding->has_times, c->base_runs);
        const double is = weight_in(row->now, finding->has_times, c->now_runs);
        finding->whole_was += was;
        finding->whole_is += is;
        if (is_on_both(row))
            end_change(finding, pair, &change);
        add_row(&change, row, was, is);
        if (is_on_both(row))
            end_change(finding, pair, &change);
    }
    end_change(finding, pair, &change);
}

struct finding finding_of_change(const struct comparison *comparison)
{
    struct finding finding = {.has_times = profile_has_times(comparison->base.profile) &&
                                           profile_has_times(comparison->now.profile),
                              .is_compared = true};

    for (size_t i = 0; i < comparison->pair_count; i++)
        weigh_changes(&finding, comparison, &comparison->pairs[i]);
    return finding;
}

bool finding_is_shown(const struct finding *finding)
{
    return finding->line && (finding->added || !finding->removed);
}

/* "3.2 ms", or "1,000 hits" without their commas. */
static char *amount(const struct finding *finding, double quantity)
{
    char text[HTML_DURATION_BYTES];

    return finding->has_times ? memory_format("%s", html_duration(text, quantity))
                              : memory_format("%.10g hits", quantity);
}

static const char *verb(const struct finding *finding)
{
    return finding->has_times ? "took" : "had";
}

/* What came of the whole. */
static char *whole_claim(const struct finding *finding)
{
    char *was = amount(finding, finding->whole_was);
    char *is = amount(finding, finding->whole_is);
    char percent[352] = "";

    change_format(percent, sizeof percent, finding->whole_was, finding->whole_is);
    char *text = memory_format("all together %s %s, before %s (%s)", verb(finding), is,
                               was, percent);
    free(was);
    free(is);
    return text;
}

/* What became of the lines. */
static char *lines_claim(const struct finding *finding, const char *much)
{
    const char *did = verb(finding);
    const char *how = finding->is > finding->was ? "more" : "less";
    const size_t lines = finding->added ? finding->added : finding->removed;
    const bool is_one = lines < 2;
    const char *beside = is_one ? "" : " and lines beside it";

    if (!lines)
        return memory_format(" %s %s %s than before", did, much, how);
    if (!finding->removed)
        return memory_format("%s %s new and %s %s", beside, is_one ? "is" : "are", did,
                             much);
    if (!finding->added)
        return memory_format("%s %s gone, which %s %s", beside, is_one ? "is" : "are",
                             did, much);
    return memory_format("%s %s %s %s than what %s replaced", beside, did, much, how,
                         is_one ? "it" : "they");
}

static char *change_claim(const struct finding *finding)
{
    char *whole = whole_claim(finding);
    char *much = amount(finding, fabs(finding->is - finding->was));
    char *lines =
        finding->line ? lines_claim(finding, much) : memory_format("No line has changed");
    char *text = memory_format("%s; %s", lines, whole);

    free(whole);
    free(much);
    free(lines);
    return text;
}

char *finding_place(const struct finding *finding)
{
    if (!finding->line)
        return memory_string("", 0);
    return memory_format("%s:%" PRIu32, path_base(finding->line->file),
                         finding->line->number);
}

char *finding_claim(const struct finding *finding)
{
    const double percent =
        100 * (double)finding->part / (finding->whole ? (double)finding->whole : 1);
    char whole[HTML_DURATION_BYTES];

    if (finding->is_compared)
        return change_claim(finding);
    if (!finding->line)
        return memory_format("No line that was profiled has run");
    if (!finding->has_times)
        return memory_format(" was hit %" PRIu64 " times, %.1f %% of all hits",
                             finding->part, percent);
    return memory_format(" took %.1f %% of %s", percent,
                         html_duration(whole, (double)finding->whole));
}
