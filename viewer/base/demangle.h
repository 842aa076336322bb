/* SPDX-License-Identifier: MIT */
/* From assembler names to what was written. */
#ifndef DEMANGLE_H
#define DEMANGLE_H

/* What a symbol stands for, with its parameters and template arguments; the symbol
   itself, without what a compiler puts behind its first point, when it is no C++ name or
   no C++ library is there to ask.  To be freed. */
char *demangle(const char *symbol);

#endif
