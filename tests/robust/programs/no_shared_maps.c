/* SPDX-License-Identifier: MIT */
/* To be preloaded: files cannot be mapped shared, as on some network file systems. */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    void *(*next)(void *, size_t, int, int, int, off_t) = NULL;

    if (fd >= 0 && (flags & MAP_TYPE) == MAP_SHARED) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    *(void **)&next = dlsym(RTLD_NEXT, "mmap");
    return next(address, size, protection, flags, fd, offset);
}
