/* SPDX-License-Identifier: MIT */
#include "export/xml_text.h"

#include "page/html_text.h"

#include <stdbool.h>
#include <string.h>

enum { NONE_BYTES = 3 }; /* of U+FFFE and U+FFFF in UTF-8 */

static bool begins_none(struct lprof_text text)
{
    return text.size >= NONE_BYTES && (!memcmp(text.bytes, "\xef\xbf\xbe", NONE_BYTES) ||
                                       !memcmp(text.bytes, "\xef\xbf\xbf", NONE_BYTES));
}

/* The references are those of HTML. */
void xml_print_text(FILE *out, struct lprof_text text)
{
    struct lprof_text before = {text.bytes, 0};

    while (text.size) {
        const size_t step = begins_none(text) ? NONE_BYTES : 1;
        text.bytes += step;
        text.size -= step;
        if (step == 1) {
            before.size++;
            continue;
        }
        html_print_text(out, before);
        fputs("\xef\xbf\xbd", out);
        before = (struct lprof_text){text.bytes, 0};
    }
    html_print_text(out, before);
}
