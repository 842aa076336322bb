/* SPDX-License-Identifier: MIT */
/* Values of a page's data, as JSON without a needless byte: there may be a million. */
#ifndef HTML_VALUES_H
#define HTML_VALUES_H

#include "base/ids.h"
#include "page/page.h"

/* Where the data of a page have come to. */
struct html_data {
    FILE *out;
    const struct page *page;
    struct ids files;
    size_t *shown; /* by function: its index among those that are shown */
    const char *separator;
};

/* One that is no more than a double can hold, without looking. */
void html_put_digits(struct html_data *d, uint64_t value);

void html_put_number(struct html_data *d, uint64_t value);
void html_put_known(struct html_data *d, uint64_t value); /* NOT_KNOWN is null */
void html_put_time(struct html_data *d, bool has_times, uint64_t ns);
void html_put_string(struct html_data *d, const char *string);

/* The index that a file has in the list of files; it gets one. */
void html_put_file(struct html_data *d, const char *file);

/* In front of each value of a list, and of what is in it. */
void html_separate(struct html_data *d);

void html_open_list(struct html_data *d, const char *key);
void html_close_list(struct html_data *d);
void html_open_table(struct html_data *d, const char *key);
void html_close_table(struct html_data *d);

#endif
