/* SPDX-License-Identifier: MIT */
#include "page/html_text.h"

#include "base/text.h"

#include <string.h>

static const char *const references[128] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;",
};

static const char *reference_of(char sign)
{
    const unsigned char byte = (unsigned char)sign;
    return byte < 128 ? references[byte] : NULL;
}

void html_print_text(FILE *out, struct lprof_text text)
{
    while (text.size) {
        size_t plain = 0;
        while (plain < text.size && !reference_of(text.bytes[plain]))
            plain++;
        text_print_valid(out, (struct lprof_text){text.bytes, plain});
        if (plain < text.size)
            fputs(reference_of(text.bytes[plain++]), out);
        text.bytes += plain;
        text.size -= plain;
    }
}

void html_print_string(FILE *out, const char *string)
{
    html_print_text(out, text_of(string));
}

const char *html_duration(char text[HTML_DURATION_BYTES], double ns)
{
    static const char micro[] = "\u00b5s";

    duration_format(text, ns);
    char *unit = strstr(text, "us");
    if (unit)
        memcpy(unit, micro, sizeof micro);
    return text;
}
