/* SPDX-License-Identifier: MIT */
/* What a profile says, added up by function over threads. */
#ifndef PROFILE_SUMS_H
#define PROFILE_SUMS_H

#include "lprof.h"

enum { MOST_FUNCTIONS = 32, MOST_LINES = 8 };

struct line_sums {
    uint64_t hits;
    uint64_t ticks;
    uint64_t child_ticks;
    uint64_t calls_to[MOST_FUNCTIONS]; /* by the callee's index in profile.functions */
    uint64_t ticks_in[MOST_FUNCTIONS];
};

struct function_sums {
    char name[64];
    uint32_t id;
    uint64_t calls;
    uint64_t primitive_calls;
    uint64_t ticks;
    uint64_t steps_back;
    uint64_t open;        /* frames */
    uint64_t loose_calls; /* on fibers */
    uint64_t node_calls;
    uint64_t node_ticks;
    size_t line_count;
    struct line_sums lines[MOST_LINES];
};

struct profile_sums {
    struct lprof_header header;
    size_t thread_count;
    size_t other_count; /* threads whose record is shared */
    size_t ended_count;
    size_t size_bytes;
    size_t function_count;
    struct function_sums functions[MOST_FUNCTIONS];
    char program[64];
    char command[256]; /* its first argument only */
    char directory[4096];
};

/* The file must be sound; fails the test if it is not. */
const struct profile_sums *read_profile(const char *path);

/* Fails the test if the program has no such function. */
const struct function_sums *function_in(const struct profile_sums *profile,
                                        const char *name);

/* Of all functions without open frames lines' ticks add up to the function's, and nodes'
   calls and ticks to its calls, but on fibers, and what it took by itself; fails the test
   otherwise. */
void check_sums(const struct profile_sums *profile);

#endif
