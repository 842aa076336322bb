/* SPDX-License-Identifier: MIT */
/* What lineprof-view can be asked on its command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/lists.h"
#include "export/exporter.h"
#include "print/table.h"
#include "source/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, COLOR_COUNT };

struct options {
    const char *const *paths; /* the command line's */
    size_t path_count;
    char *newest; /* the one path, if none is on the command line; owned, may be NULL */
    struct word_list found; /* instead of folders; the words are owned */
    double unit_s;          /* 0: one that suits */
    bool has_unit;          /* the user has said one */
    bool has_named_unit;    /* and by a word, not as line_profiler does */
    bool skip_zero;
    bool sort;
    bool summarize;
    bool rich;
    bool list_names;
    bool instances;
    bool no_pager;
    bool no_clang;
    bool no_group;
    bool group;
    bool show_help;
    bool show_version;
    enum output_format format;
    enum color_choice color;
    enum table table;
    struct number_list sort_by; /* indices of sort_keys */
    struct number_list columns; /* indices of `columns`; none: the usual ones */
    double limit;               /* rows; under 1 a share of them; negative: all */
    bool all;
    bool calls;
    bool by_rank;
    bool by_thread;
    bool by_phase;
    uint32_t phase;      /* 0: the whole run */
    uint32_t base_phase; /* of the older profile, or of the same */
    const char *region;  /* NULL: the whole run */
    bool by_region;
    double fail_imbalance;  /* percent; negative: no limit */
    struct word_list bases; /* older profiles to compare with; none: no comparison */
    double fail_above;      /* percent; negative: no limit */
    bool fail_hits;
    bool fail_bytes;
    bool follow;
    const char *output; /* NULL: standard output */
    bool names_page;    /* with `output` NULL: a file named after the program */
    bool open_page;
    struct word_list functions;
    struct word_list files;
    struct number_list threads;
    struct number_list ranks;
    struct source_move *moves;
    size_t move_count;
    size_t move_room;
};

/* The commands that take these options. */
enum view_command { VIEW_LISTING, VIEW_DIFF, VIEW_TOP, VIEW_HTML };

/*
 * Parse a command line; its words are borrowed, and put into another order.
 *
 * error   on failure a line for people, without the program's name, to be freed
 *
 * The options are to be released in either case.
 */
bool options_parse(struct options *options, int argc, char **argv, char **error);

/* The same for a command: the first file of VIEW_DIFF is the older profile, wherever the
   options stand, unless --diff names one; VIEW_TOP
   follows; VIEW_HTML makes a page, and names it if nobody else does. */
bool options_parse_as(struct options *options, enum view_command command, int argc,
                      char **argv, char **error);
void options_release(struct options *options);

/* Where ranks or threads are compared a folder stands for the profiles in it: put these
   in its place.  False, with *error as above, if one has none. */
bool options_open_folders(struct options *options, char **error);

/* Whether ranks or threads are kept apart. */
enum part_kind options_parts(const struct options *options);

/* What of some files the options ask for; borrows from both. */
struct profile_request options_request(const struct options *options,
                                       const char *const *paths, size_t path_count);

/* The options that a command can make use of, for people. */
void options_print_help(FILE *out, enum view_command command);

#endif
