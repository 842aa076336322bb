/* SPDX-License-Identifier: MIT */
/* Functions and regions, or lines, in one list, to be put into an order and cut. */
#ifndef RANKING_H
#define RANKING_H

#include "analysis/spread.h"
#include "model/profile.h"

/* A function, a region or a line; what a region does not have is 0 or NULL. */
struct ranked {
    const char *name; /* a line's: its function's */
    const char *file;
    uint32_t line;
    uint64_t calls;           /* a line's hits */
    uint64_t primitive_calls; /* its calls: a region's, and if not known */
    uint64_t total_ns;
    uint64_t self_ns;
    uint64_t cpu_ns; /* of total_ns, on the processor; all of it where not recorded */
    uint64_t bytes;  /* that it allocated; 0 where not recorded */
    uint64_t self_bytes;
    uint64_t peak_bytes; /* of these in use at the peak; 0 where not recorded */
    bool has_times;
    const struct function *function; /* NULL: a region; a line's own */
    struct spread
        spread; /* of what ranks or threads have: a line's self_ns, else total_ns,
                   and where there are no times `calls`; all 0: not known */
};

struct ranking {
    struct ranked *all;
    size_t count;
    size_t room;
};

/* The keys to sort by, as indices of `sort_keys`; the first that differs decides. */
struct sort_order {
    const uint32_t *keys;
    size_t count;
};

/* What --sort-by knows: X(ID, name, synonyms, text, function of ranking.c). */
#define SORT_KEYS(X)                                                               \
    X(CUMULATIVE, "cumulative", "total,cumtime,cpu_time_total", "cumulative time", \
      by_total)                                                                    \
    X(TIME, "time", "self,tottime,self_cpu_time_total", "internal time", by_self)  \
    X(CPU, "cpu", "cputime", "time on the processor", by_cpu)                      \
    X(MEAN, "mean", "avg,percall", "time per call", by_mean)                       \
    X(BYTES, "bytes", "cpu_memory_usage", "bytes allocated", by_bytes)             \
    X(SELF_BYTES, "self-bytes", "self_cpu_memory_usage", "internal bytes",         \
      by_self_bytes)                                                               \
    X(PEAK_BYTES, "peak-bytes", "", "bytes at the peak", by_peak_bytes)            \
    X(CALLS, "calls", "ncalls,count", "call count", by_calls)                      \
    X(PRIMITIVE, "pcalls", "", "primitive call count", by_primitive_calls)         \
    X(NAME, "name", "", "function name", by_name)                                  \
    X(FILE, "file", "filename,module", "file name", by_file)                       \
    X(LINE, "line", "", "line number", by_line)                                    \
    X(STANDARD, "stdname", "nfl", "standard name", by_place)                       \
    X(LOST, "lost", "", "time lost to the slowest", by_lost)

#define SORT_ENUM(id, name, synonyms, text, compare) SORT_##id,
enum { SORT_KEYS(SORT_ENUM) SORT_COUNT };
#undef SORT_ENUM

struct sort_key {
    const char *synonyms; /* pstats', torch's and others', separated by commas */
    const char *text;     /* as pstats' "Ordered by" calls it */
    int (*compare)(const struct ranked *a, const struct ranked *b);
};
extern const struct sort_key sort_keys[SORT_COUNT];
extern const char *const sort_key_names[SORT_COUNT];

/* Index of a key by its name or synonym; false if there is none. */
bool sort_key_find(const char *name, size_t size, uint32_t *index);

/* The functions that are shown. */
void ranking_add_functions(struct ranking *ranking, const struct profile *profile);
void ranking_add_regions(struct ranking *ranking, const struct profile *profile);

/* The lines, of those functions, that have run. */
void ranking_add_lines(struct ranking *ranking, const struct profile *profile);

/* Equal ones stay by file, line and name, whatever the order was before. */
void ranking_sort(struct ranking *ranking, struct sort_order order);

/* Keep the first: `limit` of them, or, under 1, that share of them, rounded; a negative
   limit keeps all. */
void ranking_cut(struct ranking *ranking, double limit);

void ranking_release(struct ranking *ranking);

/* total_ns a call; 0 without calls. */
double ranked_mean_ns(const struct ranked *ranked);

#endif
