/* SPDX-License-Identifier: MIT */
/* To be preloaded: a system call is refused, for certain arguments, before the program
   begins.  By the kernel, as the runtime calls no function of the program's. */
#ifndef REFUSE_H
#define REFUSE_H

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* For filters: the low half of an argument, from 0. */
#define LOW_HALF(n) (offsetof(struct seccomp_data, args) + (n) * sizeof(__u64))

#define LOAD(offset)          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define SKIP_UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (n))
#define ALLOW                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error)         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

static inline void refuse(struct sock_filter *filter, size_t count)
{
    const struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        abort();
}

#endif
