/* SPDX-License-Identifier: MIT */
/* Where libc is, for the shared library alone: a static program that can open libraries
   would be warned of. */
#include "base/lprt_libc.h"

#include <gnu/lib-names.h>

void *lprt_libc_handle(void)
{
    return dlopen(LIBC_SO, RTLD_LAZY | RTLD_NOLOAD);
}

void *lprt_libc_open(const char *library)
{
    return dlopen(library, RTLD_LAZY | RTLD_LOCAL);
}
