/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include "base/memory.h"

#include <locale.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>

#define TAB_STOP 8

struct lprof_text text_of(const char *string)
{
    return (struct lprof_text){.bytes = string, .size = strlen(string)};
}

struct lprof_text text_unindented(struct lprof_text text)
{
    while (text.size && (*text.bytes == ' ' || *text.bytes == '\t')) {
        text.bytes++;
        text.size--;
    }
    return text;
}

int text_order(struct lprof_text a, struct lprof_text b)
{
    const size_t common = a.size < b.size ? a.size : b.size;
    const int order = common ? memcmp(a.bytes, b.bytes, common) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

struct lprof_text text_without_end(struct lprof_text line)
{
    if (line.size && line.bytes[line.size - 1] == '\n')
        line.size--;
    while (line.size && line.bytes[line.size - 1] == '\r')
        line.size--;
    return line;
}

/* What a first byte announces: how many bytes in all, and the least value that may be
   written with so many. */
static size_t announced(unsigned char first, uint32_t *value, uint32_t *least)
{
    static const struct {
        unsigned char mask, bits;
        uint32_t least;
    } rows[] = {
        {0x80, 0x00, 0      },
        {0xe0, 0xc0, 0x80   },
        {0xf0, 0xe0, 0x800  },
        {0xf8, 0xf0, 0x10000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((first & rows[i].mask) == rows[i].bits) {
            *value = first & (unsigned char)~rows[i].mask;
            *least = rows[i].least;
            return i + 1;
        }
    }
    return 0;
}

/* The character that text begins with and its length; 0 if it is not UTF-8. */
static size_t decode(struct lprof_text text, uint32_t *value)
{
    uint32_t least = 0;

    const size_t length =
        text.size ? announced((unsigned char)text.bytes[0], value, &least) : 0;
    if (!length || length > text.size)
        return 0;
    for (size_t i = 1; i < length; i++) {
        const unsigned char byte = (unsigned char)text.bytes[i];
        if ((byte & 0xc0) != 0x80)
            return 0;
        *value = *value << 6 | (byte & 0x3f);
    }
    const bool surrogate = *value >= 0xd800 && *value <= 0xdfff;
    return *value < least || *value > 0x10ffff || surrogate ? 0 : length;
}

size_t text_utf8_length(struct lprof_text text)
{
    uint32_t value = 0;
    return decode(text, &value);
}

/* C0, DEL and C1, but tabs: what terminals act on, and is shown as an escape. */
static bool is_control(uint32_t value)
{
    return (value < 32 && value != '\t') || (value >= 127 && value < 160);
}

/* The first character; a byte that is none, as in other encodings, stands for itself. */
static size_t decode_shown(struct lprof_text text, uint32_t *value, bool *is_shown)
{
    const size_t length = decode(text, value);

    *is_shown = !length || !is_control(*value);
    return length;
}

/* Cut off the first character, or the first byte if it begins none. */
static struct lprof_text take_character(struct lprof_text *text)
{
    const size_t length = text_utf8_length(*text);
    const struct lprof_text character = {text->bytes, length ? length : 1};

    text->bytes += character.size;
    text->size -= character.size;
    return character;
}

/* East Asian characters take two columns, combining ones none.  The C library knows, in a
   locale of Unicode, whichever one the user has. */
static size_t columns_of(uint32_t value)
{
    static locale_t unicode;

    if (value < 0x300)
        return 1;
    if (!unicode)
        unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!unicode)
        return 1;
    const locale_t before = uselocale(unicode);
    const int width = wcwidth((wchar_t)value);
    uselocale(before);
    return width < 0 ? 1 : (size_t)width;
}

static size_t width_of_character(struct lprof_text character)
{
    uint32_t value = 0;
    bool is_shown = true;
    const size_t length = decode_shown(character, &value, &is_shown);

    if (!is_shown)
        return sizeof "\\xff" - 1;
    return length ? columns_of(value) : 1;
}

static size_t width_of(struct lprof_text text, size_t tab_stop)
{
    size_t width = 0;

    while (text.size) {
        const struct lprof_text character = take_character(&text);
        width += *character.bytes == '\t' ? tab_stop - width % tab_stop
                                          : width_of_character(character);
    }
    return width;
}

size_t text_width(struct lprof_text text)
{
    return width_of(text, 1);
}

size_t text_width_with_tabs(struct lprof_text text)
{
    return width_of(text, TAB_STOP);
}

size_t text_prefix(struct lprof_text text, size_t width)
{
    size_t size = 0;
    size_t column = 0;

    while (text.size) {
        const struct lprof_text character = take_character(&text);
        column += width_of_character(character);
        if (column > width)
            break;
        size += character.size;
    }
    return size;
}

size_t text_print_expanded(FILE *out, struct lprof_text text, size_t column, size_t width)
{
    while (text.size) {
        const struct lprof_text character = take_character(&text);
        const bool is_tab = *character.bytes == '\t';
        size_t step =
            is_tab ? TAB_STOP - column % TAB_STOP : width_of_character(character);
        if (is_tab && column < width && step > width - column)
            step = width - column;
        if (column > width || step > width - column)
            return width + 1; /* what combines with it is not to follow */
        if (is_tab)
            fprintf(out, "%*s", (int)step, "");
        else
            text_print_clean(out, character);
        column += step;
    }
    return column;
}

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* Bytes of ASCII without controls and without the two signs, which text begins with: most
   of it, and soon written. */
static size_t plain_length(struct lprof_text text, char quote, char escape)
{
    size_t length = 0;

    while (length < text.size && text.bytes[length] >= ' ' && text.bytes[length] < 127 &&
           text.bytes[length] != quote && text.bytes[length] != escape)
        length++;
    return length;
}

/* Write what plain_length() says, and leave it out of the text. */
static void print_plain(FILE *out, struct lprof_text *text, char quote, char escape)
{
    const size_t length = plain_length(*text, quote, escape);

    if (!length)
        return; /* an empty text may have no address */
    fwrite(text->bytes, 1, length, out);
    text->bytes += length;
    text->size -= length;
}

/* invalid   what stands for a byte of some other encoding; NULL: the byte itself */
static void print_without_controls(FILE *out, struct lprof_text text, const char *invalid)
{
    for (print_plain(out, &text, 0, 0); text.size; print_plain(out, &text, 0, 0)) {
        uint32_t value = 0;
        bool is_shown = true;
        const size_t length = decode_shown(text, &value, &is_shown);
        const size_t step = length ? length : 1;
        if (!length && invalid)
            fputs(invalid, out);
        else if (is_shown)
            fwrite(text.bytes, 1, step, out);
        else
            fprintf(out, "\\x%02x", (unsigned int)value);
        text.bytes += step;
        text.size -= step;
    }
}

void text_print_clean(FILE *out, struct lprof_text text)
{
    print_without_controls(out, text, NULL);
}

void string_print_clean(FILE *out, const char *string)
{
    text_print_clean(out, text_of(string));
}

void text_print_valid(FILE *out, struct lprof_text text)
{
    print_without_controls(out, text, REPLACEMENT);
}

void string_print_valid(FILE *out, const char *string)
{
    text_print_valid(out, text_of(string));
}

char *text_valid_copy(struct lprof_text text)
{
    char *copy = NULL;
    size_t size = 0;
    FILE *out = memory_open(&copy, &size);

    text_print_valid(out, text);
    memory_close(out);
    return copy;
}

/* The characters that JSON has short escapes for, and those. */
static const char *const short_escapes[128] = {
    ['"'] = "\\\"", ['\\'] = "\\\\", ['\b'] = "\\b", ['\f'] = "\\f",
    ['\n'] = "\\n", ['\r'] = "\\r",  ['\t'] = "\\t",
};

static void print_json_ascii(FILE *out, unsigned char c)
{
    if (short_escapes[c])
        fputs(short_escapes[c], out);
    else if (c < 32 || c == 127)
        fprintf(out, "\\u%04x", c);
    else
        fputc(c, out);
}

void text_print_json(FILE *out, struct lprof_text text)
{
    fputc('"', out);
    for (print_plain(out, &text, '"', '\\'); text.size;
         print_plain(out, &text, '"', '\\')) {
        uint32_t value = 0;
        const size_t length = decode(text, &value);
        if (length == 1)
            print_json_ascii(out, (unsigned char)text.bytes[0]);
        else if (length && is_control(value))
            fprintf(out, "\\u%04x", (unsigned int)value);
        else if (length)
            fwrite(text.bytes, 1, length, out);
        else
            fputs(REPLACEMENT, out);
        const size_t step = length ? length : 1;
        text.bytes += step;
        text.size -= step;
    }
    fputc('"', out);
}

void string_print_json(FILE *out, const char *string)
{
    text_print_json(out, text_of(string));
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
