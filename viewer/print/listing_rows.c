/* SPDX-License-Identifier: MIT */
#include "print/listing_rows.h"

#include "base/color.h"
#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "print/listing_source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* From which share of its function on a line is coloured how. */
static const struct {
    double percent;
    const char *color;
} heat[] = {
    {50, COLOR_BOLD_RED},
    {20, COLOR_RED     },
    {5,  COLOR_YELLOW  },
    {0,  ""            },
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

static struct column_row make_row(const struct listing_rows *rows,
                                  const struct line *line, uint32_t number)
{
    return (struct column_row){
        .function = rows->function,
        .line = line,
        .number = number,
        .unit_s = rows->options->unit_s,
        .parts = rows->profile->parts,
        .mark_below_ns = rows->mark_below_ns,
        .has_dashes = rows->options->columns != NULL,
        .is_utf8 = rows->options->is_utf8,
    };
}

/* ---- Widths ---- */

static const struct line *longest_in(const struct column *column,
                                     const struct listing_rows *rows)
{
    const struct line *longest = rows->lines;
    double most = column->quantity(longest);

    for (size_t i = 1; i < rows->line_count; i++) {
        const double quantity = column->quantity(&rows->lines[i]);
        if (quantity > most) {
            most = quantity;
            longest = &rows->lines[i];
        }
    }
    return longest;
}

/* Only bars are more than ASCII. */
static int width_of(uint32_t index, const char *text)
{
    return (int)(index == COLUMN_BAR ? text_width(text_of(text)) : strlen(text));
}

static void widen(struct listing_rows *rows, uint32_t index, const struct line *line,
                  uint32_t number)
{
    const struct column_row row = make_row(rows, line, number);
    char text[COLUMN_TEXT_BYTES];

    column_format(&columns[index], text, &row);
    const int width = width_of(index, text);
    if (width > rows->widths[index])
        rows->widths[index] = width;
}

/* Where nothing stands behind the source it may be as long as it is. */
static int source_width(const struct listing_rows *rows)
{
    const struct function *f = rows->function;
    int widest = (int)strlen(columns[COLUMN_SOURCE].title);

    for (uint32_t number = rows->first_line; number <= f->end_line; number++) {
        const struct lprof_text text = sources_line(rows->sources, f, f->file, number);
        const int width = (int)text_width_with_tabs(text);
        if (!text.bytes)
            break;
        if (width > widest)
            widest = width;
    }
    return widest;
}

/* Where rows are cut, as many columns as there is room for, but for the first. */
static size_t count_that_fit(const struct listing_rows *rows)
{
    const int room = rows->options->width;
    int width = 0;

    for (size_t i = 0; room && i < rows->choice->count; i++) {
        const uint32_t index = rows->choice->columns[i];
        const bool is_last = index == COLUMN_SOURCE && i + 1 == rows->choice->count;
        width +=
            (i ? 1 + (index == COLUMN_SOURCE) : 0) + (is_last ? 1 : rows->widths[index]);
        if (i && width > room)
            return i;
    }
    return rows->choice->count;
}

void listing_rows_measure(struct listing_rows *rows)
{
    for (size_t i = 0; i < rows->choice->count; i++) {
        const uint32_t index = rows->choice->columns[i];
        const struct column *column = &columns[index];
        rows->widths[index] = column->min_width;
        if (!column->format && i + 1 < rows->choice->count)
            rows->widths[index] = source_width(rows);
        if (!column->format)
            continue;
        if (rows->line_count) {
            const struct line *longest = longest_in(column, rows);
            widen(rows, index, longest, longest->number);
        }
        widen(rows, index, NULL, rows->function->end_line);
    }
    rows->column_count = count_that_fit(rows);
}

/* ---- Printing ---- */

static void print_spaces(FILE *out, int count)
{
    static const char spaces[] = "                                                ";

    for (int left = count; left > 0;) {
        const int n = left < (int)sizeof spaces - 1 ? left : (int)sizeof spaces - 1;
        fwrite(spaces, 1, (size_t)n, out);
        left -= n;
    }
}

/* Numbers stand on the right, bars on the left, the source one space further off. */
static void print_number(const struct listing_rows *rows, uint32_t index,
                         const char *text, bool is_last)
{
    const int padding = rows->widths[index] - width_of(index, text);

    if (index != COLUMN_BAR)
        print_spaces(rows->out, padding);
    fputs(text, rows->out);
    if (index == COLUMN_BAR && !is_last)
        print_spaces(rows->out, padding);
}

/* The width of all that stands in front of the source. */
static int indent_of(const struct listing_rows *rows)
{
    int width = 0;

    for (size_t i = 0; i < rows->column_count; i++) {
        const uint32_t index = rows->choice->columns[i];
        if (index == COLUMN_SOURCE)
            return width + (i > 0);
        width += rows->widths[index] + 1;
    }
    return 0;
}

/* What is left for the source on a terminal; SIZE_MAX where nothing is cut. */
static size_t room_for_source(const struct listing_rows *rows, size_t wanted)
{
    const int room = rows->options->width - indent_of(rows);

    if (!rows->options->width || (room > 0 && wanted <= (size_t)room))
        return wanted;
    return room < 0 ? 0 : (size_t)room;
}

static void print_source(const struct listing_rows *rows, const char *file,
                         uint32_t number, bool is_last)
{
    const struct listing_options *o = rows->options;
    const struct lprof_text text =
        sources_line(rows->sources, rows->function, file, number);
    struct source_style style = {
        .number = number,
        .has_tabs = is_last && !o->width,
        .width = is_last ? room_for_source(rows, SIZE_MAX) : SIZE_MAX,
    };

    if (o->use_color && o->use_syntax)
        style.tokens = sources_tokens(rows->sources, rows->function, file, number,
                                      &style.token_count);
    listing_source_print(rows->out, text, &style);
    if (!is_last)
        print_spaces(rows->out,
                     rows->widths[COLUMN_SOURCE] - (int)text_width_with_tabs(text));
}

static void print_cells(const struct listing_rows *rows, const struct column_row *row,
                        const char *file)
{
    const char *color = rows->options->use_color ? color_of(row) : "";
    const char *end = *color ? COLOR_END : "";
    char text[COLUMN_TEXT_BYTES];

    fputs(color, rows->out);
    for (size_t i = 0; i < rows->column_count; i++) {
        const uint32_t index = rows->choice->columns[i];
        const bool is_last = i + 1 == rows->column_count;
        if (i)
            fputc(' ', rows->out);
        if (index == COLUMN_SOURCE) {
            fprintf(rows->out, "%s%s", end, i ? " " : "");
            print_source(rows, file, row->number, is_last);
            fputs(is_last ? "" : color, rows->out);
        } else {
            column_format(&columns[index], text, row);
            print_number(rows, index, text, is_last);
            fputs(is_last ? end : "", rows->out);
        }
    }
    fputc('\n', rows->out);
}

void listing_rows_print_header(const struct listing_rows *rows)
{
    const bool use_color = rows->options->use_color;
    int length = 0;

    fputs(use_color ? COLOR_BOLD : "", rows->out);
    for (size_t i = 0; i < rows->column_count; i++) {
        const uint32_t index = rows->choice->columns[i];
        const struct column *column = &columns[index];
        const bool is_last = i + 1 == rows->column_count;
        const int gap = i ? 1 + !column->format : 0;
        print_spaces(rows->out, gap);
        if (column->format) {
            print_number(rows, index, column->title, false);
            length += gap + rows->widths[index];
        } else {
            const int title = (int)strlen(column->title);
            const int room = (int)room_for_source(rows, (size_t)title);
            fprintf(rows->out, "%.*s", is_last ? room : title, column->title);
            length += gap + (is_last ? room : rows->widths[index]);
            print_spaces(rows->out, is_last ? 0 : rows->widths[index] - title);
        }
    }
    fputs(use_color ? COLOR_END "\n" : "\n", rows->out);
    while (length-- > 0)
        fputc('=', rows->out);
    fputc('\n', rows->out);
}

/* ---- Calls ---- */

/* What the line begins with, so that what is said about it stands below it. */
static struct lprof_text leading_blanks(const struct listing_rows *rows, const char *file,
                                        uint32_t number)
{
    struct lprof_text text = sources_line(rows->sources, rows->function, file, number);
    size_t size = 0;

    while (size < text.size && (text.bytes[size] == ' ' || text.bytes[size] == '\t'))
        size++;
    text.size = size;
    return text;
}

/* To be freed. */
static char *call_text(const struct call *call)
{
    const struct function *callee = call->callee;
    char total[DURATION_BYTES];
    char each[DURATION_BYTES];
    /* the time of an inner call is on the lines of that call */
    const bool is_timed = callee->has_times && callee != call->caller;
    const double ns = (double)call->total_ns;
    char *spent = is_timed ? memory_format("spent %s making ", duration_format(total, ns))
                           : memory_string("", 0);
    char *mean = is_timed && call->count > 1
                     ? memory_format(", avg %s/call",
                                     duration_format(each, ns / (double)call->count))
                     : memory_string("", 0);
    char *text = memory_format("# %s%" PRIu64 " %scall%s to %s%s", spent, call->count,
                               callee == call->caller ? "recursive " : "",
                               call->count == 1 ? "" : "s", function_title(callee), mean);

    free(spent);
    free(mean);
    return text;
}

static void print_call(const struct listing_rows *rows, const struct call *call)
{
    const struct lprof_text blanks = leading_blanks(rows, call->file, call->line);
    const bool use_color = rows->options->use_color;
    char *text = call_text(call);

    print_spaces(rows->out, indent_of(rows));
    if (rows->options->width) {
        const size_t width = room_for_source(rows, SIZE_MAX);
        const size_t column = text_print_expanded(rows->out, blanks, 0, width);
        fputs(use_color ? COLOR_DIM : "", rows->out);
        text_print_expanded(rows->out, text_of(text), column, width);
    } else {
        text_print_clean(rows->out, blanks);
        fputs(use_color ? COLOR_DIM : "", rows->out);
        string_print_clean(rows->out, text);
    }
    fputs(use_color ? COLOR_END "\n" : "\n", rows->out);
    free(text);
}

static void print_calls(const struct listing_rows *rows, const char *file,
                        uint32_t number)
{
    const struct call *end = rows->profile->calls + rows->profile->call_count;

    for (const struct call *c = profile_first_call(rows->profile, rows->function);
         c < end && c->caller == rows->function; c++) {
        if (c->file == file && c->line == number)
            print_call(rows, c);
    }
}

void listing_rows_print(const struct listing_rows *rows, const struct line *line,
                        const char *file, uint32_t number)
{
    const struct column_row row = make_row(rows, line, number);

    print_cells(rows, &row, file);
    if (rows->options->show_calls)
        print_calls(rows, file, number);
}
