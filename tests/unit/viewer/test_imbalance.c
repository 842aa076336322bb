/* SPDX-License-Identifier: MIT */
/* Who is late, where, and who waits; of ranks that are given as numbers. */
#include "suite_main.h"

#include "analysis/imbalance.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 4, LINES = 3 };

/* Lines of one function, by what each rank takes at them; 0 ranks: as many as the row
   before.  And what is said of them. */
struct job {
    size_t ranks;
    uint64_t ms[LINES][MOST_RANKS];
    const char *text;
};

/* The profile of a job, with all that it points to. */
struct made {
    struct profile profile;
    struct part parts[MOST_RANKS];
    struct function function;
    struct line lines[LINES];
    struct portions *portions[LINES];
};

static struct portions *make_portions(const uint64_t *values, size_t count)
{
    struct portions *portions =
        calloc(1, sizeof *portions + count * sizeof portions->of[0]);

    ck_assert_ptr_nonnull(portions);
    portions->count = count;
    for (size_t i = 0; i < count; i++)
        portions->of[i] = (struct portion){
            .count = values[i],
            .time_ns = values[i] * 1000000,
            .self_ns = values[i] * 1000000,
        };
    return portions;
}

static void make(struct made *made, const struct job *job)
{
    *made = (struct made){0};
    for (size_t i = 0; i < job->ranks; i++) {
        made->parts[i].rank = (int32_t)i;
        snprintf(made->parts[i].label, sizeof made->parts[i].label, "%zu", i);
    }
    for (size_t i = 0; i < LINES; i++) {
        made->portions[i] = make_portions(job->ms[i], job->ranks);
        made->lines[i] = (struct line){
            .file = "/src/ring.c",
            .number = (uint32_t)(15 + i),
            .hits = 1,
            .portions = made->portions[i],
        };
        for (size_t j = 0; j < job->ranks; j++)
            made->lines[i].time_ns += job->ms[i][j] * 1000000;
        made->lines[i].self_ns = made->lines[i].time_ns;
        made->function.total_ns += made->lines[i].time_ns;
    }
    made->function.name = "step";
    made->function.file = "/src/ring.c";
    made->function.shown = made->function.has_times = true;
    made->function.lines = made->lines;
    made->function.line_count = LINES;
    made->profile = (struct profile){
        .functions = &made->function,
        .function_count = 1,
        .part_kind = PARTS_RANKS,
        .parts = made->parts,
        .part_count = job->ranks,
    };
}

static void unmake(struct made *made)
{
    for (size_t i = 0; i < LINES; i++)
        free(made->portions[i]);
}

static const struct job jobs[] = {
  /* a slow one of four, for which the others wait */
    {4,
     {{1000, 1000, 1000, 3000}, {2000, 2000, 2000, 0}, {10, 10, 10, 10}},
     "imbalance 67 %: rank 3 took 3 s at ring.c:15, the others 1 s on average; ring.c:16 "
     "waits for it (correlation -1.00)"                                                                                    },
 /* a quick one of four, which waits: more is lost by waiting */
    {4,
     {{3000, 3000, 1000, 3000}, {0, 0, 2000, 0}, {10, 10, 10, 10}},
     "imbalance 22 %: rank 0 took 3 s at ring.c:15, the others 2.33 s on average; "
     "ring.c:16 waits for it (correlation -1.00)"                                                                          },
 /* two: the work is named, and nothing is said of waiting, as two always fit */
    {2,
     {{3000, 1000}, {0, 2000}, {10, 10}},
     "imbalance 67 %: rank 0 took 3 s at ring.c:15, the other 1 s"                                                         },
 /* they do not wait at the one line, nor long enough at the other */
    {4,
     {{1000, 1000, 1000, 3000}, {2000, 1000, 2000, 1500}, {20, 20, 20, 0}},
     "imbalance 67 %: rank 3 took 3 s at ring.c:15, the others 1 s on average"                                             },
 /* all alike; one alone; none */
    {3,
     {{1000, 1000, 1000}, {5, 5, 5}, {1, 1, 1}},
     "imbalance 0 %: no line took longer in one of the 3 ranks than in another"                                            },
    {1, {{1000}, {5}, {1}},                                                 "there is one rank: nothing to compare it with"},
    {0, {{0}, {0}, {0}},                                                    "no line ran in the 0 ranks"                   },
};

START_TEST(sentence_names_who_is_late_and_who_waits)
{
    const struct job *job = &jobs[_i];
    struct imbalance imbalance;
    struct made made;

    make(&made, job);
    imbalance_find(&imbalance, &made.profile);
    char *text = imbalance_text(&imbalance, &made.profile);
    ck_assert_str_eq(text, job->text);
    free(text);
    unmake(&made);
}
END_TEST

START_TEST(hits_decide_where_there_are_no_times)
{
    struct imbalance imbalance;
    struct made made;

    make(&made, &jobs[0]);
    made.function.has_times = false;
    imbalance_find(&imbalance, &made.profile);
    char *text = imbalance_text(&imbalance, &made.profile);
    ck_assert_str_eq(text, "imbalance 67 %: rank 3 came to ring.c:15 3000 times, the "
                           "others 1000 on average");
    free(text);
    unmake(&made);
}
END_TEST

START_TEST(spread_follows_its_formulas)
{
    static const double values[] = {2, 6, 6, 2};
    struct spread spread;

    ck_assert(spread_of_values(&spread, values, 4));
    ck_assert_double_eq(spread.least, 2);
    ck_assert_double_eq(spread.mean, 4);
    ck_assert_double_eq(spread.most, 6);
    ck_assert_double_eq(spread.lost, 2);
    ck_assert_uint_eq(spread.at, 1); /* the first of equal ones */
    ck_assert_double_eq_tol(spread.others, 10. / 3, 1e-12);
    ck_assert_double_eq_tol(spread.imbalance, 100 * (6. - 4) / 6 * 4 / 3, 1e-12);
    ck_assert(!spread_of_values(&spread, values, 0));
    ck_assert(spread_of_values(&spread, values, 1));
    ck_assert_double_eq(spread.imbalance, 0);
}
END_TEST

START_TEST(thread_that_never_came_by_is_not_compared)
{
    static const uint64_t values[] = {5, NOT_KNOWN, 7};
    struct portions *portions = make_portions(values, 3);
    struct spread spread;

    ck_assert(spread_make(&spread, portions, PORTION_COUNT));
    ck_assert_uint_eq(spread.count, 2);
    ck_assert_double_eq(spread.mean, 6);
    ck_assert_uint_eq(spread.at, 2);
    ck_assert(!spread_make(&spread, NULL, PORTION_COUNT));
    free(portions);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("imbalance");
    TCase *tests = tcase_create("imbalance");

    tcase_add_loop_test(tests, sentence_names_who_is_late_and_who_waits, 0,
                        sizeof jobs / sizeof jobs[0]);
    tcase_add_test(tests, hits_decide_where_there_are_no_times);
    tcase_add_test(tests, spread_follows_its_formulas);
    tcase_add_test(tests, thread_that_never_came_by_is_not_compared);
    suite_add_tcase(suite, tests);
    return suite;
}
