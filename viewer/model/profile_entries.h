/* SPDX-License-Identifier: MIT */
/* The functions of all files before they are added together; for profile*.c alone.
   The door of profile_collect.c, profile_merge.c, profile_parts.c, profile_regions.c and
   tree/profile_tree.c.
 */
#ifndef PROFILE_ENTRIES_H
#define PROFILE_ENTRIES_H

#include "base/string_pool.h"
#include "model/profile.h"
#include "model/profile_rate.h"
#include "model/profile_tally.h"

#include <stdint.h>

/* In `part`: it is none's. */
#define NO_PART SIZE_MAX

/* A function as one file has it. */
struct entry {
    struct function function; /* its `lines` belong to the entry */
    size_t input;
    size_t part;   /* of the profile's */
    size_t serial; /* index before sorting: what calls refer to */
    bool is_part;
};

struct entry_call {
    size_t caller; /* serials of entries */
    size_t callee;
    const char *file;
    uint32_t line;
    uint64_t count;
    uint64_t total_ns;
};

struct entry_node {
    size_t parent; /* of the entries' nodes, before it; NO_NODE: nobody called */
    size_t caller; /* serials of entries; of the caller of no meaning without parent */
    size_t callee;
    const char *file; /* of the calling line */
    uint32_t line;
    bool is_lost; /* it is none */
    bool is_part; /* no call, but a part of a function that runs by itself */
    uint64_t calls;
    uint64_t self_ns;
};

struct entries {
    struct entry *all;
    size_t count;
    size_t room;
    struct entry_call *calls;
    size_t call_count;
    size_t call_room;
    struct entry_node *nodes;
    size_t node_count;
    size_t node_room;
    bool has_light; /* some code had no frames, so nodes may not tell all callers */
};

/* Where an entry's numbers come from. */
/* Of whose peak it is said what lines held. */
enum entry_peak {
    PEAK_NOT_KNOWN, /* nobody's: of the highest it was not recorded */
    PEAK_OF_OTHERS, /* another run's was higher */
    PEAK_OF_ITSELF,
};

struct entry_source {
    const struct tally *tally;
    const struct lprof_reader
        *texts; /* has those of the sources, as long as the profile */
    size_t input;
    size_t part;
    struct rate rate;
    enum entry_peak peak;
    bool keep_instances;
    bool is_snapshot; /* the counters were changing when they were read */
    const struct unit *units;
    struct string_pool *pool;
};

/* Convert the functions and calls of one file. */
void entries_add(struct entries *entries, const struct entry_source *source);

/* False, with *error as for profile_load(), if functions are from builds that do not fit.
 */
bool entries_fit(struct entries *entries, const struct profile *profile, char **error);

/* Add equal functions together: fills the profile's functions and calls. */
void entries_merge(struct entries *entries, struct profile *profile);

/* For profile_merge.c: which calls were made in which context.  The profile's functions
   and calls are there already.
   places   for each entry's serial, the index of its function */
void entries_merge_nodes(const struct entries *entries, struct profile *profile,
                         const size_t *places);

void entries_release(struct entries *entries);

/* Where a file's regions come from. */
struct region_source {
    const struct tally *tally;
    struct rate rate;
    size_t part;
    bool has_run; /* only those that have been open */
    struct string_pool *pool;
};

/* Add the regions of a file to the profile's, which regions_merge() then sorts and adds
   up.  threads: as for tally_make() */
void regions_add(struct profile *profile, const struct region_source *from,
                 struct thread_choice threads);
void regions_merge(struct profile *profile);
void regions_release(struct profile *profile);

/* Make the parts of the kind that is wanted.  Those of ranks are complete then, but for
   what is noted of each process. */
void parts_begin(struct profile *profile, enum part_kind kind);
void parts_release(struct profile *profile);

/* The part that a file of ranks goes into; 0 where nothing is kept apart. */
size_t parts_of_file(const struct profile *profile, size_t file);

/* Parts for phases, so that there are as many as a file has. */
void parts_add_phases(struct profile *profile, size_t file);

/* A new part for a thread of a file's; returns its index. */
size_t parts_add_thread(struct profile *profile, size_t file, uint32_t thread);

/* What a tally says of the part that it is about.  has_off   it was recorded */
void parts_note(struct profile *profile, size_t part, const struct input *input,
                const struct tally *tally, struct rate rate);

/* How long a phase was in one of the processes. */
void parts_note_length(struct profile *profile, size_t part, uint64_t wall_ns);

/* Add to one of so many portions, which are made for the first. */
void portions_add(struct portions **portions, size_t count, size_t part,
                  struct portion more);

/* Which part has what of a function that entries were added up to.  The entries' lines
   are as they were. */
void parts_share_out(const struct profile *profile, struct function *sum,
                     const struct entry *entries, size_t count);

/* Where a file's timelines come from. */
struct timeline_source {
    const struct tally *tally;
    uint64_t from; /* readings of the clock: of a phase, what ended up to then and what */
    uint64_t to;   /* ended after that is left out; 0: nothing is */
    const char *region; /* what was in none of that name is left out; NULL: nothing is */
    struct rate rate;
    uint64_t start_ticks; /* reading of the clock */
    uint64_t start_ns;    /* at the same moment, since the Unix epoch */
    const char *program;
    uint32_t pid;
    size_t process;
    struct string_pool *pool;
};

/* Add those of a file, for which there is room: one a TIMELINE record.
   threads: as for tally_make() */
void timelines_add(struct profile *profile, const struct timeline_source *from,
                   struct thread_choice threads);
void timelines_release(struct profile *profile);

void lines_release(struct function *function);

/* Sort a function's lines into their order, adding up those that are the same. */
void lines_merge(struct function *function);

#endif
