/* SPDX-License-Identifier: MIT */
#include "print/listing_source.h"

#include "base/color.h"
#include "base/text.h"

static const char *const colors[] = {
    [TOKEN_OTHER] = "",
    [TOKEN_KEYWORD] = COLOR_BLUE,
    [TOKEN_LITERAL] = COLOR_GREEN,
    [TOKEN_COMMENT] = COLOR_DIM,
};

/* A line while it is being printed. */
struct line_printer {
    FILE *out;
    struct lprof_text text;
    const struct source_style *style;
    size_t done;   /* bytes */
    size_t column; /* characters */
};

static void print_piece(struct line_printer *p, size_t end)
{
    const struct lprof_text piece = {p->text.bytes + p->done, end - p->done};

    if (!p->style->has_tabs)
        p->column = text_print_expanded(p->out, piece, p->column, p->style->width);
    else
        text_print_clean(p->out, piece);
    p->done = end;
}

/* Print up to a byte of the line, in a colour; what has been printed is not again. */
static void print_until(struct line_printer *p, size_t end, const char *color)
{
    if (end > p->text.size)
        end = p->text.size;
    if (end <= p->done)
        return;
    fputs(color, p->out);
    print_piece(p, end);
    fputs(*color ? COLOR_END : "", p->out);
}

void listing_source_print(FILE *out, struct lprof_text text,
                          const struct source_style *style)
{
    struct line_printer p = {.out = out, .text = text, .style = style};

    for (size_t i = 0; i < style->token_count; i++) {
        const struct source_token *t = &style->tokens[i];
        if (t->kind == TOKEN_OTHER || t->kind >= sizeof colors / sizeof colors[0])
            continue;
        print_until(&p, t->line == style->number ? t->column : 0, "");
        print_until(&p, t->end_line == style->number ? t->end_column : text.size,
                    colors[t->kind]);
    }
    print_until(&p, text.size, "");
}
