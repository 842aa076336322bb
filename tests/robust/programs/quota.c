/* SPDX-License-Identifier: MIT */
/* To be preloaded: a user's quota, of which a file takes up to 200 KiB; what is in place
   can be written. */
#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>

static int extend(off_t end)
{
    enum { QUOTA_BYTES = 200 << 10 };

    return end > QUOTA_BYTES ? EDQUOT : 0;
}

int posix_fallocate(int fd, off_t offset, off_t size)
{
    const int error = extend(offset + size);

    return error ? error : fallocate(fd, 0, offset, size) == 0 ? 0 : errno;
}
