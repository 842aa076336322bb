/* SPDX-License-Identifier: MIT */
/* The file of a report that `lineprof html` makes, and the browser that shows it. */
#ifndef PAGE_FILE_H
#define PAGE_FILE_H

#include "model/profile.h"

/* "PROGRAM.html", without a folder; to be freed. */
char *page_file_name(const struct profile *profile);

/* It is not there, or is an earlier report.  False, with *error as for profile_load(), if
   it is something else, which nobody has asked to overwrite. */
bool page_file_is_free(const char *path, char **error);

/* Ask the desktop to show a file, and do not wait.  False, with *error, if it cannot be
   asked. */
bool page_file_show(const char *path, char **error);

#endif
