/* SPDX-License-Identifier: MIT */
/* The options of lineprof-view, as data: --help, parsing and whatever else must know all
   of them go by this table. */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "cli/options.h"

/* The words that an option's argument may be; its value is the index. */
struct option_choice {
    const char *const *words;
    size_t count;
};

struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    const char *summary;
    /* Takes the argument, or NULL if there is none, into `options`; false, with *error,
       when it is wrong. */
    bool (*apply)(const struct option_row *row, struct options *options,
                  const char *argument, char **error);
    size_t member;                      /* offset in struct options of what it sets */
    const struct option_choice *choice; /* NULL: the argument is free */
};

/* The word is borrowed. */
void option_add_word(struct word_list *list, const char *word);

/* In the order in which --help lists them. */
extern const struct option_row option_rows[];
extern const size_t option_row_count;

#endif
