/* SPDX-License-Identifier: MIT */
/* Comma-separated values (RFC 4180, but for the line's end, which is a newline): a row a
   line that can be hit.  What is not known is empty. */
#include "base/text.h"
#include "export/exporter.h"

#include <inttypes.h>
#include <string.h>

struct row {
    struct sources *sources;
    const char *region; /* NULL: there is no such column */
    const struct function *function;
    const struct line *line;
};

static void put_text(FILE *out, struct lprof_text text)
{
    const char *end = text.bytes + text.size;

    fputc('"', out);
    while (text.bytes < end) {
        const char *quote = memchr(text.bytes, '"', (size_t)(end - text.bytes));
        const size_t size = (size_t)((quote ? quote + 1 : end) - text.bytes);
        text_print_valid(out, (struct lprof_text){text.bytes, size});
        if (quote)
            fputc('"', out);
        text.bytes += size;
    }
    fputc('"', out);
}

static void put_count(FILE *out, bool is_known, uint64_t count)
{
    if (is_known)
        fprintf(out, "%" PRIu64, count);
}

static void put_function(FILE *out, const struct row *row)
{
    put_text(out, text_of(function_title(row->function)));
}

static void put_symbol(FILE *out, const struct row *row)
{
    put_text(out, text_of(row->function->symbol));
}

static void put_file(FILE *out, const struct row *row)
{
    put_text(out, text_of(row->line->file));
}

static void put_line(FILE *out, const struct row *row)
{
    put_count(out, true, row->line->number);
}

static void put_hits(FILE *out, const struct row *row)
{
    put_count(out, true, row->line->hits);
}

static void put_time(FILE *out, const struct row *row)
{
    put_count(out, row->function->has_times, row->line->time_ns);
}

static void put_self(FILE *out, const struct row *row)
{
    put_count(out, row->function->has_times, row->line->self_ns);
}

static void put_timed(FILE *out, const struct row *row)
{
    put_count(out, line_timed_is_known(row->function, row->line), row->line->timed);
}

static void put_min(FILE *out, const struct row *row)
{
    put_count(out, line_has_visits(row->function, row->line), row->line->min_ns);
}

static void put_max(FILE *out, const struct row *row)
{
    put_count(out, line_has_visits(row->function, row->line), row->line->max_ns);
}

static void put_if_known(FILE *out, uint64_t quantity)
{
    put_count(out, quantity != NOT_KNOWN, quantity);
}

static void put_p50(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->p50_ns);
}

static void put_p90(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->p90_ns);
}

static void put_p99(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->p99_ns);
}

static void put_off_cpu(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->off_cpu_ns);
}

static void put_allocs(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->heap.allocs);
}

static void put_bytes(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->heap.bytes);
}

static void put_self_bytes(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->heap.own_bytes);
}

static void put_freed(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->heap.freed);
}

static void put_peak_bytes(FILE *out, const struct row *row)
{
    put_if_known(out, row->line->heap.at_peak);
}

static void put_source(FILE *out, const struct row *row)
{
    const struct line *line = row->line;
    const struct lprof_text text =
        sources_line(row->sources, row->function, line->file, line->number);

    if (text.bytes)
        put_text(out, text);
}

static const struct {
    const char *name;
    void (*put)(FILE *out, const struct row *row);
} columns[] = {
    {"function",   put_function  },
    {"symbol",     put_symbol    },
    {"file",       put_file      },
    {"line",       put_line      },
    {"hits",       put_hits      },
    {"time_ns",    put_time      },
    {"self_ns",    put_self      },
    {"timed",      put_timed     },
    {"min_ns",     put_min       },
    {"max_ns",     put_max       },
    {"p50_ns",     put_p50       },
    {"p90_ns",     put_p90       },
    {"p99_ns",     put_p99       },
    {"off_cpu_ns", put_off_cpu   },
    {"allocs",     put_allocs    },
    {"bytes",      put_bytes     },
    {"self_bytes", put_self_bytes},
    {"freed",      put_freed     },
    {"peak_bytes", put_peak_bytes},
    {"source",     put_source    },
};

enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

static void put_row(FILE *out, const struct row *row)
{
    if (row->region) {
        put_text(out, text_of(row->region));
        fputc(',', out);
    }
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (i)
            fputc(',', out);
        columns[i].put(out, row);
    }
    fputc('\n', out);
}

static void put_titles(const struct export_job *job)
{
    if (job->region)
        fputs("region,", job->out);
    for (int i = 0; i < COLUMN_COUNT; i++)
        fprintf(job->out, "%s%s", i ? "," : "", columns[i].name);
    fputc('\n', job->out);
}

void export_csv(const struct export_job *job)
{
    if (!job->is_continued)
        put_titles(job);
    for (size_t i = 0; i < job->profile->function_count; i++) {
        const struct function *f = &job->profile->functions[i];
        for (size_t j = 0; f->shown && j < f->line_count; j++)
            put_row(job->out, &(struct row){job->sources, job->region, f, &f->lines[j]});
    }
}
