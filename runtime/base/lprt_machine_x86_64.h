/* SPDX-License-Identifier: MIT */
#ifndef LPRT_MACHINE_X86_64_H
#define LPRT_MACHINE_X86_64_H

#include <cpuid.h>

static inline uint64_t lprt_stamp_fast(void)
{
    uint64_t low; /* the halves come in whole registers */
    uint64_t high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
    return high << 32 | low;
}

/* The barrier makes the counter wait for everything before it. */
static inline uint64_t lprt_stamp_ordered(void)
{
    uint64_t low;
    uint64_t high;
    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high)::"memory");
    return high << 32 | low;
}

/* "Invariant TSC". */
static inline bool lprt_counter_is_invariant(void)
{
    unsigned int a = 0;
    unsigned int b = 0;
    unsigned int c = 0;
    unsigned int d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

static inline bool lprt_machine_has_scalable_vectors(void)
{
    return false;
}

static inline void lprt_machine_add(uint64_t *word, uint64_t amount)
{
    __asm__("addq %1, %0" : "+m"(*word) : "er"(amount) : "cc");
}

static inline uint64_t lprt_machine_take(uint64_t *word)
{
    uint64_t number = 1;

    __asm__ volatile("xaddq %0, %1" : "+r"(number), "+m"(*word) : : "cc", "memory");
    return number;
}

static inline void lprt_machine_count(uint32_t *count)
{
    __asm__("addl $1, %0\n\tsbbl $0, %0" : "+m"(*count) : : "cc");
}

/* Put `next` in the place of two words, aligned to 16 bytes, if they are `*expected`; if
   not, *expected becomes what they are.  By one instruction, so no handler on the thread
   comes in between. */
static inline bool lprt_machine_exchange_pair(uint64_t *words, uint64_t *expected,
                                              const uint64_t *next)
{
    bool done;

    __asm__ volatile("cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*(uint64_t(*)[2])words), "+a"(expected[0]),
                       "+d"(expected[1])
                     : "b"(next[0]), "c"(next[1])
                     : "memory");
    return done;
}

static inline void lprt_machine_clock_gettime(clockid_t id, struct timespec *now)
{
    long result = SYS_clock_gettime;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"((long)id), "S"(now)
                     : "rcx", "r11", "memory");
}

static inline void lprt_machine_getrusage(int who, struct rusage *usage)
{
    long result = SYS_getrusage;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"((long)who), "S"(usage)
                     : "rcx", "r11", "memory");
}

static inline void lprt_machine_set_signals(const uint64_t *mask, uint64_t *before)
{
    long result = SYS_rt_sigprocmask;
    register long size __asm__("r10") = sizeof *mask;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"((long)SIG_SETMASK), "S"(mask), "d"(before), "r"(size)
                     : "rcx", "r11", "memory");
}

static inline void *lprt_machine_map(size_t bytes)
{
    long result = SYS_mmap;
    register long flags __asm__("r10") = MAP_PRIVATE | MAP_ANONYMOUS;
    register long file __asm__("r8") = -1;
    register long offset __asm__("r9") = 0;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(0L), "S"(bytes), "d"((long)(PROT_READ | PROT_WRITE)),
                       "r"(flags), "r"(file), "r"(offset)
                     : "rcx", "r11", "memory");
    return result < 0 ? NULL : (void *)result; /* NOLINT: an address is a number here */
}

static inline __attribute__((__always_inline__)) void
lprt_probe_timed(struct lineprof_frame *frame, void (*event)(void), uint64_t line,
                 bool reads)
{
    if (reads)
        __asm__ volatile("cmpq\t%0, (%2)\n\tje\t1f\n\tlfence\n\trdtsc\n\t"
                         "movq\t%0, %%rsi\n\tcall\t*%1\n1:"
                         :
                         : "er"(line), "m"(event), "D"(frame)
                         : "rax", "rdx", "rsi", "cc", "memory");
    else
        __asm__ volatile("cmpq\t%0, (%2)\n\tje\t1f\n\t"
                         "movq\t%0, %%rsi\n\tcall\t*%1\n1:"
                         :
                         : "er"(line), "m"(event), "D"(frame)
                         : "rax", "rdx", "rsi", "cc", "memory");
}

#endif
