/* SPDX-License-Identifier: MIT */
/* What an option collects over its repetitions. */
#ifndef LISTS_H
#define LISTS_H

#include <stddef.h>
#include <stdint.h>

/* Words; the array is the list's. */
struct word_list {
    const char **words; /* the words are the command line's */
    size_t count;
    size_t room;
};

/* The same for numbers. */
struct number_list {
    uint32_t *numbers;
    size_t count;
    size_t room;
};

#endif
