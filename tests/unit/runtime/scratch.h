/* SPDX-License-Identifier: MIT */
/* Running an instrumented program in a folder of its own. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* A fixture: makes an empty folder and goes there; leaves and removes it. */
void scratch_enter(void);
void scratch_leave(void);

struct run {
    int status;      /* as of waitpid() */
    char out[65536]; /* what it wrote on stdout, ended by NUL */
    char err[4096];  /* on stderr */
};

/*
 * Run a program of this suite and wait for it.
 *
 * program      its name in the folder of the build's test programs
 * arguments    without the program's, ended by NULL
 * environment  "NAME=VALUE" to add to ours, ended by NULL; NULL for none
 */
struct run *run_program(const char *program, const char *const *arguments,
                        const char *const *environment);

/* The same with the list written in place: RUN("prog", "argument", ...). */
#define RUN(program, ...) \
    run_program(program, (const char *const[]){__VA_ARGS__, NULL}, NULL)
#define RUN_WITH(setting, program, ...)                            \
    run_program(program, (const char *const[]){__VA_ARGS__, NULL}, \
                (const char *const[]){setting, NULL})

bool exited_with(const struct run *run, int code);

/* Paths of the .lprof files below the folder, sorted; the last is NULL. */
const char *const *profiles(void);
size_t profile_count(void);

#endif
