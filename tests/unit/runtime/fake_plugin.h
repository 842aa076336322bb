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

#include "base/lprt_probe.h"
#include "lineprof/abi.h"

#include <stdbool.h>
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

extern struct lineprof_function *__start_lineprof_functions_v2[]
    __attribute__((__visibility__("hidden")));
extern struct lineprof_function *__stop_lineprof_functions_v2[]
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

static struct lineprof_module fake_module = {
    .abi = LINEPROF_ABI_VERSION,
    .size = sizeof fake_module,
    .begin = __start_lineprof_functions_v2,
    .end = __stop_lineprof_functions_v2,
    .enter = fake_first,
    .leave = fake_leave,
};

static struct lineprof_frame *fake_none(struct lineprof_function *function, uint64_t cfa)
{
    (void)function;
    (void)cfa;
    return NULL;
}

static void fake_attach(void)
{
    fake_module.off = 1;
    fake_module.enter = fake_none;
    __lineprof_attach(&fake_module);
}

/* Until the module is attached; the constructor may come too late for another one. */
static struct lineprof_frame *fake_first(struct lineprof_function *function, uint64_t cfa)
{
    if (fake_module.enter == fake_first)
        fake_attach();
    return fake_module.enter(function, cfa);
}

__attribute__((__constructor__(101))) static void fake_start(void)
{
    if (fake_module.enter == fake_first)
        fake_attach();
}

/* A function's tables; the lines are sites {line, file}. */
#define FAKE_FUNCTION(function_name, flag_bits, ...)                                  \
    static const struct lineprof_site function_name##_sites[] = {__VA_ARGS__};        \
    static struct lineprof_function function_name##_function = {                      \
        .abi = LINEPROF_ABI_VERSION,                                                  \
        .name = #function_name,                                                       \
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
        .first_line = LINEPROF_CELLS_AT(sizeof function_name##_sites /                \
                                        sizeof function_name##_sites[0]),             \
        .flags = flag_bits,                                                           \
    };                                                                                \
    static struct lineprof_function *function_name##_listed                           \
        __attribute__((__section__(LINEPROF_FUNCTIONS_SECTION), __used__)) =          \
            &function_name##_function

/* At the beginning of a function's body, with its name; another name makes a function
   or a part that is inlined. */
#define FAKE_ENTER(function_name)                                      \
    const uint64_t fake_count = function_name##_function.site_count;   \
    struct lineprof_frame *const fake_frame =                          \
        fake_module.off ? NULL                                         \
                        : fake_module.enter(&function_name##_function, \
                                            (uint64_t)(uintptr_t)__builtin_dwarf_cfa())

static inline struct lineprof_counter *fake_counter(const struct lineprof_frame *frame,
                                                    size_t index)
{
    return (struct lineprof_counter *)(uintptr_t)(frame->block + LINEPROF_COUNTERS_AT) +
           index;
}

static inline void fake_line(struct lineprof_frame *frame, uint64_t count, size_t index)
{
    const bool reads =
        FAKE_CLOCK == LINEPROF_CLOCK_TSC || FAKE_CLOCK == LINEPROF_CLOCK_FAST;
    const uint64_t line = LINEPROF_CELLS_AT(count) + index * sizeof(struct lineprof_cell);

    if (!frame)
        return;
    struct lineprof_counter *counter = fake_counter(frame, index);
    counter->hits += 1;
    if (FAKE_MODE != LINEPROF_MODE_EXACT)
        frame->calling = line;
    if (FAKE_MODE == LINEPROF_MODE_EXACT ||
        (FAKE_MODE == LINEPROF_MODE_ADAPTIVE && lprt_probe_countdown(frame, counter)))
        lprt_probe_timed(frame, fake_module.event, line, reads);
}

#define FAKE_LINE(index) fake_line(fake_frame, fake_count, index)

static inline void fake_hit(const struct lineprof_frame *frame, size_t index)
{
    if (frame)
        fake_counter(frame, index)->hits += 1;
}

/* The line again, on a back edge: no reading. */
#define FAKE_HIT(index) fake_hit(fake_frame, index)

static inline void fake_leave_frame(struct lineprof_frame *frame)
{
    if (frame)
        fake_module.leave(frame);
}

#define FAKE_LEAVE() fake_leave_frame(fake_frame)

#endif
