/* SPDX-License-Identifier: MIT */
/* JUnit's XML, as Jenkins, GitLab and others read it: a test for each function.  It fails
   for a limit that is passed or, where no limit was given, for whatever has become worse;
   it is skipped where only one side has the function. */
#include "base/memory.h"
#include "base/text.h"
#include "export/ci_report.h"
#include "export/xml_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_S 1e9

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* A difference, and how many are worse. */
struct ranked {
    const struct difference *x;
    size_t rank;
};

/* A function's test, and its differences. */
struct test {
    const struct function_pair *pair;
    const struct ranked *all; /* the worst first */
    size_t count;
    size_t failure_count;
};

struct suite {
    const struct ci_report *report;
    FILE *out;
    bool has_limits;
    struct ranked *ranked; /* by function, the worst first */
    struct test *tests;
    size_t test_count;
};

/* ---- What there is ---- */

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *p = a;
    const struct ranked *q = b;
    const int order = ORDER(p->x->pair, q->x->pair);
    return order ? order : ORDER(p->rank, q->rank);
}

static bool fails(const struct suite *suite, const struct difference *x)
{
    return x->is_failure || !suite->has_limits;
}

static void make_suite(struct suite *suite, const struct ci_report *report)
{
    const struct export_job *job = report->job;
    const struct comparison *c = job->comparison;
    const struct difference_limits *limits = &job->differences->limits;
    size_t next = 0;

    *suite = (struct suite){
        .report = report,
        .out = job->out,
        .has_limits = limits->has_above || limits->same_hits || limits->same_bytes,
        .ranked = memory_zeroed(report->count, sizeof *suite->ranked),
        .tests = memory_zeroed(c->pair_count, sizeof *suite->tests),
        .test_count = c->pair_count,
    };
    for (size_t i = 0; i < report->count; i++)
        suite->ranked[i] = (struct ranked){report->worst[i], i};
    qsort(suite->ranked, report->count, sizeof *suite->ranked, compare_ranked);
    for (size_t i = 0; i < c->pair_count; i++) {
        struct test *test = &suite->tests[i];
        *test = (struct test){.pair = &c->pairs[i], .all = suite->ranked + next};
        for (; next < report->count && suite->ranked[next].x->pair == test->pair; next++)
            test->failure_count += fails(suite, suite->ranked[next].x);
        test->count = (size_t)(suite->ranked + next - test->all);
    }
}

static bool is_skipped(const struct test *test)
{
    return !test->failure_count && (!test->pair->base || !test->pair->now);
}

static double seconds_of(const struct suite *suite, const struct function_pair *pair)
{
    const double runs = suite->report->job->comparison->now_runs;
    return pair->now ? (double)pair->now->total_ns / runs / NS_PER_S : 0;
}

/* ---- A test ---- */

static void put_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    xml_print_text(out, text_of(value));
    fputc('"', out);
}

static void put_line(const struct suite *suite, const struct difference *x)
{
    const struct ci_place place = ci_place_of(suite->report, x);
    char *what = ci_text_of(suite->report, x);
    char *text = memory_format("%s:%" PRIu32 ": %s", place.path, place.line, what);

    xml_print_text(suite->out, text_of(text));
    fputc('\n', suite->out);
    free(place.path);
    free(what);
    free(text);
}

/* Of its differences those that let it fail, or the others: the worst a line each. */
static void put_lines(const struct suite *suite, const struct test *test,
                      bool of_failures)
{
    size_t count = 0;

    for (size_t i = 0; i < test->count; i++) {
        if (fails(suite, test->all[i].x) == of_failures && count++ < CI_MOST_SAID)
            put_line(suite, test->all[i].x);
    }
    if (count > CI_MOST_SAID)
        fprintf(suite->out, "and %zu more\n", count - CI_MOST_SAID);
}

/* What passes a limit is worse than what does not: the first is the worst failure. */
static void put_failure(const struct suite *suite, const struct test *test)
{
    char *text = ci_text_of(suite->report, test->all[0].x);

    fputs("      <failure", suite->out);
    put_attribute(suite->out, "type", ci_kind(test->all[0].x));
    put_attribute(suite->out, "message", text);
    fputc('>', suite->out);
    put_lines(suite, test, true);
    fputs("</failure>\n", suite->out);
    free(text);
}

static void put_outcome(const struct suite *suite, const struct test *test)
{
    if (is_skipped(test))
        fprintf(suite->out, "      <skipped message=\"not in the %s profile\"/>\n",
                test->pair->now ? "older" : "newer");
    if (test->failure_count)
        put_failure(suite, test);
    if (test->count > test->failure_count) {
        fputs("      <system-out>", suite->out);
        put_lines(suite, test, false);
        fputs("</system-out>\n", suite->out);
    }
}

static void put_test(const struct suite *suite, const struct test *test)
{
    const struct ci_place place = ci_place_of_function(suite->report, test->pair);
    char *name = ci_name_of(suite->report, test->pair);

    fputs("    <testcase", suite->out);
    put_attribute(suite->out, "classname", place.path);
    put_attribute(suite->out, "name", name);
    put_attribute(suite->out, "file", place.path);
    fprintf(suite->out, " line=\"%" PRIu32 "\" time=\"%.9f\">\n", place.line,
            seconds_of(suite, test->pair));
    put_outcome(suite, test);
    fputs("    </testcase>\n", suite->out);
    free(name);
    free(place.path);
}

/* That there is nothing to compare is a test of its own. */
static void put_lack(const struct suite *suite, const struct differences *d)
{
    fputs("    <testcase classname=\"lineprof\" name=\"comparison\" time=\"0\">\n      <",
          suite->out);
    fputs(d->lack_is_failure ? "failure type=\"comparison\"" : "skipped", suite->out);
    put_attribute(suite->out, "message", d->lack);
    fputs("/>\n    </testcase>\n", suite->out);
}

/* ---- All ---- */

/* The outer element and the inner one, which alone may say how many were skipped. */
static void open_both(const struct suite *suite, const struct differences *d)
{
    size_t failed = d->lack && d->lack_is_failure;
    size_t skipped = d->lack && !d->lack_is_failure;
    double seconds = 0;

    for (size_t i = 0; i < suite->test_count; i++) {
        failed += suite->tests[i].failure_count > 0;
        skipped += is_skipped(&suite->tests[i]);
        seconds += seconds_of(suite, suite->tests[i].pair);
    }
    char *sums = memory_format("name=\"lineprof\" tests=\"%zu\" failures=\"%zu\" "
                               "errors=\"0\" time=\"%.9f\"",
                               suite->test_count + (d->lack != NULL), failed, seconds);
    fprintf(suite->out, "<testsuites %s>\n  <testsuite %s skipped=\"%zu\">\n", sums, sums,
            skipped);
    free(sums);
}

void export_junit(const struct export_job *job)
{
    const struct differences *d = job->differences;
    struct ci_report report;
    struct suite suite;

    ci_report_make(&report, job);
    make_suite(&suite, &report);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", job->out);
    open_both(&suite, d);
    for (size_t i = 0; i < suite.test_count; i++)
        put_test(&suite, &suite.tests[i]);
    if (d->lack)
        put_lack(&suite, d);
    fputs("  </testsuite>\n</testsuites>\n", job->out);
    free(suite.tests);
    free(suite.ranked);
    ci_report_release(&report);
}
