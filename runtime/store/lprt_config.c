/* SPDX-License-Identifier: MIT */
#include "store/lprt_config.h"
#include "base/lprt_early.h"
#include "base/lprt_say.h"
#include "base/lprt_text.h"

#include <stddef.h>
#include <string.h>

static int wished_mode = -1; /* enum lineprof_mode; -1: as the code was compiled */

/* Spans of a thread's timeline. */
#define USUAL_SPANS 1024
#define MOST_SPANS  1048576

static uint64_t wished_spans = USUAL_SPANS;

/* Readings a second: more would be dearer than what they show. */
#define MOST_HZ 1000

static uint64_t wished_hz;

static bool wished_heap_peak;

struct word {
    const char *name;
    int value;
};

static const struct word switch_words[] = {
    {"0",  false},
    {"1",  true },
    {NULL, 0    }
};
static const struct word mode_words[] = {
    {"adaptive", LINEPROF_MODE_ADAPTIVE},
    {"exact",    LINEPROF_MODE_EXACT   },
    {"hits",     LINEPROF_MODE_HITS    },
    {NULL,       0                     },
};
static const struct word fork_words[] = {
    {"newest",   LPRT_FORK_NEWEST  },
    {"separate", LPRT_FORK_SEPARATE},
    {"merge",    LPRT_FORK_MERGE   },
    {"ignore",   LPRT_FORK_IGNORE  },
    {NULL,       0                 },
};

struct settings {
    int on;
    int start;
    int report;
    int verbose;
    int heap_peak;
    int fork;
    int mode;
};

/* Variables that hold one of a few words. */
static const struct {
    const char *name;
    size_t member; /* of struct settings */
    const struct word *words;
    const char *wanted;
} variables[] = {
    {"LINEPROF",           offsetof(struct settings, on),        switch_words, "is neither 0 nor 1"},
    {"LINEPROF_START",     offsetof(struct settings, start),     switch_words,
     "is neither 0 nor 1"                                                                          },
    {"LINEPROF_REPORT",    offsetof(struct settings, report),    switch_words,
     "is neither 0 nor 1"                                                                          },
    {"LINEPROF_VERBOSE",   offsetof(struct settings, verbose),   switch_words,
     "is neither 0 nor 1"                                                                          },
    {"LINEPROF_HEAP_PEAK", offsetof(struct settings, heap_peak), switch_words,
     "is neither 0 nor 1"                                                                          },
    {"LINEPROF_MODE",      offsetof(struct settings, mode),      mode_words,
     "is neither adaptive, exact nor hits"                                                         },
    {"LINEPROF_FORK",      offsetof(struct settings, fork),      fork_words,
     "is not newest, separate, merge or ignore"                                                    },
};

static const struct word *find_word(const struct word *words, const char *name)
{
    while (words->name && strcmp(words->name, name) != 0)
        words++;
    return words->name ? words : NULL;
}

static void read_settings(struct settings *settings)
{
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = lprt_early_variable(variables[i].name);
        if (!value || !*value)
            continue;
        const struct word *word = find_word(variables[i].words, value);
        if (word)
            memcpy((char *)settings + variables[i].member, &word->value,
                   sizeof word->value);
        else
            lprt_say_trouble(variables[i].name, variables[i].wanted, 0);
    }
}

/* false, unless it is set to a number up to the most.
   wanted   what is said of anything else */
static bool read_number(const char *name, uint64_t most, const char *wanted,
                        uint64_t *number)
{
    const char *value = lprt_early_variable(name);
    const char *at = value;

    if (!value || !*value)
        return false;
    *number = lprt_text_take_number(&at);
    if (!*at && at - value <= 7 && *number <= most)
        return true;
    lprt_say_trouble(name, wanted, 0);
    return false;
}

/* A number of spans, up to the next power of two. */
static void read_timeline(void)
{
    uint64_t number = 0;

    if (!read_number("LINEPROF_TIMELINE", MOST_SPANS, "is not a number from 0 to 1048576",
                     &number))
        return;
    wished_spans = number ? 1 : 0;
    while (wished_spans < number)
        wished_spans *= 2;
}

static void read_stats(void)
{
    uint64_t hz = 0;

    if (read_number("LINEPROF_STATS", MOST_HZ, "is not a number from 0 to 1000", &hz))
        wished_hz = hz;
}

uint32_t lprt_config_stats(void)
{
    return (uint32_t)wished_hz;
}

uint64_t lprt_config_timeline(void)
{
    return wished_spans;
}

/* Names, separated by commas. */
static const char *phases;
static const char *regions_with_lines;

static bool is_among(const char *names, const char *name)
{
    const size_t size = strlen(name);

    for (const char *at = names; at && *at && size;) {
        const size_t length = strcspn(at, ",");
        if (length == size && memcmp(at, name, size) == 0)
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

bool lprt_config_is_phase(const char *name)
{
    return is_among(phases, name);
}

bool lprt_config_has_lines(const char *name)
{
    return regions_with_lines &&
           (strcmp(regions_with_lines, "*") == 0 || is_among(regions_with_lines, name));
}

void lprt_config_read(struct lprt_config *config)
{
    struct settings settings = {
        .on = true, .start = true, .fork = LPRT_FORK_NEWEST, .mode = -1};
    const char *output = lprt_early_variable("LINEPROF_OUT");

    read_settings(&settings);
    read_timeline();
    read_stats();
    phases = lprt_early_variable("LINEPROF_PHASES");
    regions_with_lines = lprt_early_variable("LINEPROF_REGION_LINES");
    wished_mode = settings.mode;
    wished_heap_peak = settings.heap_peak;
    *config = (struct lprt_config){
        .on = settings.on,
        .paused = !settings.start,
        .report = settings.report,
        .verbose = settings.verbose,
        .fork = (enum lprt_fork)settings.fork,
        .output = output && *output ? output : NULL,
    };
}

bool lprt_config_heap_peak(void)
{
    return wished_heap_peak;
}

bool lprt_config_time_all(void)
{
    if (wished_mode < 0)
        wished_mode = LINEPROF_MODE_EXACT;
    return wished_mode == LINEPROF_MODE_EXACT;
}

/* Adaptive code can time every visit, and all code can leave times alone. */
enum lineprof_mode lprt_config_mode(uint32_t compiled)
{
    const int wish = wished_mode;

    if (wish == LINEPROF_MODE_HITS ||
        (wish == LINEPROF_MODE_EXACT && compiled == LINEPROF_MODE_ADAPTIVE))
        return (enum lineprof_mode)wish;
    return (enum lineprof_mode)compiled;
}
