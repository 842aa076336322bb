/* SPDX-License-Identifier: MIT */
/* Where libc is, and what is the program's to replace, for the shared library alone: a
   static program that can open libraries would be warned of. */
#include "base/lprt_libc.h"

#include <errno.h>
#include <gnu/lib-names.h>

void *lprt_libc_handle(void)
{
    return dlopen(LIBC_SO, RTLD_LAZY | RTLD_NOLOAD);
}

void *lprt_libc_open(const char *library)
{
    return dlopen(library, RTLD_LAZY | RTLD_LOCAL);
}

int lprt_libc_thread(pthread_t *thread, const pthread_attr_t *attributes,
                     void *(*start)(void *), void *arg)
{
    static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

    if (!create) {
        void *found = dlsym(RTLD_DEFAULT, "pthread_create");
        memcpy(&create, &found, sizeof found);
    }
    return create ? create(thread, attributes, start, arg) : ENOSYS;
}
