/* SPDX-License-Identifier: MIT */
/*
 * Text put together in a buffer of fixed size: the runtime has no stdio and no malloc.
 * Safe in signal handlers and everywhere else; errno is not touched.
 */
#ifndef LPRT_TEXT_H
#define LPRT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is put is always ended by NUL.  `cut` is sticky: something did not fit. */
struct lprt_text {
    char *bytes;
    size_t room; /* of `bytes`, the NUL included; at least 1 */
    size_t size; /* without the NUL */
    bool cut;
};

/* buffer   borrowed; made an empty text */
struct lprt_text lprt_text_in(char *buffer, size_t room);

void lprt_text_put(struct lprt_text *text, const char *string);
void lprt_text_put_bytes(struct lprt_text *text, const char *bytes, size_t size);
void lprt_text_put_number(struct lprt_text *text, uint64_t number);

/* Reads decimal digits from *at and moves it behind them; 0 where there are none. */
uint64_t lprt_text_take_number(const char **at);

/* Behind the last '/' of a path. */
const char *lprt_text_base(const char *path);

#endif
