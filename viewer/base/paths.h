/* SPDX-License-Identifier: MIT */
/* Where the other parts of lineprof are, seen from this program: in the build tree and
   once installed. */
#ifndef PATHS_H
#define PATHS_H

/* Absolute path of the plugin that -fplugin= takes; NULL if it is not there.  To be
   freed. */
char *paths_plugin(void);

/* Directory of the runtime library, for -L; NULL if it is not there.  To be freed. */
char *paths_library_dir(void);

/* Absolute path of the library that counts allocations; NULL if it is not there.  To be
   freed. */
char *paths_heap_library(void);

/* Directory of <lineprof.h>, for -I; NULL if it is not there.  To be freed. */
char *paths_include_dir(void);

#endif
