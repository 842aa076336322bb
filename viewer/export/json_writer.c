/* SPDX-License-Identifier: MIT */
#include "export/json_writer.h"

#include "base/text.h"

#include <inttypes.h>

/* What stands before a value: a comma, a line of its own for elements of lists, a key. */
static void begin_value(struct json *json, const char *key)
{
    if (json->needs_comma)
        fputc(',', json->out);
    if (!key && json->depth)
        fprintf(json->out, "\n%*s", json->depth, "");
    else if (json->needs_comma)
        fputc(' ', json->out);
    if (key) {
        string_print_json(json->out, key);
        fputs(": ", json->out);
    }
    json->needs_comma = true;
}

static void open_level(struct json *json, const char *key, char bracket)
{
    begin_value(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->needs_comma = false;
}

static void close_level(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->depth--;
    json->needs_comma = true;
}

void json_open_object(struct json *json, const char *key)
{
    open_level(json, key, '{');
}

void json_close_object(struct json *json)
{
    close_level(json, '}');
}

void json_open_list(struct json *json, const char *key)
{
    open_level(json, key, '[');
}

void json_close_list(struct json *json)
{
    close_level(json, ']');
}

void json_null(struct json *json, const char *key)
{
    begin_value(json, key);
    fputs("null", json->out);
}

void json_count(struct json *json, const char *key, uint64_t value)
{
    begin_value(json, key);
    fprintf(json->out, "%" PRIu64, value);
}

void json_integer(struct json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    fprintf(json->out, "%" PRId64, value);
}

void json_number(struct json *json, const char *key, double value)
{
    begin_value(json, key);
    fprintf(json->out, "%.3f", value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_scaled(struct json *json, const char *key, uint64_t value, uint64_t scale)
{
    begin_value(json, key);
    fprintf(json->out, "%" PRIu64, value / scale);
    if (scale > 1)
        fputc('.', json->out);
    for (value %= scale; scale > 1; value %= scale) {
        scale /= 10;
        fputc('0' + (int)(value / scale), json->out);
    }
}

void json_string(struct json *json, const char *key, const char *value)
{
    begin_value(json, key);
    string_print_json(json->out, value);
}

void json_text(struct json *json, const char *key, struct lprof_text value)
{
    begin_value(json, key);
    text_print_json(json->out, value);
}
