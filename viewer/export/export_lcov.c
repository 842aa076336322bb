/* SPDX-License-Identifier: MIT */
/* A coverage tracefile as lcov's, for genhtml and the margins of editors: hits of lines
   and calls of functions, file by file. */
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "export/export_labels.h"
#include "export/exporter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A line, whatever functions it is of. */
struct covered {
    const char *file;
    uint32_t number;
    uint64_t hits;
};

struct lcov {
    const struct export_job *job;
    char **labels;
    struct covered *lines; /* by file, number */
    size_t line_count;
    size_t next_line;     /* not written yet */
    size_t next_function; /* the profile's, which are by file, line */
};

static int compare_covered(const void *a, const void *b)
{
    const struct covered *x = a;
    const struct covered *y = b;
    const int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static size_t count_lines(const struct profile *profile)
{
    size_t count = 0;
    for (size_t i = 0; i < profile->function_count; i++)
        count += profile->functions[i].shown ? profile->functions[i].line_count : 0;
    return count;
}

/* A line can be of several functions, such as a lambda's and its function's. */
static size_t add_up(struct covered *lines, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (kept && !compare_covered(&lines[kept - 1], &lines[i]))
            count_add(&lines[kept - 1].hits, lines[i].hits);
        else
            lines[kept++] = lines[i];
    }
    return kept;
}

static void gather_lines(struct lcov *l)
{
    const struct profile *profile = l->job->profile;

    l->lines = memory_zeroed(count_lines(profile), sizeof *l->lines);
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        for (size_t j = 0; f->shown && j < f->line_count; j++)
            l->lines[l->line_count++] =
                (struct covered){f->lines[j].file, f->lines[j].number, f->lines[j].hits};
    }
    qsort(l->lines, l->line_count, sizeof *l->lines, compare_covered);
    l->line_count = add_up(l->lines, l->line_count);
}

/* The next function of `file`, or of any file if that is NULL; NULL if there is none. */
static const struct function *next_function(struct lcov *l, const char *file)
{
    const struct profile *profile = l->job->profile;

    for (; l->next_function < profile->function_count; l->next_function++) {
        const struct function *f = &profile->functions[l->next_function];
        if (f->shown)
            return !file || f->file == file ? f : NULL;
    }
    return NULL;
}

/* The file that comes next, of lines or functions; NULL at the end. */
static const char *next_file(struct lcov *l)
{
    const struct function *f = next_function(l, NULL);
    const char *file = f ? f->file : NULL;

    if (l->next_line == l->line_count)
        return file;
    const char *other = l->lines[l->next_line].file;
    return file && strcmp(file, other) < 0 ? file : other;
}

static void put_functions(struct lcov *l, const char *file)
{
    FILE *out = l->job->out;
    size_t count = 0;
    size_t hit = 0;

    for (const struct function *f; (f = next_function(l, file)); l->next_function++) {
        const char *label = label_of(l->labels, l->job->profile, f);
        fprintf(out, "FN:%" PRIu32 ",", f->line);
        string_print_clean(out, label);
        fprintf(out, "\nFNDA:%" PRIu64 ",", f->calls);
        string_print_clean(out, label);
        fputc('\n', out);
        count++;
        hit += f->calls != 0;
    }
    fprintf(out, "FNF:%zu\nFNH:%zu\n", count, hit);
}

static void put_lines(struct lcov *l, const char *file)
{
    FILE *out = l->job->out;
    size_t count = 0;
    size_t hit = 0;

    for (; l->next_line < l->line_count; l->next_line++) {
        const struct covered *line = &l->lines[l->next_line];
        if (line->file != file)
            break;
        fprintf(out, "DA:%" PRIu32 ",%" PRIu64 "\n", line->number, line->hits);
        count++;
        hit += line->hits != 0;
    }
    fprintf(out, "LF:%zu\nLH:%zu\n", count, hit);
}

void export_lcov(const struct export_job *job)
{
    struct lcov l = {.job = job, .labels = labels_make(job->profile)};

    gather_lines(&l);
    for (const char *file; (file = next_file(&l));) {
        fputs("TN:\nSF:", job->out);
        string_print_clean(job->out, sources_path(job->sources, file));
        fputc('\n', job->out);
        put_functions(&l, file);
        put_lines(&l, file);
        fputs("end_of_record\n", job->out);
    }
    free(l.lines);
    labels_release(l.labels, job->profile);
}
