/* SPDX-License-Identifier: MIT */
/*
 * What the plugin's code does, by hand: a file that includes this is instrumented where
 * it says so.
 *
 *     FAKE_FUNCTION(work, 0, {11, 0}, {12, 0});     two lines, no flags
 *     static void work(void)
 *     {
 *         FAKE_ENTER(work);
 *         FAKE_LINE(0);
 *         FAKE_LINE(1);
 *         FAKE_LEAVE();
 *     }
 *
 * Before the inclusion FAKE_CLOCK and FAKE_MODE may be defined; the default is the
 * processor's counter, every visit timed.
 */
#ifndef FAKE_PLUGIN_H
#define FAKE_PLUGIN_H

#include "lineprof/abi.h"
#include "lprt_event.h"
#include "lprt_stamp.h"

#include <stddef.h>
#include <stdint.h>

#ifndef FAKE_CLOCK
#    define FAKE_CLOCK LINEPROF_CLOCK_TSC
#endif
#ifndef FAKE_MODE
#    define FAKE_MODE LINEPROF_MODE_EXACT
#endif
#ifndef FAKE_FILE
#    define FAKE_FILE "/src/fake.c"
#endif

extern struct lineprof_function *__start_lineprof_functions_v1[]
    __attribute__((__visibility__("hidden")));
extern struct lineprof_function *__stop_lineprof_functions_v1[]
    __attribute__((__visibility__("hidden")));

static const struct lineprof_unit fake_unit = {
    .directory = "/src",
    .flags = "-O2\n",
    .language = LINEPROF_LANGUAGE_C,
    .clock = FAKE_CLOCK,
    .mode = FAKE_MODE,
    .level = 2,
};

static const char *const fake_files[] = {FAKE_FILE};

static struct lineprof_frame *fake_first(struct lineprof_function *function,
                                         uint64_t cfa);

static void fake_leave(struct lineprof_frame *frame)
{
    (void)frame;
}

static uint64_t fake_clock(void)
{
    return 0;
}

static struct lineprof_module fake_module = {
    .abi = LINEPROF_ABI_VERSION,
    .size = sizeof fake_module,
    .begin = __start_lineprof_functions_v1,
    .end = __stop_lineprof_functions_v1,
    .enter = fake_first,
    .leave = fake_leave,
    .clock = fake_clock,
};

static struct lineprof_frame *fake_none(struct lineprof_function *function, uint64_t cfa)
{
    struct lineprof_dummy *dummy = function->dummy;

    (void)cfa;
    dummy->frame.block = (uint64_t)(uintptr_t)&dummy->block;
    dummy->frame.line = function->first_line;
    return &dummy->frame;
}

/* Until the module is attached; the constructor may come too late for another one. */
static struct lineprof_frame *fake_first(struct lineprof_function *function, uint64_t cfa)
{
    if (fake_module.enter == fake_first && __lineprof_attach(&fake_module) != 0)
        fake_module.enter = fake_none;
    return fake_module.enter(function, cfa);
}

__attribute__((__constructor__(101))) static void fake_start(void)
{
    if (fake_module.enter == fake_first && __lineprof_attach(&fake_module) != 0)
        fake_module.enter = fake_none;
}

#define FAKE_OFFSET(index) \
    (sizeof(struct lineprof_block) + (index) * sizeof(struct lineprof_cell))

/* A function's tables; the lines are sites {line, file}. */
#define FAKE_FUNCTION(function_name, flag_bits, ...)                                  \
    static const struct lineprof_site function_name##_sites[] = {__VA_ARGS__};        \
    static struct {                                                                   \
        struct lineprof_dummy dummy;                                                  \
        struct lineprof_cell                                                          \
            cells[sizeof function_name##_sites / sizeof function_name##_sites[0]];    \
    } function_name##_dummy;                                                          \
    static struct lineprof_function function_name##_function = {                      \
        .abi = LINEPROF_ABI_VERSION,                                                  \
        .name = #function_name,                                                       \
        .dummy = &function_name##_dummy.dummy,                                        \
        .symbol = #function_name,                                                     \
        .unit = &fake_unit,                                                           \
        .files = fake_files,                                                          \
        .sites = function_name##_sites,                                               \
        .source = #function_name "\n",                                                \
        .source_hash = sizeof #function_name,                                         \
        .source_size = sizeof #function_name,                                         \
        .source_line = 1,                                                             \
        .line = 1,                                                                    \
        .end_line = 99,                                                               \
        .file_count = 1,                                                              \
        .site_count = sizeof function_name##_sites / sizeof function_name##_sites[0], \
        .first_line = FAKE_OFFSET(0),                                                 \
        .flags = flag_bits,                                                           \
    };                                                                                \
    static struct lineprof_function *function_name##_listed                           \
        __attribute__((__section__(LINEPROF_FUNCTIONS_SECTION), __used__)) =          \
            &function_name##_function

/* At the beginning of a function's body, with its name; another name makes a function
   or a part that is inlined. */
#define FAKE_ENTER(function_name)                                               \
    struct lineprof_frame *const fake_frame = fake_module.enter(                \
        &function_name##_function, (uint64_t)(uintptr_t)__builtin_dwarf_cfa()); \
    struct lineprof_block *const fake_block =                                   \
        (struct lineprof_block *)(uintptr_t)fake_frame->block

static inline uint64_t fake_read(void)
{
    if (FAKE_CLOCK == LINEPROF_CLOCK_TSC)
        return lprt_stamp_ordered();
    if (FAKE_CLOCK == LINEPROF_CLOCK_FAST)
        return lprt_stamp_fast();
    return fake_module.clock();
}

static inline void fake_line(struct lineprof_frame *frame, struct lineprof_block *block,
                             uint64_t line)
{
    if (FAKE_MODE == LINEPROF_MODE_HITS)
        frame->line = line;
    else
        lprt_event_time(frame, block, fake_read(), line);
    lprt_event_hit(block, line);
}

#define FAKE_LINE(index) fake_line(fake_frame, fake_block, FAKE_OFFSET(index))

/* The line again, on a back edge: no reading. */
#define FAKE_HIT(index) lprt_event_hit(fake_block, FAKE_OFFSET(index))

#define FAKE_LEAVE() fake_module.leave(fake_frame)

#endif
