/* SPDX-License-Identifier: MIT */
/* To be preloaded: a user's quota, of which a file takes up to 200 KiB; what is in place
   can be written. */
#include "refuse.h"

#include <errno.h>

enum { QUOTA_BYTES = 200 << 10 };

__attribute__((constructor)) static void start(void)
{
    struct sock_filter filter[] = {
        LOAD(offsetof(struct seccomp_data, nr)),
        SKIP_UNLESS(SYS_fallocate, 5),
        LOAD(LOW_HALF(2)), /* offset */
        BPF_STMT(BPF_MISC | BPF_TAX, 0),
        LOAD(LOW_HALF(3)), /* size */
        BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, QUOTA_BYTES, 1, 0),
        ALLOW,
        REFUSE(EDQUOT),
    };

    refuse(filter, sizeof filter / sizeof filter[0]);
}
