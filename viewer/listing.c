/* SPDX-License-Identifier: MIT */
#include "listing.h"

#include "column.h"
#include "memory.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Rows with neither text nor numbers that are printed in one go.  More of them would say
   nothing; line numbers in a damaged file can be anything. */
#define EMPTY_ROWS 10000u

/* What one function's listing is made with. */
struct listing {
    FILE *out;
    const struct listing_options *options;
    struct sources *sources;
    const struct function *function;
    struct source_view view;
    double mark_below_ns;
    int widths[COLUMN_COUNT];
};

#define COLOR_HEADER "\x1b[1m"
#define COLOR_END    "\x1b[0m"

/* From which share of its function on a line is coloured how. */
static const struct {
    double percent;
    const char *color;
} heat[] = {
    {50, "\x1b[1;31m"},
    {20, "\x1b[31m"  },
    {5,  "\x1b[33m"  },
    {0,  ""          },
};

static const char *color_of(const struct column_row *row)
{
    const double percent = column_percent(row);

    for (size_t i = 0; i < sizeof heat / sizeof heat[0]; i++) {
        if (percent >= heat[i].percent)
            return heat[i].color;
    }
    return "";
}

static struct column_row make_row(const struct listing *l, const struct line *line,
                                  uint32_t number)
{
    return (struct column_row){
        .function = l->function,
        .line = line,
        .number = number,
        .unit_s = l->options->unit_s,
        .mark_below_ns = l->mark_below_ns,
    };
}

static void widen(struct listing *l, const struct column_row *row)
{
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        char text[COLUMN_TEXT_BYTES];
        text[0] = '\0'; /* not all 352 bytes of each cell */
        columns[i].format(text, row);
        const int width = (int)strlen(text);
        if (width > l->widths[i])
            l->widths[i] = width;
    }
}

static const struct line *longest_in(const struct column *column,
                                     const struct function *function)
{
    const struct line *longest = function->lines;

    for (size_t i = 1; i < function->line_count; i++) {
        if (column->is_longer(&function->lines[i], longest))
            longest = &function->lines[i];
    }
    return longest;
}

/* Every number is whole: columns are as wide as their longest, per function. */
static void set_widths(struct listing *l)
{
    const struct function *f = l->function;

    for (size_t i = 0; i < COLUMN_COUNT; i++)
        l->widths[i] = columns[i].min_width;
    for (size_t i = 0; f->line_count && i < COLUMN_COUNT; i++) {
        const struct line *longest = longest_in(&columns[i], f);
        const struct column_row row = make_row(l, longest, longest->number);
        widen(l, &row);
    }
    const struct column_row last = make_row(l, NULL, f->end_line);
    widen(l, &last);
}

/* Right-aligned, and a space behind. */
static void print_cell(FILE *out, const char *text, int width)
{
    static const char spaces[] = "                                        ";
    const int length = (int)strlen(text);

    for (int left = width - length; left > 0;) {
        const int n = left < (int)sizeof spaces - 1 ? left : (int)sizeof spaces - 1;
        fwrite(spaces, 1, (size_t)n, out);
        left -= n;
    }
    fwrite(text, 1, (size_t)length, out);
    fputc(' ', out);
}

static void print_source(struct listing *l, const char *file, uint32_t number)
{
    const struct lprof_text text = sources_line(l->sources, l->function, file, number);

    if (l->options->is_terminal)
        text_print_clean(l->out, text);
    else if (text.size)
        fwrite(text.bytes, 1, text.size, l->out);
}

/* line may be NULL */
static void print_row(struct listing *l, const struct line *line, const char *file,
                      uint32_t number)
{
    const struct column_row row = make_row(l, line, number);
    const char *color = l->options->use_color ? color_of(&row) : "";

    fputs(color, l->out);
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        char text[COLUMN_TEXT_BYTES];
        text[0] = '\0'; /* not all 352 bytes of each cell */
        columns[i].format(text, &row);
        print_cell(l->out, text, l->widths[i]);
    }
    if (*color)
        fputs(COLOR_END, l->out);
    fputc(' ', l->out);
    print_source(l, file, number);
    fputc('\n', l->out);
}

static void print_header(struct listing *l)
{
    static const char source_title[] = " Line Contents";
    int length = (int)sizeof source_title - 1;

    fputs(l->options->use_color ? COLOR_HEADER : "", l->out);
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        print_cell(l->out, columns[i].title, l->widths[i]);
        length += l->widths[i] + 1;
    }
    fputs(source_title, l->out);
    fputs(l->options->use_color ? COLOR_END "\n" : "\n", l->out);
    while (length-- > 0)
        fputc('=', l->out);
    fputc('\n', l->out);
}

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
    return sources_line(l->sources, l->function, file, (uint32_t)number).bytes;
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
        print_row(l, has_numbers ? range.lines : NULL, range.file, (uint32_t)number);
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
    const struct function *f = l->function;
    uint32_t last = own ? f->lines[own - 1].number : l->view.first_line;

    if (l->view.has_text && f->end_line >= l->view.first_line)
        last = f->end_line;
    return last < l->view.first_line ? l->view.first_line : last;
}

/* Numbers outside the function's range (a #line may have put them anywhere) get their
   own rows, before and after it. */
static void print_own_lines(struct listing *l, size_t own)
{
    const struct line *lines = l->function->lines;
    const uint32_t first = l->view.first_line;
    const uint32_t last = last_line(l, own);
    const size_t before = count_below(lines, own, first);
    size_t inside = before;

    while (inside < own && lines[inside].number <= last)
        inside++;
    for (size_t i = 0; i < before; i++)
        print_row(l, &lines[i], l->function->file, lines[i].number);
    print_range(l, (struct line_range){.file = l->function->file,
                                       .first = first,
                                       .last = last,
                                       .lines = lines + before,
                                       .count = inside - before});
    for (size_t i = inside; i < own; i++)
        print_row(l, &lines[i], l->function->file, lines[i].number);
}

/* What an #include within the body, or a #line, brought in. */
static void print_other_lines(struct listing *l, const struct line *lines, size_t count)
{
    while (count) {
        const size_t n = count_of_file(lines, count);
        fputs("File: ", l->out);
        string_print_clean(l->out, sources_path(l->sources, lines[0].file));
        fputc('\n', l->out);
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
    fputs("File: ", l->out);
    string_print_clean(l->out, l->view.path);
    fputs("\nFunction: ", l->out);
    string_print_clean(l->out, function_title(l->function));
    fprintf(l->out, " at line %" PRIu32 "\n", l->view.first_line);
}

static void print_no_source(struct listing *l)
{
    fputs("\nCould not find file ", l->out);
    string_print_clean(l->out, l->view.path);
    fputs("\nAre the sources where they were when the program was compiled?\n"
          "If they are elsewhere now, say where: --source-dir=OLD=NEW\n"
          "Continuing without the function's contents.\n",
          l->out);
}

static double total_s(const struct function *function)
{
    return (double)function->total_ns * 1e-9;
}

static void print_function(struct listing *l)
{
    const struct function *f = l->function;
    const size_t own = f->line_count && f->lines[0].file == f->file
                           ? count_of_file(f->lines, f->line_count)
                           : 0;

    l->view = sources_view(l->sources, f);
    set_widths(l);
    fprintf(l->out, "Total time: %g s\n", total_s(f));
    if (l->view.has_text)
        print_names(l);
    else
        print_no_source(l);
    fputc('\n', l->out);
    print_header(l);
    print_own_lines(l, own);
    print_other_lines(l, f->lines + own, f->line_count - own);
    fputc('\n', l->out);
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
    const struct function *f = l->function;

    if (!is_in_summary(f, l->options))
        return;
    const struct source_view view = sources_view(l->sources, f);
    fprintf(l->out, "%6.2f seconds - ", total_s(f));
    string_print_clean(l->out, view.path);
    fprintf(l->out, ":%" PRIu32 " - ", view.first_line);
    string_print_clean(l->out, function_title(f));
    fputc('\n', l->out);
}

static int compare_totals(const void *a, const void *b)
{
    const struct function *x = *(const struct function *const *)a;
    const struct function *y = *(const struct function *const *)b;
    if (x->total_ns != y->total_ns)
        return x->total_ns < y->total_ns ? -1 : 1;
    return (x > y) - (x < y);
}

/* The functions to list, in their order; to be freed. */
static const struct function **choose(const struct profile *profile,
                                      const struct listing_options *options,
                                      size_t *count)
{
    const struct function **chosen =
        memory_zeroed(profile->function_count, sizeof *chosen);

    *count = 0;
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown)
            chosen[(*count)++] = &profile->functions[i];
    }
    if (options->sort)
        qsort(chosen, *count, sizeof *chosen, compare_totals);
    return chosen;
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
    struct listing l = {.out = out, .options = options, .sources = sources};
    size_t count = 0;
    const struct function **chosen = choose(profile, options, &count);

    l.mark_below_ns = options->mark_unknown ? resolution_ns(profile) : 0;
    fprintf(out, "Timer unit: %g s\n\n", options->unit_s);
    for (size_t i = 0; i < count; i++) {
        l.function = chosen[i];
        if (!options->skip_zero || function_has_run(l.function))
            print_function(&l);
    }
    for (size_t i = 0; options->summarize && i < count; i++) {
        l.function = chosen[i];
        print_summary(&l);
    }
    free(chosen);
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
