/* SPDX-License-Identifier: MIT */
/* Paths as continuous integration knows them: seen from the top of the repository. */
#ifndef CI_PATH_H
#define CI_PATH_H

/* The folder from this one upwards that holds .git, or this one if none does; to be
   freed. */
char *ci_path_top(void);

/* A path below `top` without it; any other as it is.  To be freed. */
char *ci_path_from(const char *top, const char *path);

#endif
