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

static void weigh_change(struct finding *finding, const struct comparison *c,
                         const struct function_pair *pair)
{
    for (size_t i = 0; i < pair->line_count; i++) {
        const struct line_pair *row = &pair->lines[i];
        const double was = weight_in(row->base, finding->has_times, c->base_runs);
        const double is = weight_in(row->now, finding->has_times, c->now_runs);
        finding->whole_was += was;
        finding->whole_is += is;
        if (fabs(is - was) <= fabs(finding->is - finding->was))
            continue;
        finding->was = was;
        finding->is = is;
        finding->change = row;
        finding->function = row->now ? pair->now : pair->base;
        finding->line = row->now ? row->now : row->base;
    }
}

struct finding finding_of_change(const struct comparison *comparison)
{
    struct finding finding = {.has_times = profile_has_times(comparison->base.profile) &&
                                           profile_has_times(comparison->now.profile),
                              .is_compared = true};

    for (size_t i = 0; i < comparison->pair_count; i++)
        weigh_change(&finding, comparison, &comparison->pairs[i]);
    return finding;
}

bool finding_is_shown(const struct finding *finding)
{
    return finding->line && (!finding->is_compared || finding->change->now);
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

static char *change_claim(const struct finding *finding)
{
    char *whole = whole_claim(finding);
    char *much = amount(finding, fabs(finding->is - finding->was));
    const char *did = verb(finding);
    char *text = !finding->line ? memory_format("No line has changed; %s", whole)
                 : !finding->change->now_number
                     ? memory_format(" is gone, which %s %s; %s", did, much, whole)
                 : !finding->change->base_number
                     ? memory_format(" is new and %s %s; %s", did, much, whole)
                     : memory_format(" %s %s %s than before; %s", did, much,
                                     finding->is > finding->was ? "more" : "less", whole);

    free(whole);
    free(much);
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
