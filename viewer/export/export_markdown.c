/* SPDX-License-Identifier: MIT */
/* Markdown with tables, as GitHub and GitLab show it: for summaries of continuous
   integration.  Every text of the profile stands in a code span, in which no markup
   means anything. */
#include "base/text.h"
#include "export/exporter.h"

#include <inttypes.h>
#include <string.h>

#define NS_PER_US 1000.0

/* A code span may hold shorter runs of backticks than the ones around it. */
static size_t longest_run(struct lprof_text text)
{
    size_t longest = 0;
    size_t run = 0;

    for (size_t i = 0; i < text.size; i++) {
        run = text.bytes[i] == '`' ? run + 1 : 0;
        if (run > longest)
            longest = run;
    }
    return longest;
}

static void put_fence(FILE *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputc('`', out);
}

/* Indentation in spaces that browsers do not join into one. */
static struct lprof_text put_indentation(FILE *out, struct lprof_text text)
{
    for (; text.size && (*text.bytes == ' ' || *text.bytes == '\t'); text.size--)
        fputs(*text.bytes++ == '\t' ? "\u00a0\u00a0\u00a0\u00a0" : "\u00a0", out);
    return text;
}

/* The inside of a code span; a table's cell ends at `|`, wherever it stands. */
static void put_code_text(FILE *out, struct lprof_text text, bool in_cell)
{
    const char *end = text.bytes + text.size;

    while (text.bytes < end) {
        const char *bar =
            in_cell ? memchr(text.bytes, '|', (size_t)(end - text.bytes)) : NULL;
        const size_t size = (size_t)((bar ? bar : end) - text.bytes);
        text_print_valid(out, (struct lprof_text){text.bytes, size});
        if (bar)
            fputs("\\|", out);
        text.bytes += size + (bar != NULL);
    }
}

static bool is_blank(struct lprof_text text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] != ' ' && text.bytes[i] != '\t')
            return false;
    }
    return true;
}

static void put_code(FILE *out, struct lprof_text text, bool in_cell)
{
    const size_t fence = longest_run(text) + 1;

    if (is_blank(text))
        return;
    put_fence(out, fence);
    /* One space at each end is taken off: so the fence may touch a backtick. */
    if (fence > 1)
        fputc(' ', out);
    put_code_text(out, put_indentation(out, text), in_cell);
    if (fence > 1)
        fputc(' ', out);
    put_fence(out, fence);
}

static void put_times(FILE *out, const struct function *f, const struct line *line)
{
    if (!f->has_times || !line->hits) {
        fputs(" | | |", out);
        return;
    }
    const double time_us = (double)line->time_ns / NS_PER_US;
    fprintf(out, " %.1f | %.1f |", time_us, time_us / (double)line->hits);
    if (f->total_ns)
        fprintf(out, " %.1f", 100.0 * (double)line->time_ns / (double)f->total_ns);
    fputs(" |", out);
}

static void put_count(FILE *out, uint64_t count)
{
    if (count == NOT_KNOWN)
        fputs(" |", out);
    else
        fprintf(out, " %" PRIu64 " |", count);
}

static void put_line(const struct export_job *job, const struct function *f,
                     const struct line *line)
{
    fputs("| ", job->out);
    if (line->file != f->file) {
        put_code(job->out, text_of(path_base(line->file)), true);
        fputc(':', job->out);
    }
    fprintf(job->out, "%" PRIu32 " | %" PRIu64 " |", line->number, line->hits);
    put_times(job->out, f, line);
    if (f->heap_state == HEAP_COUNTED) {
        put_count(job->out, line->heap.allocs);
        put_count(job->out, line->heap.bytes);
        if (line->heap.at_peak != NOT_KNOWN)
            put_count(job->out, line->heap.at_peak);
    }
    fputc(' ', job->out);
    put_code(job->out, sources_line(job->sources, f, line->file, line->number), true);
    fputs(" |\n", job->out);
}

static void put_function(const struct export_job *job, const struct function *f)
{
    fputs("### ", job->out);
    put_code(job->out, text_of(function_title(f)), false);
    fputs("\n\n", job->out);
    put_code(job->out, text_of(sources_path(job->sources, f->file)), false);
    fprintf(job->out, " line %" PRIu32, f->line);
    if (f->has_times)
        fprintf(job->out, ", total time %g s", (double)f->total_ns / 1e9);
    const bool has_heap = f->heap_state == HEAP_COUNTED;
    const bool has_peak = has_heap && function_heap(f).at_peak != NOT_KNOWN;
    fprintf(
        job->out,
        "\n\n| Line # | Hits | Time (µs) | Per Hit (µs) | %% Time |%s%s Line Contents |\n"
        "|--:|--:|--:|--:|--:|%s%s:--|\n",
        has_heap ? " Allocs | Bytes |" : "", has_peak ? " Peak Bytes |" : "",
        has_heap ? "--:|--:|" : "", has_peak ? "--:|" : "");
    for (size_t i = 0; i < f->line_count; i++)
        put_line(job, f, &f->lines[i]);
    fputc('\n', job->out);
}

void export_markdown(const struct export_job *job)
{
    if (job->region) {
        fputs("## ", job->out);
        put_code(job->out, text_of(job->region), false);
        fputs("\n\n", job->out);
    }
    for (size_t i = 0; i < job->profile->function_count; i++) {
        if (job->profile->functions[i].shown)
            put_function(job, &job->profile->functions[i]);
    }
}
