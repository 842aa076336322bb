/* SPDX-License-Identifier: MIT */
/* To be preloaded: files cannot be mapped shared, as on some network file systems. */
#include "refuse.h"

#include <errno.h>
#include <sys/mman.h>

__attribute__((constructor)) static void start(void)
{
    struct sock_filter filter[] = {
        LOAD(offsetof(struct seccomp_data, nr)),
        SKIP_UNLESS(SYS_mmap, 6),
        LOAD(LOW_HALF(3)), /* flags */
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_TYPE),
        SKIP_UNLESS(MAP_SHARED, 3),
        LOAD(LOW_HALF(4)), /* descriptor */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xffffffff, 1, 0),
        REFUSE(ENODEV),
        ALLOW,
    };

    refuse(filter, sizeof filter / sizeof filter[0]);
}
