/* SPDX-License-Identifier: MIT */
/*
 * What of the runtime depends on the machine: a header for each, and the assembler in
 * lprt_event_<machine>.S.  Each has
 *
 *     uint64_t lprt_stamp_fast(void)       the processor's counter
 *     uint64_t lprt_stamp_ordered(void)    the same, not before all that comes before it
 *     bool lprt_counter_is_invariant(void) its rate is the same in all states
 *     bool lprt_machine_has_scalable_vectors(void)
 *                                          lprt_keeping_vectors() has to keep those
 *     void lprt_machine_add(uint64_t *word, uint64_t amount)
 *                                          a signal handler's add in between is not lost
 *     uint64_t lprt_machine_take(uint64_t *word)
 *                                          add 1, and return what it was: no handler gets
 *                                          the same
 *     void lprt_machine_count(uint32_t *count)
 *                                          the same, by 1; it stays at its largest value
 *     void lprt_machine_clock_gettime(clockid_t id, struct timespec *now)
 *                                          the system call, not libc's function
 *     void lprt_machine_getrusage(int who, struct rusage *usage)
 *                                          the same
 *     void lprt_machine_set_signals(const uint64_t *mask, uint64_t *before)
 *                                          the same of rt_sigprocmask, SIG_SETMASK
 *     void *lprt_machine_map(size_t bytes)
 *                                          memory of zeros; NULL if there is none
 *     void lprt_probe_timed(frame, event, line, bool reads)
 *                                          what the plugin puts where a line begins, to
 *                                          measure what it costs, and to test with;
 *                                          reads: it reads the counter itself.  In
 *                                          functions that call others, only
 *
 * all safe in signal handlers.
 */
#ifndef LPRT_MACHINE_H
#define LPRT_MACHINE_H

#include "lineprof/abi.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#if defined __x86_64__
#    include "base/lprt_machine_x86_64.h"
#elif defined __aarch64__
#    include "base/lprt_machine_aarch64.h"
#elif defined __riscv && __riscv_xlen == 64
#    include "base/lprt_machine_riscv64.h"
#else
#    error "this machine is not known: docs/internals/PORTING.md"
#endif

#endif
