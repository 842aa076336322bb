/* SPDX-License-Identifier: MIT */
/* Each figure is a path of steps, one for each sample; where phases ended is a line. */
#include "page/html_stats.h"

#include "page/html_text.h"
#include "stats/usage.h"

#include <stdlib.h>

/* Of a drawing, which the browser stretches. */
#define WIDTH  1000
#define HEIGHT 100

struct strip {
    FILE *out;
    const struct stats *stats;
    unsigned figure;
    struct stats_span whole;
    double most;
};

static double x_of(const struct strip *strip, uint64_t at_ns)
{
    const double length = (double)(strip->whole.end_ns - strip->whole.begin_ns);

    return WIDTH * ((double)at_ns - (double)strip->whole.begin_ns) / length;
}

static void print_steps(const struct strip *strip)
{
    const struct stats *stats = strip->stats;

    fprintf(strip->out, "<path d=\"M0 %d", HEIGHT);
    for (size_t i = 1; i < stats->sample_count; i++) {
        const double value = usage_at(stats, strip->figure, i);
        fprintf(strip->out, "V%.1fH%.1f", HEIGHT - HEIGHT * value / strip->most,
                x_of(strip, stats->samples[i].at_ns));
    }
    fprintf(strip->out, "V%dZ\"/>", HEIGHT);
}

/* The last one is no phase. */
static void print_ends(const struct strip *strip)
{
    const struct stats *stats = strip->stats;

    if (!stats->phase_count)
        return;
    fputs("<path class=\"end\" d=\"", strip->out);
    for (size_t i = 0; i + 1 < stats->phase_count; i++)
        fprintf(strip->out, "M%.1f 0V%d", x_of(strip, stats->phases[i].end_ns), HEIGHT);
    fputs("\"/>", strip->out);
}

static double most_of(const struct stats *stats, unsigned figure)
{
    double most = 0;

    for (size_t i = 1; i < stats->sample_count; i++) {
        const double value = usage_at(stats, figure, i);
        most = value > most ? value : most;
    }
    return most;
}

static void print_strip(FILE *out, const struct stats *stats,
                        const struct usage_column *column)
{
    const struct strip strip = {
        .out = out,
        .stats = stats,
        .figure = column->figure,
        .whole = usage_whole(stats),
        .most = most_of(stats, column->figure),
    };
    char *title = usage_title(column, stats);
    char length[HTML_DURATION_BYTES];
    struct usage usage;

    if (usage_of(&usage, stats, column->figure, &strip.whole)) {
        fputs("<figure><figcaption>", out);
        html_print_string(out, title);
        fprintf(out, ": %.1f on average, %.1f at most</figcaption>",
                usage.avg / column->unit, usage.max / column->unit);
        fprintf(out,
                "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" "
                "aria-label=\"",
                WIDTH, HEIGHT);
        html_print_string(out, title);
        fprintf(
            out, " over %s\">",
            html_duration(length, (double)(strip.whole.end_ns - strip.whole.begin_ns)));
        print_steps(&strip);
        print_ends(&strip);
        fputs("</svg></figure>\n", out);
    }
    free(title);
}

void html_print_stats(FILE *out, const struct profile *profile)
{
    const struct stats *all = profile->stats;
    const size_t count = profile->stats_count;

    if (!count || all[0].process != all[count - 1].process)
        return;
    fputs("<section class=\"strips\" aria-label=\"What the process used\">\n", out);
    for (size_t i = 0; i < count; i++) {
        for (const struct usage_column *column = usage_columns; column->title; column++) {
            if (!column->only_max && usage_is_shown(&all[i], column))
                print_strip(out, &all[i], column);
        }
    }
    fputs("</section>\n", out);
}
