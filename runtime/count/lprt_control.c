/* SPDX-License-Identifier: MIT */
#include "count/lprt_control.h"
#include "base/lprt_lock.h"
#include "count/bare/lprt_reset.h"
#include "count/lprt_modules.h"
#include "lprt_user.h"
#include "process/lprt_process.h"

#include "lprof_schema.h"

#include <stddef.h>

/* Until there is a header to look at; differs from what has been seen, so that the first
   look makes one. */
static const uint64_t unconnected = UINT64_MAX;

struct lprt_control lprt_control = {.word = &unconnected};

/* Of the same file as the word; NULL: not connected. */
static struct lprof_header *connected;

static void set_word(const uint64_t *word)
{
    __atomic_store_n(&lprt_control.word, word, __ATOMIC_RELEASE);
    lprt_user_show();
}

void lprt_control_connect(struct lprof_header *header)
{
    connected = header;
    set_word(&header->control);
}

void lprt_control_restart(void)
{
    connected = NULL;
    set_word(&unconnected);
}

/* Of all requests so far those to count anew. */
static uint64_t resets_seen;

/* If all that is new is to count anew, whether it counts stays as the program has it. */
static void obey(void)
{
    const uint64_t word = __atomic_load_n(&connected->control, __ATOMIC_ACQUIRE);
    const uint64_t resets = __atomic_load_n(&connected->asked_resets, __ATOMIC_ACQUIRE);
    const uint64_t requests = word / 2 - lprt_control.seen / 2;

    if (word == lprt_control.seen)
        return;
    if (requests != resets - resets_seen)
        lprt_modules_pause(word & LPROF_CONTROL_PAUSE);
    if (resets != resets_seen)
        lprt_reset();
    resets_seen = resets;
    __atomic_store_n(&lprt_control.seen, word, __ATOMIC_RELAXED);
    __atomic_store_n(&connected->obeyed, word, __ATOMIC_RELEASE);
}

void lprt_control_obey(void)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    if (!connected)
        lprt_process_begin_file();
    if (connected)
        obey();
    lprt_lock_release(&guard);
}
