/* SPDX-License-Identifier: MIT */
#include "page/html_finding.h"

#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "page/html_text.h"

#include <inttypes.h>

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

    if (!finding->line)
        return memory_format("No line that was profiled has run");
    if (!finding->has_times)
        return memory_format(" was hit %" PRIu64 " times, %.1f %% of all hits",
                             finding->part, percent);
    return memory_format(" took %.1f %% of %s", percent,
                         html_duration(whole, (double)finding->whole));
}
