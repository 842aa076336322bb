/* SPDX-License-Identifier: MIT */
/* To be preloaded: there can be no more threads. */
#include "refuse.h"

#include <errno.h>

__attribute__((constructor)) static void start(void)
{
    struct sock_filter filter[] = {
        LOAD(offsetof(struct seccomp_data, nr)),
        SKIP_UNLESS(SYS_clone3, 1),
        REFUSE(EAGAIN),
        SKIP_UNLESS(SYS_clone, 1),
        REFUSE(EAGAIN),
        ALLOW,
    };

    refuse(filter, sizeof filter / sizeof filter[0]);
}
