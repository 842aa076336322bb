/* SPDX-License-Identifier: MIT */
#include "page/html_values.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* The largest number up to which a double has every one. */
#define EXACT_MOST ((UINT64_C(1) << 53) - 1)

/* By hand: of a million numbers fprintf() would take most of the time. */
void html_put_digits(struct html_data *d, uint64_t value)
{
    char digits[20];
    size_t first = sizeof digits;

    do
        digits[--first] = (char)('0' + value % 10);
    while (value /= 10);
    fwrite(digits + first, 1, sizeof digits - first, d->out);
}

void html_put_number(struct html_data *d, uint64_t value)
{
    if (value > EXACT_MOST)
        fputc('"', d->out);
    html_put_digits(d, value);
    if (value > EXACT_MOST)
        fputc('"', d->out);
}

void html_put_known(struct html_data *d, uint64_t value)
{
    if (value == NOT_KNOWN)
        fputs("null", d->out);
    else
        html_put_number(d, value);
}

void html_put_time(struct html_data *d, bool has_times, uint64_t ns)
{
    html_put_known(d, has_times ? ns : NOT_KNOWN);
}

void html_put_file(struct html_data *d, const char *file)
{
    html_put_number(d, ids_of(&d->files, (struct id_key){.text = file}, NULL));
}

void html_put_string(struct html_data *d, const char *string)
{
    char *valid = text_valid_copy(text_of(string));

    string_print_json(d->out, valid);
    free(valid);
}

/* A comma, but for the first value of a list. */
void html_separate(struct html_data *d)
{
    fputs(d->separator, d->out);
    d->separator = ",";
}

void html_open_list(struct html_data *d, const char *key)
{
    fprintf(d->out, "%s\"%s\":[", d->separator, key);
    d->separator = "";
}

void html_close_list(struct html_data *d)
{
    fputc(']', d->out);
    d->separator = ",";
}

void html_open_table(struct html_data *d, const char *key)
{
    fprintf(d->out, "%s\"%s\":{", d->separator, key);
    d->separator = "";
}

void html_close_table(struct html_data *d)
{
    fputc('}', d->out);
    d->separator = ",";
}
