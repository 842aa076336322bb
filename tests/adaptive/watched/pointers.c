/* SPDX-License-Identifier: MIT */
/* Short functions that are called through pointers alone, which no edge of calls tells
   of; and a parser, whose functions call one another in a circle. */
#include "watch.h"

#include <stddef.h>

enum { ROUNDS = 4000000, OPERATIONS = 10, PARSES = 250000 };

#define MARKED __attribute__((profile, __noinline__))

__attribute__((profile)) static uint64_t add(uint64_t x)
{
    return x + 3;
}

__attribute__((profile)) static uint64_t multiply(uint64_t x)
{
    return x * 5;
}

__attribute__((profile)) static uint64_t stir(uint64_t x)
{
    for (int i = 0; i < 100; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

static uint64_t (*const operations[OPERATIONS])(uint64_t) = {
    add, multiply, multiply, add, multiply, multiply, add, multiply, add, stir};

MARKED static uint64_t pipeline(uint64_t x, int rounds, int operations_used)
{
    for (int i = 0; i < rounds; i++)
        for (int j = 0; j < operations_used; j++)
            x = operations[j](x);
    return x;
}

static const char *at;

MARKED static long sum(void);

MARKED static long value(void)
{
    if (*at == '(') {
        at++;
        const long inside = sum();
        at++;
        return inside;
    }
    return *at++ - '0';
}

MARKED static long product(void)
{
    long result = value();

    while (*at == '*') {
        at++;
        result *= value();
    }
    return result;
}

MARKED static long sum(void)
{
    long result = product();

    while (*at == '+') {
        at++;
        result += product();
    }
    return result;
}

MARKED static long parse(const char *text)
{
    at = text;
    return sum();
}

int main(void)
{
    static volatile uint64_t sink;
    const uint64_t begin = watch_now();

    sink = pipeline(1, ROUNDS, OPERATIONS - 1);
    sink = pipeline(sink, ROUNDS / 4, OPERATIONS);
    const uint64_t piped = watch_now();
    for (int i = 0; i < PARSES; i++)
        sink += (uint64_t)parse("(1+2*3)*(4+5*(6+7))+8*(9+1*(2+3))+4*(5+6)*((7))");
    const uint64_t end = watch_now();
    watch_print("wall", end - begin);
    watch_print("pipeline", piped - begin);
    watch_print("parse", end - piped);
    return 0;
}
