/* SPDX-License-Identifier: MIT */
/*
 * What a profiled program may say in its source.  Optional: the attribute itself
 * needs no header.
 */
#ifndef LINEPROF_H
#define LINEPROF_H

/*
 * Marks a function, at its definition or a declaration of it, in C and C++.  Nothing
 * without the plugin, so that other compilers do not warn of an attribute they do not
 * know.
 */
#ifdef __LINEPROF__
#    define LINEPROF_PROFILE __attribute__((__profile__))
#else
#    define LINEPROF_PROFILE
#endif

#endif
