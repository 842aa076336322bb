/* SPDX-License-Identifier: MIT */
#include "print/listing_groups.h"

#include "base/memory.h"
#include "base/saturate.h"

#include <string.h>

static bool is_in_header(const struct function *function, const struct line *line,
                         const struct source_header *header)
{
    return line->file == function->file && line->number >= header->first_line &&
           line->number <= header->last_line;
}

/* What is known of single visits of the lines says nothing of those of the whole. */
static void start_row(struct line *row, const struct source_header *header)
{
    row->number = header->first_line;
    row->timed = row->min_ns = row->max_ns = 0;
    row->p50_ns = row->p90_ns = row->p99_ns = NOT_KNOWN;
    row->time_se_ns = NOT_KNOWN;
}

static void add_to_row(struct line *row, const struct line *line)
{
    time_add(&row->time_ns, line->time_ns);
    time_add(&row->self_ns, line->self_ns);
    row->off_cpu_ns = sum_of_known(row->off_cpu_ns, line->off_cpu_ns);
}

/* A condition that is no code, such as `true`, has no hits: then the most of the others.
 */
struct row_hits {
    bool has_condition;
    uint64_t hits;
};

static void count_hits(struct row_hits *sum, const struct line *line,
                       const struct source_header *header)
{
    const bool is_condition = header && line->number == header->condition_line;

    if (is_condition || (!sum->has_condition && line->hits > sum->hits))
        sum->hits = line->hits;
    sum->has_condition |= is_condition;
}

/* The header that a line belongs to: the outermost, as they are in the order of the file
   and one in another begins later; NULL if none. */
static const struct source_header *header_of(const struct source_header *headers,
                                             size_t count, size_t *next,
                                             const struct function *function,
                                             const struct line *line)
{
    while (*next < count && line->file == function->file &&
           headers[*next].last_line < line->number)
        ++*next;
    if (*next < count && is_in_header(function, line, &headers[*next]))
        return &headers[*next];
    return NULL;
}

struct line *listing_group_lines(struct sources *sources, const struct function *function,
                                 size_t *count)
{
    struct line *rows = memory_zeroed(function->line_count, sizeof *rows);
    const struct source_header *current = NULL;
    struct row_hits hits = {0};
    size_t header_count = 0;
    size_t next = 0;
    const struct source_header *headers =
        sources_headers(sources, function, &header_count);

    *count = 0;
    for (size_t i = 0; i < function->line_count; i++) {
        const struct line *line = &function->lines[i];
        const struct source_header *header =
            header_of(headers, header_count, &next, function, line);
        if (!header || header != current) {
            rows[(*count)++] = *line;
            hits = (struct row_hits){0};
        } else {
            start_row(&rows[*count - 1], header);
            add_to_row(&rows[*count - 1], line);
        }
        count_hits(&hits, line, header);
        rows[*count - 1].hits = hits.hits;
        current = header;
    }
    return rows;
}
