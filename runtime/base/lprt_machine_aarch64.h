/* SPDX-License-Identifier: MIT */
#ifndef LPRT_MACHINE_AARCH64_H
#define LPRT_MACHINE_AARCH64_H

#include <sys/auxv.h>

static inline uint64_t lprt_stamp_fast(void)
{
    uint64_t ticks;
    __asm__ volatile("mrs\t%0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
}

/* The barrier makes the counter wait for everything before it. */
static inline uint64_t lprt_stamp_ordered(void)
{
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs\t%0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
}

/* By its definition. */
static inline bool lprt_counter_is_invariant(void)
{
    return true;
}

static inline bool lprt_machine_has_scalable_vectors(void)
{
    const unsigned long sve = 1ul << 22; /* HWCAP_SVE, as the kernel numbers it */

    return getauxval(AT_HWCAP) & sve;
}

/* By one instruction, or, where there is none, by a store that fails if a handler has
   come in between. */
static inline void lprt_machine_add(uint64_t *word, uint64_t amount)
{
#if defined __ARM_FEATURE_ATOMICS
    __asm__("stadd\t%1, %0" : "+Q"(*word) : "r"(amount));
#else
    uint64_t sum;
    uint32_t failed;
    __asm__("1:\tldxr\t%0, %2\n\tadd\t%0, %0, %3\n\tstxr\t%w1, %0, %2\n\tcbnz\t%w1, 1b"
            : "=&r"(sum), "=&r"(failed), "+Q"(*word)
            : "r"(amount));
#endif
}

static inline uint64_t lprt_machine_take(uint64_t *word)
{
    uint64_t number;
#if defined __ARM_FEATURE_ATOMICS
    __asm__ volatile("ldadd\t%2, %0, %1"
                     : "=&r"(number), "+Q"(*word)
                     : "r"(UINT64_C(1))
                     : "memory");
#else
    uint64_t next;
    uint32_t failed;
    __asm__ volatile("1:\tldxr\t%0, %3\n\tadd\t%1, %0, #1\n\tstxr\t%w2, %1, %3\n\t"
                     "cbnz\t%w2, 1b"
                     : "=&r"(number), "=&r"(next), "=&r"(failed), "+Q"(*word)
                     :
                     : "memory");
#endif
    return number;
}

static inline void lprt_machine_count(uint32_t *count)
{
    uint32_t next;
    uint32_t failed;
    __asm__("1:\tldxr\t%w0, %2\n\tadds\t%w0, %w0, #1\n\tcsinv\t%w0, %w0, wzr, cc\n\t"
            "stxr\t%w1, %w0, %2\n\tcbnz\t%w1, 1b"
            : "=&r"(next), "=&r"(failed), "+Q"(*count)
            :
            : "cc");
}

/* Put `next` in the place of two words, aligned to 16 bytes, if they are `*expected`; if
   not, *expected becomes what they are.  Where a handler has come in between, the store
   fails. */
static inline bool lprt_machine_exchange_pair(uint64_t *words, uint64_t *expected,
                                              const uint64_t *next)
{
    uint64_t first;
    uint64_t second;
    uint32_t failed;

    __asm__ volatile("1:\tldxp\t%0, %1, %3\n\tcmp\t%0, %4\n\t"
                     "ccmp\t%1, %5, #0, eq\n\tmov\t%w2, #2\n\tb.ne\t2f\n\t"
                     "stxp\t%w2, %6, %7, %3\n\tcbnz\t%w2, 1b\n\t"
                     "b\t3f\n2:\tclrex\n3:"
                     : "=&r"(first), "=&r"(second), "=&r"(failed),
                       "+Q"(*(uint64_t(*)[2])words)
                     : "r"(expected[0]), "r"(expected[1]), "r"(next[0]), "r"(next[1])
                     : "cc", "memory");
    expected[0] = first;
    expected[1] = second;
    return !failed;
}

static inline void lprt_machine_clock_gettime(clockid_t id, struct timespec *now)
{
    register long number __asm__("x8") = SYS_clock_gettime;
    register long first __asm__("x0") = id;
    register struct timespec *second __asm__("x1") = now;
    __asm__ volatile("svc\t#0" : "+r"(first) : "r"(number), "r"(second) : "memory");
}

static inline void lprt_machine_getrusage(int who, struct rusage *usage)
{
    register long number __asm__("x8") = SYS_getrusage;
    register long first __asm__("x0") = who;
    register struct rusage *second __asm__("x1") = usage;
    __asm__ volatile("svc\t#0" : "+r"(first) : "r"(number), "r"(second) : "memory");
}

static inline void lprt_machine_set_signals(const uint64_t *mask, uint64_t *before)
{
    register long number __asm__("x8") = SYS_rt_sigprocmask;
    register long first __asm__("x0") = SIG_SETMASK;
    register const uint64_t *second __asm__("x1") = mask;
    register uint64_t *third __asm__("x2") = before;
    register long fourth __asm__("x3") = sizeof *mask;
    __asm__ volatile("svc\t#0"
                     : "+r"(first)
                     : "r"(number), "r"(second), "r"(third), "r"(fourth)
                     : "memory");
}

static inline void *lprt_machine_map(size_t bytes)
{
    register long number __asm__("x8") = SYS_mmap;
    register long first __asm__("x0") = 0;
    register size_t second __asm__("x1") = bytes;
    register long third __asm__("x2") = PROT_READ | PROT_WRITE;
    register long fourth __asm__("x3") = MAP_PRIVATE | MAP_ANONYMOUS;
    register long fifth __asm__("x4") = -1;
    register long sixth __asm__("x5") = 0;
    __asm__ volatile("svc\t#0"
                     : "+r"(first)
                     : "r"(number), "r"(second), "r"(third), "r"(fourth), "r"(fifth),
                       "r"(sixth)
                     : "memory");
    return first < 0 ? NULL : (void *)first; /* NOLINT: an address is a number here */
}

#define LPRT_PROBE_TIMED(read)                                             \
    __asm__ volatile("ldr\tx17, [%2]\n\tcmp\tx17, %0\n\tb.eq\t1f\n\t" read \
                     "ldr\tx16, %1\n\tmov\tx0, %2\n\tmov\tx1, %0\n\t"      \
                     "blr\tx16\n1:"                                        \
                     :                                                     \
                     : "r"(line), "m"(event), "r"(frame)                   \
                     : "x0", "x1", "x2", "x15", "x16", "x17", "x30", "cc", "memory")

static inline __attribute__((__always_inline__)) void
lprt_probe_timed(struct lineprof_frame *frame, void (*event)(void), uint64_t line,
                 bool reads)
{
    if (reads)
        LPRT_PROBE_TIMED("isb\n\tmrs\tx2, cntvct_el0\n\t");
    else
        LPRT_PROBE_TIMED("");
}

#undef LPRT_PROBE_TIMED

#endif
