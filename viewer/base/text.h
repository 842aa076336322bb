/* SPDX-License-Identifier: MIT */
/* Text that came out of a file, on its way to people or to JSON. */
#ifndef TEXT_H
#define TEXT_H

#include "lprof.h"

#include <stdio.h>

/* Print with every control character as an escape, `\x1b`, so that a file cannot give
   orders to a terminal or fake a line.  Tabs stay, and so do bytes of other encodings. */
void text_print_clean(FILE *out, struct lprof_text text);
void string_print_clean(FILE *out, const char *string);

/* The same with bytes that are not UTF-8 replaced by U+FFFD. */
void text_print_valid(FILE *out, struct lprof_text text);
void string_print_valid(FILE *out, const char *string);

/* What text_print_valid() prints; to be freed. */
char *text_valid_copy(struct lprof_text text);

/* Print as a JSON string: quoted, escaped, bytes that are not UTF-8 replaced by U+FFFD.
 */
void text_print_json(FILE *out, struct lprof_text text);
void string_print_json(FILE *out, const char *string);

/* Bytes of the valid UTF-8 sequence that text begins with; 0 if it begins with none. */
size_t text_utf8_length(struct lprof_text text);

/* Columns that text_print_clean() needs, two for a wide character, none for one that
   combines with the one before, one for a byte of no character; for a tab one,
   or up to the next tab stop, of which there is one every eight columns. */
size_t text_width(struct lprof_text text);
size_t text_width_with_tabs(struct lprof_text text);

/* text_print_clean() with spaces up to the next tab stop instead of tabs, from a column
   on and not beyond another; returns where it ends, or the column behind `width` if it
   was cut. */
size_t text_print_expanded(FILE *out, struct lprof_text text, size_t column,
                           size_t width);

/* Bytes of the characters that fit into so many columns. */
size_t text_prefix(struct lprof_text text, size_t width);

/* A line without its end: trailing newline and carriage returns left out. */
struct lprof_text text_without_end(struct lprof_text line);

/* Without blanks and tabs in front. */
struct lprof_text text_unindented(struct lprof_text text);

struct lprof_text text_of(const char *string);

/* As of strcmp(): byte by byte, the shorter first. */
int text_order(struct lprof_text a, struct lprof_text b);

/* What follows the last slash of a path. */
const char *path_base(const char *path);

#endif
