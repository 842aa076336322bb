/* SPDX-License-Identifier: MIT */
#ifndef LPRT_MACHINE_RISCV64_H
#define LPRT_MACHINE_RISCV64_H

static inline uint64_t lprt_stamp_fast(void)
{
    uint64_t ticks;
    __asm__ volatile("rdtime\t%0" : "=r"(ticks)::"memory");
    return ticks;
}

/* The barrier makes the counter wait for what is read and written before it. */
static inline uint64_t lprt_stamp_ordered(void)
{
    uint64_t ticks;
    __asm__ volatile("fence\n\trdtime\t%0" : "=r"(ticks)::"memory");
    return ticks;
}

/* By its definition. */
static inline bool lprt_counter_is_invariant(void)
{
    return true;
}

static inline bool lprt_machine_has_scalable_vectors(void)
{
    return false;
}

static inline void lprt_machine_add(uint64_t *word, uint64_t amount)
{
    __asm__("amoadd.d\tzero, %1, %0" : "+A"(*word) : "r"(amount));
}

static inline uint64_t lprt_machine_take(uint64_t *word)
{
    uint64_t number;

    __asm__ volatile("amoadd.d\t%0, %2, %1"
                     : "=&r"(number), "+A"(*word)
                     : "r"(1)
                     : "memory");
    return number;
}

static inline void lprt_machine_count(uint32_t *count)
{
    uint32_t old;
    uint32_t failed;
    __asm__("1:\tlr.w\t%0, %2\n\taddiw\t%0, %0, 1\n\tseqz\t%1, %0\n\tsub\t%0, %0, %1\n\t"
            "sc.w\t%1, %0, %2\n\tbnez\t%1, 1b"
            : "=&r"(old), "=&r"(failed), "+A"(*count));
}

/* No light code is made for this machine (machine.h of the plugin). */
static inline bool lprt_machine_exchange_pair(uint64_t *words, uint64_t *expected,
                                              const uint64_t *next)
{
    (void)expected;
    words[0] = next[0];
    words[1] = next[1];
    return true;
}

static inline void lprt_machine_clock_gettime(clockid_t id, struct timespec *now)
{
    register long number __asm__("a7") = SYS_clock_gettime;
    register long first __asm__("a0") = id;
    register struct timespec *second __asm__("a1") = now;
    __asm__ volatile("ecall" : "+r"(first) : "r"(number), "r"(second) : "memory");
}

static inline void lprt_machine_getrusage(int who, struct rusage *usage)
{
    register long number __asm__("a7") = SYS_getrusage;
    register long first __asm__("a0") = who;
    register struct rusage *second __asm__("a1") = usage;
    __asm__ volatile("ecall" : "+r"(first) : "r"(number), "r"(second) : "memory");
}

static inline void lprt_machine_set_signals(const uint64_t *mask, uint64_t *before)
{
    register long number __asm__("a7") = SYS_rt_sigprocmask;
    register long first __asm__("a0") = SIG_SETMASK;
    register const uint64_t *second __asm__("a1") = mask;
    register uint64_t *third __asm__("a2") = before;
    register long fourth __asm__("a3") = sizeof *mask;
    __asm__ volatile("ecall"
                     : "+r"(first)
                     : "r"(number), "r"(second), "r"(third), "r"(fourth)
                     : "memory");
}

static inline void *lprt_machine_map(size_t bytes)
{
    register long number __asm__("a7") = SYS_mmap;
    register long first __asm__("a0") = 0;
    register size_t second __asm__("a1") = bytes;
    register long third __asm__("a2") = PROT_READ | PROT_WRITE;
    register long fourth __asm__("a3") = MAP_PRIVATE | MAP_ANONYMOUS;
    register long fifth __asm__("a4") = -1;
    register long sixth __asm__("a5") = 0;
    __asm__ volatile("ecall"
                     : "+r"(first)
                     : "r"(number), "r"(second), "r"(third), "r"(fourth), "r"(fifth),
                       "r"(sixth)
                     : "memory");
    return first < 0 ? NULL : (void *)first; /* NOLINT: an address is a number here */
}

#define LPRT_PROBE_TIMED(read)                                    \
    __asm__ volatile("ld\tt1, (%2)\n\tbeq\tt1, %0, 1f\n\t" read   \
                     "ld\tt0, %1\n\tmv\ta0, %2\n\tmv\ta1, %0\n\t" \
                     "jalr\tt0\n1:"                               \
                     :                                            \
                     : "r"(line), "m"(event), "r"(frame)          \
                     : "a0", "a1", "a2", "t0", "t1", "t2", "ra", "memory")

static inline __attribute__((__always_inline__)) void
lprt_probe_timed(struct lineprof_frame *frame, void (*event)(void), uint64_t line,
                 bool reads)
{
    if (reads)
        LPRT_PROBE_TIMED("fence\n\trdtime\ta2\n\t");
    else
        LPRT_PROBE_TIMED("");
}

#undef LPRT_PROBE_TIMED

#endif
