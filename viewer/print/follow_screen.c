/* SPDX-License-Identifier: MIT */
#include "print/follow_screen.h"

#include "base/color.h"
#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_LINES 3

/* A text, cut and cleaned; it is freed. */
static void print_line(FILE *out, const struct follow_screen *s, char *text,
                       const char *color)
{
    if (s->is_terminal)
        fputs(color, out);
    text_print_expanded(out, text_of(text), 0, s->width);
    fputs(s->is_terminal ? COLOR_END "\x1b[K\r\n" : "\n", out);
    free(text);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Of the first file; several are added up. */
static char *state_text(const struct follow_screen *s)
{
    const struct input *input = &s->profile->inputs[0];
    char wall[DURATION_BYTES];

    return memory_format("%s, process %" PRIu32 ", %s, %s%s", input->program, input->pid,
                         run_state_name(input->state),
                         duration_format(wall, (double)input->wall_ns),
                         s->profile->input_count > 1 ? ", and more" : "");
}

/* Share of a time that a thread had, so that four threads have 400 %.  A sleep is charged
   when it ends, also what of it came before the last look. */
static double share(const struct follow_screen *s, uint64_t ns, double of_s)
{
    const size_t threads = s->profile->thread_count;
    const double most = 100 * (double)(threads ? threads : 1);
    const double percent = of_s > 0 ? 100 * (double)ns * 1e-9 / of_s : 0;

    return percent < most ? percent : most;
}

static char *row_text(const struct follow_screen *s, const struct follow_row *row)
{
    const struct line *line = row->line;
    const double since_s =
        s->since_s > 0 ? s->since_s : (double)s->profile->inputs[0].wall_ns * 1e-9;
    struct lprof_text source =
        sources_line(s->sources, row->function, line->file, line->number);
    char time[DURATION_BYTES];

    while (source.size && (source.bytes[0] == ' ' || source.bytes[0] == '\t')) {
        source.bytes++;
        source.size--;
    }
    return memory_format("%6.1f %6.1f %9s %12" PRIu64 " %10.0f  %s:%" PRIu32 ": %.*s",
                         share(s, row->new_time_ns, since_s),
                         share(s, row->new_self_ns, since_s),
                         duration_format(time, (double)line->time_ns), line->hits,
                         since_s > 0 ? (double)row->new_hits / since_s : 0,
                         base_name(sources_path(s->sources, line->file)), line->number,
                         (int)source.size, source.bytes ? source.bytes : "");
}

static void print_help(FILE *out, const struct follow_screen *s)
{
    static const char *const lines[] = {
        "% Now    of a second, on that line and in what it calls; % Self without that",
        "Time     so far; Hits so far, and in a second",
        "s        another order: time now, self time now, time, hits",
        "arrows, page keys   scroll",
        "q        end; any other key: back",
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        print_line(out, s, memory_string(lines[i], strlen(lines[i])), "");
    fputs("\x1b[J", out);
}

void follow_screen_print(FILE *out, const struct follow_screen *s)
{
    const size_t on_screen = s->height > HEAD_LINES ? s->height - HEAD_LINES
                             : s->height            ? 0
                                                    : SIZE_MAX;
    const size_t room = on_screen < s->limit ? on_screen : s->limit;

    print_line(out, s, state_text(s), "");
    print_line(
        out, s,
        memory_format("by %s%s", follow_order_name(s->order),
                      s->is_terminal
                          ? "   (s: another order, arrows: scroll, ?: help, q: end)"
                          : ""),
        "");
    print_line(out, s,
               memory_format("%6s %6s %9s %12s %10s  %s", "% Now", "% Self", "Time",
                             "Hits", "Hits/s", "Line"),
               COLOR_INVERSE);
    if (s->has_help) {
        print_help(out, s);
        return;
    }
    for (size_t i = s->scroll; i < s->rows->count && i - s->scroll < room; i++)
        print_line(out, s, row_text(s, &s->rows->all[i]), "");
    if (s->is_terminal)
        fputs("\x1b[J", out); /* what an earlier, longer screen has left */
}
