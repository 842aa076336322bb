/* SPDX-License-Identifier: MIT */
#include "analysis/imbalance.h"

#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* With two ranks one loses as much by working longer as the other by waiting for it: of
   what lost nearly as much as any, that which took longest somewhere is the cause. */
#define NEARLY 0.95

/* From when on two lines are said to be one's work and the other's waiting for it. */
#define OPPOSITE        (-0.9)
#define LEAST_OF_WAITER 0.05 /* of its function's time, and of the cause */

/* Deeper calls are in a circle. */
#define MOST_CALLS 100

#define MOST_SAID  10
#define FLOOR_PART 0.01
#define FLOOR_NS   1e6

const char *part_noun(const struct profile *profile)
{
    static const char *const nouns[] = {
        [PARTS_NONE] = "part",
        [PARTS_RANKS] = "rank",
        [PARTS_THREADS] = "thread",
        [PARTS_PHASES] = "phase",
    };

    return nouns[profile->part_kind];
}

const char *imbalance_percent_text(char text[32], double percent)
{
    snprintf(text, 32, percent < 9.95 ? "%.1f" : "%.0f", percent);
    return text;
}

/* ---- Which line ---- */

static bool is_compared(const struct function *f, enum portion_measure measure)
{
    return f->shown && (measure == PORTION_COUNT || f->has_times);
}

static void set_line(struct imbalance *found, const struct function *f,
                     const struct line *line)
{
    found->function = f;
    found->line = line;
    spread_make(&found->spread, line->portions, found->measure);
}

/* The line of the function, or the one found before, at which most is lost; or of those
   at which at least so much is lost, that at which a part has most. */
static void look_at(struct imbalance *found, const struct function *f, double least,
                    bool by_lost)
{
    struct spread spread;

    for (size_t i = 0; is_compared(f, found->measure) && i < f->line_count; i++) {
        if (!spread_make(&spread, f->lines[i].portions, found->measure) ||
            spread.lost < least)
            continue;
        if (!found->line || (by_lost ? spread.lost > found->spread.lost
                                     : spread.most > found->spread.most))
            set_line(found, f, &f->lines[i]);
    }
}

static void look_at_all(struct imbalance *found, const struct profile *profile,
                        double least, bool by_lost)
{
    found->line = NULL;
    for (size_t i = 0; i < profile->function_count; i++)
        look_at(found, &profile->functions[i], least, by_lost);
}

/* ---- Who waits ---- */

static bool is_large(const struct imbalance *found, const struct line *line)
{
    return (double)line->time_ns >= LEAST_OF_WAITER * (double)found->function->total_ns;
}

/* The longest line of the function that takes time where the other takes none. */
static void find_opposite(struct imbalance *found, const struct profile *profile)
{
    const struct function *f = found->function;

    found->waits = NULL;
    if (found->measure == PORTION_COUNT || !is_large(found, found->line) ||
        profile->part_kind == PARTS_PHASES) /* which come one after the other */
        return;
    for (size_t i = 0; i < f->line_count; i++) {
        const struct line *line = &f->lines[i];
        if (line == found->line || !is_large(found, line) ||
            (found->waits && line->time_ns <= found->waits->time_ns))
            continue;
        const double correlation =
            portions_correlation(found->line->portions, line->portions, found->measure);
        if (correlation > OPPOSITE)
            continue;
        found->waits = line;
        found->correlation = correlation;
    }
}

/* Nobody waits longer than the longest work: where one waits for many, more is lost by
   waiting. */
static void put_cause_first(struct imbalance *found)
{
    struct spread spread;

    if (!found->waits || !spread_make(&spread, found->waits->portions, found->measure) ||
        spread.most <= found->spread.most)
        return;
    const struct line *cause = found->waits;
    found->waits = found->line;
    set_line(found, found->function, cause);
}

/* ---- From callers to callees ---- */

/* Where the line calls a function in which as much is lost at a line: that one.  False if
   it does not. */
static bool go_in(struct imbalance *found, const struct profile *profile, double least)
{
    const struct line *line = found->line;
    const struct function *caller = found->function;
    const struct call *end = profile->calls + profile->call_count;
    struct imbalance inner = {.measure = found->measure};

    for (const struct call *call = profile_first_call(profile, caller);
         call < end && call->caller == caller; call++) {
        if (call->line == line->number && call->file == line->file &&
            call->callee != caller)
            look_at(&inner, call->callee, least, false);
    }
    if (inner.line)
        *found = inner;
    return inner.line;
}

/* A line's time holds that of what it calls.  The innermost line says most, unless the
   others are seen to wait beside one around it. */
static void find_innermost(struct imbalance *found, const struct profile *profile)
{
    const double least = NEARLY * found->spread.lost;
    struct imbalance last = *found;

    for (size_t depth = 0; depth < MOST_CALLS; depth++) {
        find_opposite(&last, profile);
        put_cause_first(&last);
        if (last.waits || !found->waits)
            *found = last;
        if (!go_in(&last, profile, least))
            return;
    }
}

void imbalance_find(struct imbalance *imbalance, const struct profile *profile)
{
    *imbalance = (struct imbalance){
        .measure = profile_has_times(profile) ? PORTION_TIME : PORTION_COUNT};
    look_at_all(imbalance, profile, 0, true);
    if (!imbalance->line)
        return;
    look_at_all(imbalance, profile, NEARLY * imbalance->spread.lost, false);
    find_innermost(imbalance, profile);
}

/* ---- In words ---- */

/* "rank 3 took 2.66 s at ring.c:15, the others 1.15 s on average"; to be freed. */
static char *who_text(const struct imbalance *found, const struct profile *profile,
                      const char *path)
{
    const struct spread *spread = &found->spread;
    const char *others = spread->count > 2 ? "others" : "other";
    const char *average = spread->count > 2 ? " on average" : "";
    const char *label = profile->parts[spread->at].label;
    char most[DURATION_BYTES], rest[DURATION_BYTES];

    if (found->measure == PORTION_COUNT)
        return memory_format("%s %s came to %s:%" PRIu32 " %.0f times, the %s %.10g%s",
                             part_noun(profile), label, path, found->line->number,
                             spread->most, others, spread->others, average);
    duration_format(most, spread->most);
    duration_format(rest, spread->others);
    return memory_format("%s %s took %s at %s:%" PRIu32 ", the %s %s%s",
                         part_noun(profile), label, most, path, found->line->number,
                         others, rest, average);
}

static char *waits_text(const struct imbalance *found)
{
    if (!found->waits)
        return memory_string("", 0);
    return memory_format("; %s:%" PRIu32 " waits for it (correlation %.2f)",
                         path_base(found->waits->file), found->waits->number,
                         found->correlation);
}

char *imbalance_text(const struct imbalance *found, const struct profile *profile)
{
    const char *noun = part_noun(profile);
    const char *ends = profile->part_count == 1 ? "" : "s";
    char percent[32];

    if (!found->line)
        return memory_format("no line ran in the %zu %s%s", profile->part_count, noun,
                             ends);
    if (profile->part_count < 2)
        return memory_format("there is one %s: nothing to compare it with", noun);
    if (!(found->spread.lost > 0))
        return memory_format("imbalance 0 %%: no line took longer in one of the %zu %ss "
                             "than in another",
                             profile->part_count, noun);
    char *who = who_text(found, profile, path_base(found->line->file));
    char *waits = waits_text(found);
    char *text = memory_format("imbalance %s %%: %s%s",
                               imbalance_percent_text(percent, found->spread.imbalance),
                               who, waits);
    free(who);
    free(waits);
    return text;
}

/* ---- A limit ---- */

/* What a part takes on average in all functions that are compared. */
static double mean_of_all(const struct profile *profile, enum portion_measure measure)
{
    double all = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (!is_compared(f, measure))
            continue;
        for (size_t j = 0; j < f->line_count; j++)
            all += (double)(measure == PORTION_COUNT ? f->lines[j].hits
                                                     : f->lines[j].self_ns);
    }
    return profile->part_count ? all / (double)profile->part_count : 0;
}

static double floor_of(const struct profile *profile, enum portion_measure measure)
{
    const double part = FLOOR_PART * mean_of_all(profile, measure);
    const bool is_measured = measure != PORTION_COUNT && profile->input_count &&
                             profile->inputs[0].clock != LPROF_CLOCK_COUNT;

    return is_measured && part < FLOOR_NS ? FLOOR_NS : part;
}

static void say(struct notes *notes, const struct profile *profile,
                struct sources *sources, const struct imbalance *passed, double limit)
{
    char percent[32];
    char *who = who_text(passed, profile, sources_path(sources, passed->line->file));

    notes_add(notes, NULL,
              memory_format("%s: imbalance %s %%, more than %g: %s",
                            function_title(passed->function),
                            imbalance_percent_text(percent, passed->spread.imbalance),
                            limit, who));
    free(who);
}

size_t imbalance_check(struct notes *notes, const struct profile *profile,
                       struct sources *sources, double limit_percent)
{
    struct imbalance at = {.measure =
                               profile_has_times(profile) ? PORTION_TIME : PORTION_COUNT};
    const double floor = floor_of(profile, at.measure);
    size_t passed = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        at.function = &profile->functions[i];
        for (size_t j = 0;
             is_compared(at.function, at.measure) && j < at.function->line_count; j++) {
            at.line = &at.function->lines[j];
            if (!spread_make(&at.spread, at.line->portions, at.measure) ||
                at.spread.lost < floor || at.spread.imbalance <= limit_percent)
                continue;
            if (passed++ < MOST_SAID)
                say(notes, profile, sources, &at, limit_percent);
        }
    }
    if (passed > MOST_SAID)
        notes_add(notes, NULL,
                  memory_format("and %zu more such lines", passed - MOST_SAID));
    return passed;
}
