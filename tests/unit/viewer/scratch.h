/* SPDX-License-Identifier: MIT */
/* A test's directory, and profiles loaded from it. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include "file_builder.h"
#include "model/profile.h"

/* Fixtures: a new directory before each test, none after it. */
void scratch_setup(void);
void scratch_teardown(void);

/* PATH of a file in it; valid until the teardown. */
const char *scratch_path(const char *name);

/* Write a text into a file of it. */
void scratch_write(const char *name, struct lprof_text text);

/* What is in a file of it, ended by NUL; to be freed. */
char *scratch_read(const char *name);

/* Load files of it; fails the test if that does not work. */
void scratch_load(struct profile *profile, const char *const *names, size_t count);

/* Run lineprof-view, or the front program lineprof, with arguments, the last of which is
   NULL, what it prints into the files "out" and "err" of the scratch; returns its
   status. */
int scratch_view(const char *const *arguments);
int scratch_command(const char *const *arguments);

/* Fail the test unless a file of the scratch is, or holds, a text. */
void scratch_check(const char *name, const char *expected);
void scratch_check_holds(const char *name, const char *part);

/* The function of that name; fails the test if there is none. */
const struct function *function_named(const struct profile *profile, const char *name);

#endif
