/* SPDX-License-Identifier: MIT */
/* The trampolines of lprt_libc.h: each jumps to where its function was found. */
#include "base/lprt_libc.h"

#include <stdbool.h>

/* As the linker finds them: libc's, or the program's own. */
#define X(name) extern __typeof__(name) named_##name __asm__(#name);
#include "base/lprt_libc_names.h"
#undef X

#define X(name) .name = named_##name,
__attribute__((__used__)) struct lprt_libc lprt_libc = {
#include "base/lprt_libc_names.h"
};
#undef X

#if defined __x86_64__
#    define JUMP(slot) "jmp *" slot "(%rip)\n"
#elif defined __aarch64__
#    define JUMP(slot) "adrp x16, " slot "\n ldr x16, [x16, :lo12:" slot "]\n br x16\n"
#elif defined __riscv
#    define JUMP(slot) "ld t1, " slot "\n jr t1\n"
#else
#    error "no trampolines for this machine"
#endif

/* One behind the other, as the members are. */
#define X(name) "trampoline lprt_call_" #name "\n"
__asm__(".macro trampoline name\n"
        ".globl \\name\n"
        ".hidden \\name\n"
        ".type \\name, %function\n"
        "\\name:\n" JUMP("lprt_libc + lprt_libc_at") /* nothing else is changed */
        ".size \\name, . - \\name\n"
        ".set lprt_libc_at, lprt_libc_at + 8\n"
        ".endm\n"
        ".text\n"
        ".set lprt_libc_at, 0\n"
#include "base/lprt_libc_names.h"
);
#undef X

/* Libraries as libgfortran and libgcc_eh refer to functions of threads weakly, and take
   one of them, which the runtime needs, for a sign that all are there.  In a static
   program each is there only if somebody refers to it. */
#define REFER_TO(name) __asm__(".globl " #name);
REFER_TO(pthread_cond_broadcast)
REFER_TO(pthread_cond_destroy)
REFER_TO(pthread_cond_init)
REFER_TO(pthread_cond_signal)
REFER_TO(pthread_cond_timedwait)
REFER_TO(pthread_cond_wait)
REFER_TO(pthread_create)
REFER_TO(pthread_detach)
REFER_TO(pthread_equal)
REFER_TO(pthread_getspecific)
REFER_TO(pthread_join)
REFER_TO(pthread_key_create)
REFER_TO(pthread_key_delete)
REFER_TO(pthread_mutex_destroy)
REFER_TO(pthread_mutex_init)
REFER_TO(pthread_mutex_lock)
REFER_TO(pthread_mutex_timedlock)
REFER_TO(pthread_mutex_trylock)
REFER_TO(pthread_mutex_unlock)
REFER_TO(pthread_mutexattr_destroy)
REFER_TO(pthread_mutexattr_init)
REFER_TO(pthread_mutexattr_settype)
REFER_TO(pthread_once)
REFER_TO(pthread_rwlock_rdlock)
REFER_TO(pthread_rwlock_tryrdlock)
REFER_TO(pthread_rwlock_trywrlock)
REFER_TO(pthread_rwlock_unlock)
REFER_TO(pthread_rwlock_wrlock)
REFER_TO(pthread_self)
REFER_TO(pthread_setspecific)
REFER_TO(sched_yield)
#undef REFER_TO

/* Weak: a static program has no loader to ask, and must not be given one. */
#pragma weak dlsym
#pragma weak lprt_libc_handle

static void find(void *slot, void *libc, const char *name)
{
    void *found = dlsym(libc, name);

    if (found)
        memcpy(slot, &found, sizeof found);
}

__attribute__((__constructor__)) void lprt_libc_find(void)
{
    static bool is_done;

    if (is_done || !dlsym)
        return;
    is_done = true;
    /* As part of somebody else's program or library it has libc behind it. */
    void *libc = lprt_libc_handle ? lprt_libc_handle() : RTLD_NEXT;
    if (!libc)
        return;
#define X(name) find(&lprt_libc.name, libc, #name);
#include "base/lprt_libc_names.h"
#undef X
}
