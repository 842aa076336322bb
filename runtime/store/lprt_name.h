/* SPDX-License-Identifier: MIT */
/* The name of the output file: a pattern, made absolute when the program starts. */
#ifndef LPRT_NAME_H
#define LPRT_NAME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { LPRT_NAME_BYTES = PATH_MAX };

/* What a pattern can name. */
struct lprt_name_facts {
    const char *program;
    const char *host;
    const char *directory; /* absolute; where a relative name begins; "" if unknown */
    uint64_t start_s;      /* since the epoch */
    int32_t rank;          /* -1: none */
};

/*
 * Take the pattern; its % sequences are replaced now, but for the process id, which
 * forked children have their own of.
 *
 * pattern  NULL for the default; copied
 */
void lprt_name_start(const char *pattern, const struct lprt_name_facts *facts);

/*
 * The n-th name to try for a process, from 0: NAME, NAME.PID, NAME.PID.2 and so on. Where
 * NAME is too long for a file it is shortened.
 *
 * out      LPRT_NAME_BYTES; an absolute path
 *
 * Returns 0 or ENAMETOOLONG.
 */
int lprt_name_candidate(char *out, uint32_t pid, unsigned int n);

/* The pattern gives both processes the same name. */
bool lprt_name_is_shared(uint32_t pid, uint32_t other_pid);

/* A path as the user knows it: relative if it is below the start directory. */
const char *lprt_name_shown(const char *path);

#endif
