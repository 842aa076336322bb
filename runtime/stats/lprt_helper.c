/* SPDX-License-Identifier: MIT */
#include "stats/lprt_helper.h"
#include "count/lprt_cut.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const uint64_t ns_per_s = 1000000000;

static void *run(void *arg)
{
    struct lprt_helper *helper = arg;

    prctl(PR_SET_NAME, helper->name);
    helper->work();
    return NULL;
}

/* libc leaves those out that it needs to change user ids everywhere. */
static void block_signals(sigset_t *before)
{
    const uint64_t blocked = ~UINT64_C(0);
    sigset_t set;

    sigemptyset(&set);
    memcpy(&set, &blocked, sizeof blocked);
    sigprocmask(SIG_SETMASK, &set, before);
}

static void change_bus(int how)
{
    sigset_t bus;

    sigemptyset(&bus);
    sigaddset(&bus, SIGBUS);
    sigprocmask(how, &bus, NULL);
}

void lprt_helper_lock(struct lprt_guard *guard)
{
    if (lprt_cut_is_armed())
        change_bus(SIG_UNBLOCK);
    lprt_lock_take(guard);
}

void lprt_helper_unlock(const struct lprt_guard *guard)
{
    lprt_lock_release(guard);
    change_bus(SIG_BLOCK);
}

/* A program that is short of addresses may have none to spare for a whole stack; one
   whose variables for each thread are large needs that for these. */
static int create(struct lprt_helper *helper)
{
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, helper->stack_bytes);
    int error = helper->create(&helper->thread, &attributes, run, helper);
    pthread_attr_destroy(&attributes);
    if (error == EINVAL)
        error = helper->create(&helper->thread, NULL, run, helper);
    return error;
}

int lprt_helper_start(struct lprt_helper *helper)
{
    sigset_t before;

    block_signals(&before); /* it inherits that */
    const int error = create(helper);
    sigprocmask(SIG_SETMASK, &before, NULL);
    helper->is_started = !error;
    return error;
}

static struct timespec time_of(uint64_t ns)
{
    return (struct timespec){.tv_sec = (time_t)(ns / ns_per_s),
                             .tv_nsec = (long)(ns % ns_per_s)};
}

bool lprt_helper_sleep(struct lprt_helper *helper, uint64_t until_ns)
{
    const struct timespec until = time_of(until_ns);

    if (!__atomic_load_n(&helper->is_over, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &helper->is_over, FUTEX_WAIT_BITSET_PRIVATE, 0, &until, NULL,
                FUTEX_BITSET_MATCH_ANY);
    return !__atomic_load_n(&helper->is_over, __ATOMIC_ACQUIRE);
}

static uint64_t ns_of(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * ns_per_s + (uint64_t)now.tv_nsec;
}

uint64_t lprt_helper_now_ns(void)
{
    return ns_of(CLOCK_MONOTONIC);
}

void lprt_helper_pause(uint64_t ns)
{
    const struct timespec time = time_of(ns);

    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
}

void lprt_helper_stop(struct lprt_helper *helper)
{
    const struct timespec until = time_of(ns_of(CLOCK_REALTIME) + helper->patience_ns);

    if (!helper->is_started)
        return;
    helper->is_started = false;
    __atomic_store_n(&helper->is_over, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &helper->is_over, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_timedjoin_np(helper->thread, NULL, &until);
}
