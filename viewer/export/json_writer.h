/* SPDX-License-Identifier: MIT */
/* Writes one JSON value, piece by piece; commas and line breaks come by themselves. */
#ifndef JSON_WRITER_H
#define JSON_WRITER_H

#include "lprof.h"

#include <stdio.h>

struct json {
    FILE *out;
    int depth;
    bool needs_comma;
};

/* key   NULL for an element of a list */
void json_open_object(struct json *json, const char *key);
void json_close_object(struct json *json);
void json_open_list(struct json *json, const char *key);
void json_close_list(struct json *json);

void json_null(struct json *json, const char *key);
void json_count(struct json *json, const char *key, uint64_t value);
void json_integer(struct json *json, const char *key, int64_t value);
void json_number(struct json *json, const char *key, double value); /* finite */
void json_bool(struct json *json, const char *key, bool value);
/* value / scale, with all its digits; scale is a power of ten */
void json_scaled(struct json *json, const char *key, uint64_t value, uint64_t scale);
void json_string(struct json *json, const char *key, const char *value);
void json_text(struct json *json, const char *key, struct lprof_text value);

#endif
