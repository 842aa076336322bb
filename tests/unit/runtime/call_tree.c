/* SPDX-License-Identifier: MIT */
/*
 * Random calls, and a second opinion of what the profile should say of them.
 *
 *     call_tree SEED CALLS [jumps]
 *
 * The clock counts its readings, and every probe makes one, unless it is of the line
 * that is current already.  Here each reading is one
 * tick for the state before it, counted in the plainest way: for every function that is
 * open, one for it, one for the current line of its innermost activation, one for what
 * that line has called, if it has, and one for the edge to its outermost activation.
 * Printed at the end, for a test to compare.
 */
#define FAKE_CLOCK LINEPROF_CLOCK_COUNT
#include "fake_plugin.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { FUNCTIONS = 4, LINES = 3, MOST_DEPTH = 400, NOBODY = FUNCTIONS };

FAKE_FUNCTION(tree_0, 0, {11, 0}, {12, 0}, {13, 0});
FAKE_FUNCTION(tree_1, 0, {21, 0}, {22, 0}, {23, 0});
FAKE_FUNCTION(tree_2, 0, {31, 0}, {32, 0}, {33, 0});
FAKE_FUNCTION(tree_3, 0, {41, 0}, {42, 0}, {43, 0});

/* ---- The second opinion ---- */

struct activation {
    int function;
    int line;
};

static struct activation stack[MOST_DEPTH];
static int depth;
static int kept; /* of these, how many have not been abandoned by longjmp */

/* After a longjmp one line has begun: when control came back is known then.  With more
   of them, the runtime takes the last; here there are none until a call or the end. */
static bool line_since_jump;

static struct {
    unsigned long calls, primitive, ticks;
    unsigned long hits[LINES], line_ticks[LINES], child_ticks[LINES];
    unsigned long calls_from[FUNCTIONS][LINES], ticks_from[FUNCTIONS][LINES];
} said[FUNCTIONS];

static int innermost(int function)
{
    int at = depth - 1;
    while (at >= 0 && stack[at].function != function)
        at--;
    return at;
}

static int outermost(int function)
{
    int at = 0;
    while (stack[at].function != function)
        at++;
    return at;
}

static void tick(void)
{
    for (int f = 0; f < FUNCTIONS; f++) {
        const int in = innermost(f);
        if (in < 0)
            continue;
        const int out = outermost(f);
        said[f].ticks++;
        said[f].line_ticks[stack[in].line]++;
        if (in != depth - 1)
            said[f].child_ticks[stack[in].line]++;
        if (out > 0)
            said[f].ticks_from[stack[out - 1].function][stack[out - 1].line]++;
    }
}

static void say_enter(int function)
{
    tick();
    depth = kept; /* the same reading closes what was abandoned */
    said[function].calls++;
    said[function].primitive += innermost(function) < 0;
    if (depth > 0)
        said[function].calls_from[stack[depth - 1].function][stack[depth - 1].line]++;
    stack[depth++] = (struct activation){function, 0};
    kept = depth;
    line_since_jump = false;
}

static void say_line(int line)
{
    if (stack[kept - 1].line == line) { /* it stays current */
        said[stack[kept - 1].function].hits[line]++;
        return;
    }
    tick();
    line_since_jump = kept < depth;
    depth = kept;
    stack[depth - 1].line = line;
    said[stack[depth - 1].function].hits[line]++;
}

static void say_leave(void)
{
    tick();
    depth = kept - 1;
    kept = depth;
    line_since_jump = false;
}

static void print_opinion(void)
{
    for (int f = 0; f < FUNCTIONS; f++) {
        printf("%lu %lu %lu\n", said[f].calls, said[f].primitive, said[f].ticks);
        for (int l = 0; l < LINES; l++)
            printf("%lu %lu %lu\n", said[f].hits[l], said[f].line_ticks[l],
                   said[f].child_ticks[l]);
        for (int from = 0; from < FUNCTIONS; from++) {
            for (int l = 0; l < LINES; l++)
                printf("%lu %lu\n", said[f].calls_from[from][l],
                       said[f].ticks_from[from][l]);
        }
    }
}

/* ---- The calls ---- */

static unsigned long state;
static long calls_left;
static bool jumps;     /* by longjmp, now and then */
static int jumps_from; /* depth of the setjmp that is armed; 0 none */
static jmp_buf back;

static unsigned int pick(unsigned int count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned int)(state >> 33) % count;
}

static void call(int function);

/* Not instrumented: calls a function, which may come back by longjmp, from whatever it
   called. */
static __attribute__((__noinline__)) void call_guarded(int function)
{
    const int here = kept;

    jumps_from = here;
    if (setjmp(back) == 0)
        call(function);
    else
        kept = here;
    jumps_from = 0;
}

/* With jumps, each function calls another from one line only: from which line the
   abandoned ones were called must not be in doubt. */
static int pick_function(void)
{
    const int function = (int)pick(FUNCTIONS);
    const int line = stack[kept - 1].line;
    return jumps && function % LINES != line ? line : function;
}

static void act(struct lineprof_frame *fake_frame, uint64_t fake_count)
{
    const int line = (int)pick(LINES);

    if (!line_since_jump) {
        say_line(line);
        FAKE_LINE(line);
    }
    if (calls_left <= 0 || depth >= MOST_DEPTH - 2)
        return;
    if (jumps_from && kept > jumps_from && pick(8) == 0)
        longjmp(back, 1);
    if (jumps && !jumps_from && pick(3) == 0)
        call_guarded(pick_function());
    else if (pick(2))
        call(pick_function());
}

#define DEFINE_TREE(number)                                       \
    static __attribute__((__noinline__)) void tree_##number(void) \
    {                                                             \
        calls_left--;                                             \
        say_enter(number);                                        \
        FAKE_ENTER(tree_##number);                                \
        for (unsigned int i = 0, n = 1 + pick(4); i < n; i++)     \
            act(fake_frame, fake_count);                          \
        say_leave();                                              \
        FAKE_LEAVE();                                             \
    }
DEFINE_TREE(0)
DEFINE_TREE(1)
DEFINE_TREE(2)
DEFINE_TREE(3)

static void call(int function)
{
    static void (*const functions[])(void) = {tree_0, tree_1, tree_2, tree_3};
    functions[function]();
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return EXIT_FAILURE;
    state = strtoul(argv[1], NULL, 10) * 2654435761u + 1;
    calls_left = atol(argv[2]);
    jumps = argc > 3;
    while (calls_left > 0)
        call((int)pick(FUNCTIONS));
    print_opinion();
    return EXIT_SUCCESS;
}
