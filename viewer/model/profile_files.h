/* SPDX-License-Identifier: MIT */
/* Which files a profile is made of: those that were asked for, and what forked children
   counted in them.  What they add up to is profile.c's. */
#ifndef PROFILE_FILES_H
#define PROFILE_FILES_H

#include "base/string_pool.h"
#include "lprof.h"
#include "model/profile.h"
#include "model/profile_rate.h"

#include <stdbool.h>
#include <stddef.h>

/* One file while it is being loaded, or what a forked child counted in one. */
struct loaded {
    struct lprof_reader *reader;
    struct lprof_reader *since_child; /* its own; NULL: none */
    const struct lprof_reader *since; /* an earlier reading; NULL: none */
    bool is_child;
    struct rate rate;
    struct input input;
    struct unit *units;   /* as in the file */
    uint64_t start_ticks; /* from when timelines count; of a child, its parent's */
    uint64_t start_ns;    /* the same moment, since the Unix epoch */
};

struct profile_store {
    struct loaded *files; /* as profile.inputs */
    size_t file_count;
    size_t file_room;
    size_t peak_file;    /* index of the run with the highest peak of memory, */
    bool has_peak_lines; /* of which it was recorded what lines held */
    struct string_pool pool;
};

/* An earlier reading of a file, NULL if there is none; or NULL where it says nothing, as
   the program has begun to count anew since. */
const struct lprof_reader *profile_comparable(const struct lprof_reader *since,
                                              const struct lprof_reader *reader);

/* Whether the run that a file is of goes on, has come to its end, or was cut short. */
enum run_state run_state_of(const struct lprof_reader *reader);

/*
 * Open the files and put them in order, children last: they are no inputs of their own.
 *
 * store    zeroed; to be closed on failure, too
 * error    on failure, what is wrong, for people; the caller frees it
 */
bool profile_files_open(struct profile_store *store,
                        const struct profile_request *request, char **error);
void profile_files_close(struct profile_store *store);

/* Below, above or equal to 0 as `a` comes before or after `b` or says the same; the order
   has no meaning, but it is one. */
int unit_order(const struct unit *a, const struct unit *b);

#endif
