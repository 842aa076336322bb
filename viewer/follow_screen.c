/* SPDX-License-Identifier: MIT */
#include "follow_screen.h"

#include "color.h"
#include "duration.h"
#include "memory.h"
#include "text.h"

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

/* Share of a time that a thread had, so that four threads have 400 %. */
static double share(uint64_t ns, double of_s)
{
    return of_s > 0 ? 100 * (double)ns * 1e-9 / of_s : 0;
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
                         share(row->new_time_ns, since_s),
                         share(row->new_self_ns, since_s),
                         duration_format(time, (double)line->time_ns), line->hits,
                         since_s > 0 ? (double)row->new_hits / since_s : 0,
                         base_name(sources_path(s->sources, line->file)), line->number,
                         (int)source.size, source.bytes ? source.bytes : "");
}

void follow_screen_print(FILE *out, const struct follow_screen *s)
{
    const size_t room = s->height > HEAD_LINES ? s->height - HEAD_LINES
                        : s->height            ? 0
                                               : SIZE_MAX;

    print_line(out, s, state_text(s), "");
    print_line(out, s,
               memory_format(
                   "by %s%s", follow_order_name(s->order),
                   s->is_terminal ? "   (s: another order, arrows: scroll, q: end)" : ""),
               "");
    print_line(out, s,
               memory_format("%6s %6s %9s %12s %10s  %s", "% Now", "% Self", "Time",
                             "Hits", "Hits/s", "Line"),
               COLOR_INVERSE);
    for (size_t i = s->scroll; i < s->rows->count && i - s->scroll < room; i++)
        print_line(out, s, row_text(s, &s->rows->all[i]), "");
    if (s->is_terminal)
        fputs("\x1b[J", out); /* what an earlier, longer screen has left */
}
