/* SPDX-License-Identifier: MIT */
#include "export/export_source.h"

#include "base/memory.h"

#include <stdlib.h>

/* A file that says it has more is not worth the memory: nobody wrote it by hand. */
#define MOST_LINES 2000000u

/* Lines by number, from 1. */
struct page {
    struct lprof_text *lines;
    uint32_t count;
};

/* The last line that the profile's own text of a function can reach. */
static uint32_t end_of(const struct function *f)
{
    const uint64_t most = f->source_line + (uint64_t)f->source.size;
    return f->end_line < most ? f->end_line : (uint32_t)most;
}

static void see(uint32_t line, uint32_t *last)
{
    if (line > *last && line <= MOST_LINES)
        *last = line;
}

static uint32_t last_line(const struct profile *profile, const char *file)
{
    uint32_t last = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (!f->shown)
            continue;
        if (f->file == file)
            see(end_of(f), &last);
        for (size_t j = 0; j < f->line_count; j++) {
            if (f->lines[j].file == file)
                see(f->lines[j].number, &last);
        }
    }
    return last;
}

static void put_line(struct page *page, struct sources *sources, const struct function *f,
                     const char *file, uint32_t number)
{
    if (!number || number > page->count || page->lines[number - 1].bytes)
        return;
    page->lines[number - 1] = sources_line(sources, f, file, number);
}

static void fill(struct page *page, const struct export_job *job, const char *file)
{
    for (size_t i = 0; i < job->profile->function_count; i++) {
        const struct function *f = &job->profile->functions[i];
        if (!f->shown)
            continue;
        for (uint32_t n = f->source_line; f->file == file && n <= end_of(f); n++)
            put_line(page, job->sources, f, file, n);
        for (size_t j = 0; j < f->line_count; j++) {
            if (f->lines[j].file == file)
                put_line(page, job->sources, f, file, f->lines[j].number);
        }
    }
}

static char *join(const struct page *page)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = memory_open(&text, &size);

    for (uint32_t i = 0; i < page->count; i++) {
        if (page->lines[i].size)
            fwrite(page->lines[i].bytes, 1, page->lines[i].size, out);
        fputc('\n', out);
    }
    memory_close(out);
    return text;
}

char *export_source(const struct export_job *job, const char *file)
{
    struct page page = {.count = last_line(job->profile, file)};

    page.lines = memory_zeroed(page.count, sizeof *page.lines);
    fill(&page, job, file);
    char *text = page.count ? join(&page) : NULL;
    free(page.lines);
    return text;
}
