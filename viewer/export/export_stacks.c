/* SPDX-License-Identifier: MIT */
#include "export/export_stacks.h"

#include "base/memory.h"
#include "base/saturate.h"

#include <stdlib.h>

/* What is known of who calls a function. */
struct callers {
    const struct call *only; /* from elsewhere; NULL: none, or several */
    size_t elsewhere;        /* lines of other functions that call it */
    uint64_t count;          /* calls from all lines, its own as well */
    size_t seen;             /* from which function circles were looked for; 0: none */
};

struct walk {
    const struct profile *profile;
    struct callers *callers; /* by index of the function */
    struct stack_frame *frames;
    size_t room;
    stack_visitor visit;
    void *arg;
};

static struct callers *callers_of(const struct walk *walk, const struct function *f)
{
    return &walk->callers[f - walk->profile->functions];
}

static void note_call(const struct walk *walk, const struct call *call)
{
    struct callers *callers = callers_of(walk, call->callee);

    count_add(&callers->count, call->count);
    if (call->caller == call->callee)
        return;
    callers->only = callers->elsewhere++ ? NULL : call;
}

/* Without the only caller where calls are left that it did not make. */
static void drop_uncertain(const struct walk *walk)
{
    for (size_t i = 0; i < walk->profile->function_count; i++) {
        struct callers *callers = &walk->callers[i];
        if (callers->only && (!callers->only->caller->shown ||
                              callers->count != walk->profile->functions[i].calls))
            callers->only = NULL;
    }
}

/* Of functions that call each other in a circle, one stands for itself.  Each is passed
   once: a way up that was taken before has no circle. */
static void cut_circle(const struct walk *walk, size_t start)
{
    struct callers *at = &walk->callers[start];

    for (; !at->seen && at->only; at = callers_of(walk, at->only->caller))
        at->seen = start + 1;
    if (at->seen == start + 1)
        at->only = NULL;
}

static void find_callers(const struct walk *walk)
{
    for (size_t i = 0; i < walk->profile->call_count; i++)
        note_call(walk, &walk->profile->calls[i]);
    drop_uncertain(walk);
    for (size_t i = 0; i < walk->profile->function_count; i++)
        cut_circle(walk, i);
}

static size_t depth_of(const struct walk *walk, const struct function *f)
{
    size_t depth = 0;
    for (const struct call *call; (call = callers_of(walk, f)->only); f = call->caller)
        depth++;
    return depth;
}

/* The lines above a function's own; returns how many.  There is room for one more. */
static size_t fill_frames(struct walk *walk, const struct function *f)
{
    const size_t depth = depth_of(walk, f);
    size_t at = depth;

    while (walk->room <= depth)
        walk->frames =
            memory_grown(walk->frames, walk->room, &walk->room, sizeof *walk->frames);
    for (const struct call *call; (call = callers_of(walk, f)->only); f = call->caller)
        walk->frames[--at] = (struct stack_frame){call->caller, call->file, call->line};
    return depth;
}

static void visit_one(struct walk *walk, size_t above, struct stack_frame frame,
                      struct stack_sample sample)
{
    if (!sample.hits && !sample.self_ns)
        return;
    walk->frames[above] = frame;
    sample.frames = walk->frames;
    sample.depth = above + 1;
    walk->visit(walk->arg, &sample);
}

static void visit_function(struct walk *walk, const struct function *f)
{
    const size_t above = fill_frames(walk, f);

    for (size_t i = 0; i < f->line_count; i++) {
        const struct line *line = &f->lines[i];
        visit_one(walk, above, (struct stack_frame){f, line->file, line->number},
                  (struct stack_sample){.hits = line->hits, .self_ns = line->self_ns});
    }
    if (!f->line_count)
        visit_one(walk, above, (struct stack_frame){f, f->file, f->line},
                  (struct stack_sample){.hits = f->calls, .self_ns = f->self_ns});
}

void stacks_walk(const struct profile *profile, stack_visitor visit, void *arg)
{
    struct walk walk = {
        .profile = profile,
        .callers = memory_zeroed(profile->function_count, sizeof *walk.callers),
        .visit = visit,
        .arg = arg,
    };

    find_callers(&walk);
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown)
            visit_function(&walk, &profile->functions[i]);
    }
    free(walk.frames);
    free(walk.callers);
}

bool stacks_have_times(const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown && profile->functions[i].has_times)
            return true;
    }
    return false;
}

uint64_t stack_weight(const struct stack_sample *sample, bool has_times)
{
    return has_times ? sample->self_ns : sample->hits;
}
