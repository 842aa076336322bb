/* SPDX-License-Identifier: MIT */
#include "lprt_config.h"
#include "lprt_early.h"
#include "lprt_say.h"
#include "lprt_text.h"

#include "lineprof/abi.h"

#include <stddef.h>
#include <string.h>

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
    {"LINEPROF",         offsetof(struct settings, on),      switch_words, "is neither 0 nor 1"},
    {"LINEPROF_START",   offsetof(struct settings, start),   switch_words,
     "is neither 0 nor 1"                                                                      },
    {"LINEPROF_REPORT",  offsetof(struct settings, report),  switch_words,
     "is neither 0 nor 1"                                                                      },
    {"LINEPROF_VERBOSE", offsetof(struct settings, verbose), switch_words,
     "is neither 0 nor 1"                                                                      },
    {"LINEPROF_MODE",    offsetof(struct settings, mode),    mode_words,
     "is neither adaptive, exact nor hits"                                                     },
    {"LINEPROF_FORK",    offsetof(struct settings, fork),    fork_words,
     "is not newest, separate, merge or ignore"                                                },
};

/* The first that holds one is the process's rank.  Some are set, or left over, where
   there are no ranks: these count only beside a number of processes that they are below.
   Slurm sets its own in a batch script, too; how many tasks a step has, it says in steps
   only. */
static const struct {
    const char *rank;
    const char *size; /* NULL: none is asked for */
    int32_t least;    /* that it must be */
} rank_variables[] = {
    {"LINEPROF_RANK",        NULL,                   0},
    {"OMPI_COMM_WORLD_RANK", NULL,                   0},
    {"PMIX_RANK",            NULL,                   0},
    {"PMI_RANK",             NULL,                   0},
    {"SLURM_PROCID",         "SLURM_STEP_NUM_TASKS", 2},
    {"RANK",                 "WORLD_SIZE",           1},
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

/* -1 unless it is set to a number, and nothing but one. */
static int32_t number_in(const char *variable)
{
    const char *value = lprt_early_variable(variable);
    const char *end = value;

    if (!value)
        return -1;
    const uint64_t number = lprt_text_take_number(&end);
    return end == value || *end || end - value > 9 ? -1 : (int32_t)number;
}

static int32_t read_rank(void)
{
    for (size_t i = 0; i < sizeof rank_variables / sizeof rank_variables[0]; i++) {
        const int32_t rank = number_in(rank_variables[i].rank);
        const char *variable = rank_variables[i].size;
        const int32_t size = variable ? number_in(variable) : INT32_MAX;
        if (rank >= 0 && rank < size && size >= rank_variables[i].least)
            return rank;
    }
    return -1;
}

void lprt_config_read(struct lprt_config *config)
{
    struct settings settings = {
        .on = true, .start = true, .fork = LPRT_FORK_NEWEST, .mode = -1};
    const char *output = lprt_early_variable("LINEPROF_OUT");

    read_settings(&settings);
    *config = (struct lprt_config){
        .on = settings.on,
        .paused = !settings.start,
        .report = settings.report,
        .verbose = settings.verbose,
        .fork = (enum lprt_fork)settings.fork,
        .mode = settings.mode,
        .rank = read_rank(),
        .output = output && *output ? output : NULL,
    };
}
