/* SPDX-License-Identifier: MIT */
#include "print/listing.h"

#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "print/listing_groups.h"
#include "print/listing_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Rows with neither text nor numbers that are printed in one go.  More of them would say
   nothing; line numbers in a damaged file can be anything. */
#define EMPTY_ROWS 10000u

/* What one function's listing is made with. */
struct listing {
    struct listing_rows rows;
    struct source_view view;
};

/* Lines [first, last] of a file, with the numbers of lines[0..count), which are ascending
   and all of that file and range. */
struct line_range {
    const char *file;
    uint64_t first;
    uint64_t last;
    const struct line *lines;
    size_t count;
};

static bool has_text(const struct listing *l, const char *file, uint64_t number)
{
    return sources_line(l->rows.sources, l->rows.function, file, (uint32_t)number).bytes;
}

static void print_range(struct listing *l, struct line_range range)
{
    for (uint64_t number = range.first; number <= range.last; number++) {
        const uint64_t next = range.count ? range.lines->number : range.last + 1;
        if (next - number > EMPTY_ROWS && !has_text(l, range.file, number)) {
            if (!range.count)
                return;
            number = next;
        }
        const bool has_numbers = number == next && range.count;
        listing_rows_print(&l->rows, has_numbers ? range.lines : NULL, range.file,
                           (uint32_t)number);
        range.lines += has_numbers;
        range.count -= has_numbers;
    }
}

/* Lines of the first of `lines`' file, ascending. */
static size_t count_of_file(const struct line *lines, size_t count)
{
    size_t n = 0;
    while (n < count && lines[n].file == lines[0].file)
        n++;
    return n;
}

static size_t count_below(const struct line *lines, size_t count, uint32_t limit)
{
    size_t n = 0;
    while (n < count && lines[n].number < limit)
        n++;
    return n;
}

/* The last line of the function, or where no text is known the last with numbers. */
static uint32_t last_line(const struct listing *l, size_t own)
{
    const struct function *f = l->rows.function;
    uint32_t last = own ? l->rows.lines[own - 1].number : l->view.first_line;

    if (l->view.has_text && f->end_line >= l->view.first_line)
        last = f->end_line;
    return last < l->view.first_line ? l->view.first_line : last;
}

/* Numbers outside the function's range (a #line may have put them anywhere) get their
   own rows, before and after it. */
static void print_own_lines(struct listing *l, size_t own)
{
    const struct line *lines = l->rows.lines;
    const uint32_t first = l->view.first_line;
    const uint32_t last = last_line(l, own);
    const size_t before = count_below(lines, own, first);
    size_t inside = before;

    while (inside < own && lines[inside].number <= last)
        inside++;
    for (size_t i = 0; i < before; i++)
        listing_rows_print(&l->rows, &lines[i], l->rows.function->file, lines[i].number);
    print_range(l, (struct line_range){.file = l->rows.function->file,
                                       .first = first,
                                       .last = last,
                                       .lines = lines + before,
                                       .count = inside - before});
    for (size_t i = inside; i < own; i++)
        listing_rows_print(&l->rows, &lines[i], l->rows.function->file, lines[i].number);
}

/* What an #include within the body, or a #line, brought in. */
static void print_other_lines(struct listing *l, const struct line *lines, size_t count)
{
    while (count) {
        const size_t n = count_of_file(lines, count);
        fputs("File: ", l->rows.out);
        string_print_clean(l->rows.out, sources_path(l->rows.sources, lines[0].file));
        fputc('\n', l->rows.out);
        print_range(l, (struct line_range){.file = lines[0].file,
                                           .first = lines[0].number,
                                           .last = lines[n - 1].number,
                                           .lines = lines,
                                           .count = n});
        lines += n;
        count -= n;
    }
}

static void print_names(struct listing *l)
{
    fputs("File: ", l->rows.out);
    string_print_clean(l->rows.out, l->view.path);
    fputs("\nFunction: ", l->rows.out);
    string_print_clean(l->rows.out, function_title(l->rows.function));
    fprintf(l->rows.out, " at line %" PRIu32 "\n", l->view.first_line);
}

static void print_no_source(struct listing *l)
{
    fputs("\nCould not find file ", l->rows.out);
    string_print_clean(l->rows.out, l->view.path);
    fputs("\nAre the sources where they were when the program was compiled?\n"
          "If they are elsewhere now, say where: --source-dir=OLD=NEW\n"
          "Continuing without the function's contents.\n",
          l->rows.out);
}

static double total_s(const struct function *function)
{
    return (double)function->total_ns * 1e-9;
}

static void print_lines(struct listing *l)
{
    const struct function *f = l->rows.function;
    const struct line *lines = l->rows.lines;
    const size_t count = l->rows.line_count;
    const size_t own =
        count && lines[0].file == f->file ? count_of_file(lines, count) : 0;

    listing_rows_print_header(&l->rows);
    print_own_lines(l, own);
    print_other_lines(l, lines + own, count - own);
}

static void print_function(struct listing *l)
{
    const struct function *f = l->rows.function;
    struct line *grouped = NULL;

    l->view = sources_view(l->rows.sources, f);
    l->rows.lines = f->lines;
    l->rows.line_count = f->line_count;
    l->rows.first_line = l->view.first_line;
    if (l->rows.options->group)
        l->rows.lines = grouped =
            listing_group_lines(l->rows.sources, f, &l->rows.line_count);
    listing_rows_measure(&l->rows);
    fprintf(l->rows.out, "Total time: %g s\n", total_s(f));
    if (l->view.has_text)
        print_names(l);
    else
        print_no_source(l);
    fputc('\n', l->rows.out);
    print_lines(l);
    fputc('\n', l->rows.out);
    free(grouped);
}

/* line_profiler's summary leaves out what took no time; where no times are recorded, what
   never ran. */
static bool is_in_summary(const struct function *f, const struct listing_options *options)
{
    if (!options->skip_zero)
        return true;
    return f->has_times ? f->total_ns > 0 : function_has_run(f);
}

static void print_summary(struct listing *l)
{
    const struct function *f = l->rows.function;
    char total[DURATION_BYTES];

    if (!is_in_summary(f, l->rows.options))
        return;
    const struct source_view view = sources_view(l->rows.sources, f);
    if (l->rows.options->has_named_unit)
        fprintf(l->rows.out, "%9s - ", duration_format(total, (double)f->total_ns));
    else
        fprintf(l->rows.out, "%6.2f seconds - ", total_s(f));
    string_print_clean(l->rows.out, view.path);
    fprintf(l->rows.out, ":%" PRIu32 " - ", view.first_line);
    string_print_clean(l->rows.out, function_title(f));
    fputc('\n', l->rows.out);
}

static int compare_totals(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;
    if (x->total_ns != y->total_ns)
        return x->total_ns < y->total_ns ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

static const uint32_t total_key = SORT_CUMULATIVE;
static const struct sort_order by_total = {&total_key, 1};

/* The functions to list, in their order; to be released.  Those that took least come
   first under -t, and are the first to go all the same. */
static struct ranking choose(const struct profile *profile,
                             const struct listing_options *options)
{
    struct ranking chosen = {0};

    ranking_add_functions(&chosen, profile);
    if (options->order.count)
        ranking_sort(&chosen, options->order);
    else if (options->sort)
        ranking_sort(&chosen, by_total);
    if (options->has_limit)
        ranking_cut(&chosen, options->limit);
    if (options->sort && !options->order.count && chosen.count)
        qsort(chosen.all, chosen.count, sizeof *chosen.all, compare_totals);
    return chosen;
}

/* The functions that took longest, a line each. */
static void print_first(struct listing *l)
{
    struct ranking first = {0};

    ranking_add_functions(&first, l->rows.profile);
    ranking_sort(&first, by_total);
    ranking_cut(&first, LISTING_FIRST);
    for (size_t i = 0; i < first.count; i++) {
        l->rows.function = first.all[i].function;
        if (function_has_run(l->rows.function))
            print_summary(l);
    }
    fputc('\n', l->rows.out);
    ranking_release(&first);
}

/* The coarsest clock of all files. */
static double resolution_ns(const struct profile *profile)
{
    double coarsest = 0;

    for (size_t i = 0; i < profile->input_count; i++) {
        if (profile->inputs[i].resolution_ns > coarsest)
            coarsest = profile->inputs[i].resolution_ns;
    }
    return coarsest;
}

void listing_print(FILE *out, const struct profile *profile, struct sources *sources,
                   const struct listing_options *options)
{
    struct listing l = {
        .rows = {.out = out,
                 .options = options,
                 .profile = profile,
                 .sources = sources,
                 .choice = options->columns ? options->columns : &column_default,
                 .mark_below_ns = options->mark_unknown ? resolution_ns(profile) : 0}
    };
    struct ranking chosen = choose(profile, options);

    fprintf(out, "Timer unit: %g s\n\n", options->unit_s);
    if (options->summarize_first)
        print_first(&l);
    for (size_t i = 0; i < chosen.count; i++) {
        l.rows.function = chosen.all[i].function;
        if (!options->skip_zero || function_has_run(l.rows.function))
            print_function(&l);
    }
    for (size_t i = 0; options->summarize && i < chosen.count; i++) {
        l.rows.function = chosen.all[i].function;
        print_summary(&l);
    }
    ranking_release(&chosen);
}

void listing_print_names(FILE *out, const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (!f->shown)
            continue;
        string_print_clean(out, f->file);
        fprintf(out, ":%" PRIu32 ": ", f->line);
        string_print_clean(out, function_title(f));
        fputc('\n', out);
    }
}
