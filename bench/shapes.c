/* SPDX-License-Identifier: MIT */
/*
 * What lines of every shape cost by a stopwatch, in a program that profiles the same
 * lines: bench/shapes compares the two.  Prints each shape's name and its ticks a pass,
 * less those of an empty pair of readings.  Compile it with the plugin and mode=exact, or
 * with mode=adaptive and PASSES_WAIT=1; and how many PASSES there are.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef PASSES
#    define PASSES 2000
#endif

enum {
    NUMBERS = 256,
    LINKS = 64,
    FAR_AWAY = 1 << 16, /* words */
};

__extension__ typedef unsigned __int128 u128;
typedef double two_doubles __attribute__((vector_size(16)));
typedef int four_ints __attribute__((vector_size(16)));

struct point {
    double x, y, z;
};

struct record {
    uint64_t words[64];
};

struct link {
    const struct link *next;
    uint64_t value;
};

/* ---- What the lines work on: nothing that a compiler could know ---- */

static volatile uint64_t int_in = 1234567, int_out;
static volatile float float_in = 1.25f, float_out;
static volatile double double_in = 1.25, double_out;
static uint64_t plain_int;
static double plain_double, double_pair[2];
static uint64_t numbers[NUMBERS], numbers_out[NUMBERS];
static float floats[NUMBERS];
static double matrix[3][4][4];
static struct record record_in, record_out;
static uint64_t far_away[FAR_AWAY];
static char text_in[8192], text_out[8192];
static unsigned table[256];
static struct link links[LINKS];
static const struct link *first_link = links;

static void fill(void)
{
    for (unsigned i = 0; i < 256; i++)
        table[i] = (i * 167 + 13) % 256;
    for (unsigned i = 0; i < NUMBERS; i++)
        floats[i] = (float)(numbers[i] = i * i);
    for (unsigned i = 0; i < LINKS; i++)
        links[i] = (struct link){i < LINKS - 1 ? &links[i + 1] : NULL, i};
    for (unsigned i = 0; i < 32; i++)
        matrix[i / 16][i / 4 % 4][i % 4] = i;
    memset(text_in, 'x', 600);
}

/* ---- What the lines are made of ---- */

#define TEN(step, x)   step(step(step(step(step(step(step(step(step(step(x))))))))))
#define FORTY(step, x) TEN(step, TEN(step, TEN(step, TEN(step, x))))

/* Each needs the result of the one before it. */
#define STEP(x)           ((x)*1.0625f + 0.5f)
#define MIX(x)            ((((x) + 77) * 31) ^ 0x55)
#define MULTIPLY_BY_Y(x)  ((x)*y + 7)
#define DIVIDE(x)         (((x) + 0xfffffffff) / by)
#define COUNT_BITS(x)     ((uint64_t)__builtin_popcountll(x) * 0x9e3779b97f4a7c15u)
#define INVERT(x)         (1.5 / ((x) + 2.5))
#define ROOT(x)           __builtin_sqrt((x) + 1.5)
#define CONVERT(x)        ((int64_t)((double)(x)*1.25))
#define CROSS_B(x)        cross(x, b)
#define LESSER_OF_Y(x)    lesser((x)*3, y + 5)
#define CALL_LEAF(x)      leaf(x, 2)
#define CALL_POINTER(x)   leaf_pointer(x, 2)
#define ADD_ATOMICALLY(x) __atomic_fetch_add(&plain_int, x, __ATOMIC_SEQ_CST)
#define LOOK_UP(x)        table[x]
#define IS_ODD_ONE(x)     (((x) >> 40 & 1 && (x) % 7 > 2) || (x) % 11 == 4)

/* Loops that stand on the line that uses them. */
#define REPEAT(count, step)                \
    for (uint64_t k = 0; k < (count); k++) \
    step
#define WALK(link)       \
    while ((link)->next) \
    (link) = (link)->next
#define MULTIPLY(a, b, c)              \
    for (int i_ = 0; i_ < 4; i_++)     \
        for (int j_ = 0; j_ < 4; j_++) \
    (c)[i_][j_] = (a)[i_][0] * (b)[0][j_] + (a)[i_][1] * (b)[1][j_]

#define EXCHANGE(at, expected, value)                                     \
    __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST, \
                                __ATOMIC_SEQ_CST)

static inline double helper(double x)
{
    double y = x;

    for (int i = 0; i < 40; i++)
        y = y * x + 1.5;
    return y;
}

static inline int64_t lesser(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

static inline struct point cross(struct point a, struct point b)
{
    return (struct point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                          a.x * b.y - a.y * b.x};
}

__attribute__((noipa)) static double leaf(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 1.25 + 1;
    return x;
}

__attribute__((noipa)) static int leaf_int(uint64_t x)
{
    return (int)x & 15;
}

static double (*volatile leaf_pointer)(double x, int n) = leaf;

__attribute__((noinline, const)) static double pure_leaf(double x)
{
    return FORTY(STEP, x);
}

static inline uint64_t variable_sum(size_t size)
{
    uint64_t values[size], sum = 0;

    for (size_t i = 0; i < size; i++)
        values[i] = i * size;
    __asm__ volatile("" : : "r"(values) : "memory");
    for (size_t i = 0; i < size; i++)
        sum += values[i];
    return sum;
}

static inline void flush(const void *at)
{
    __asm__ volatile("clflush (%0)\n\tmfence" : : "r"(at) : "memory");
}

/* ---- The stopwatch ---- */

static uint64_t plain_ticks;

static inline uint64_t reading(void)
{
    uint32_t low, high;

    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* Make a value's computation end here, and what follows start from here. */
#define PIN(kind, value) __asm__ volatile("" : "+" kind(value))
#define R(value)         PIN("r", value)
#define V(value)         PIN("x", value)
#define T(value)         PIN("t", value)
#define M(value)         PIN("m", value)
#define C(value)         PIN("m", value)

#define EACH_1(a) a
#define EACH_2(a, b) \
    a;               \
    b
#define EACH_3(a, b, c) \
    a;                  \
    b;                  \
    c
#define PICK(a, b, c, name, ...) name
#define EACH(...)                PICK(__VA_ARGS__, EACH_3, EACH_2, EACH_1, )(__VA_ARGS__)

#define SHAPE(name) __attribute__((noinline)) static void name##_timed(void)
#define BEGIN(...)                    \
    EACH(__VA_ARGS__);                \
    const uint64_t begin = reading(); \
    EACH(__VA_ARGS__)
#define END(...)       \
    EACH(__VA_ARGS__); \
    plain_ticks += reading() - begin
#include "shape_lines.h"
#undef SHAPE
#undef BEGIN
#undef END

/* The same lines with nothing around them, or a wait for what they compute. */
#if PASSES_WAIT
#    define WAIT() __asm__ volatile("lfence")
#else
#    define WAIT() ((void)0)
#endif
#define SHAPE(name) __attribute__((noinline, profile)) static void name(void)
#define BEGIN(...)
#define END(...) WAIT()
#include "shape_lines.h"

#define SHAPES(X)             \
    X(empty)                  \
    X(int_arithmetic)         \
    X(int_division)           \
    X(int_128_bits)           \
    X(bits)                   \
    X(float_chain)            \
    X(double_chain)           \
    X(double_division)        \
    X(square_root)            \
    X(conversions)            \
    X(long_double_chain)      \
    X(complex_product)        \
    X(vector_of_doubles)      \
    X(vector_of_ints)         \
    X(struct_in_registers)    \
    X(struct_copy)            \
    X(local_array)            \
    X(array_of_fixed_indices) \
    X(pair_of_lines)          \
    X(inlined_helper)         \
    X(loop_invariant)         \
    X(common_subexpression)   \
    X(used_in_a_later_branch) \
    X(overwritten_later)      \
    X(running_sum)            \
    X(reduction)              \
    X(reduction_of_floats)    \
    X(nested_loops)           \
    X(cache_miss)             \
    X(cache_miss_used_later)  \
    X(stores)                 \
    X(atomic_add)             \
    X(atomic_exchange)        \
    X(leaf_call)              \
    X(pure_call)              \
    X(call_through_pointer)   \
    X(mathematics)            \
    X(memory_copy)            \
    X(memory_set)             \
    X(string_length)          \
    X(string_print)           \
    X(conditional_move)       \
    X(conditions)             \
    X(table_look_up)          \
    X(list_walk)              \
    X(variable_array)

static const struct {
    const char *name;
    void (*timed)(void);
    void (*profiled)(void);
} shapes[] = {
#define X(name) {#name, name##_timed, name},
    SHAPES(X)
#undef X
};

/* Ticks between two readings with nothing in between. */
__attribute__((noinline)) static uint64_t time_nothing(void)
{
    plain_ticks = 0;
    for (int i = 0; i < PASSES; i++) {
        const uint64_t begin = reading();
        plain_ticks += reading() - begin;
    }
    return plain_ticks;
}

int main(void)
{
    fill();
    time_nothing();
    const uint64_t nothing = time_nothing();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        shapes[i].timed(); /* caches, pages and symbols are found then */
        plain_ticks = 0;
        shapes[i].timed();
        shapes[i].profiled();
        printf("%s %.2f\n", shapes[i].name,
               ((double)plain_ticks - (double)nothing) / PASSES);
    }
    return 0;
}
