/* SPDX-License-Identifier: MIT */
/* A report of code quality as GitLab reads it: a list of findings, empty where there are
   none.  One that the target branch's report has by the same fingerprint is not new. */
#include "base/text.h"
#include "export/ci_report.h"
#include "export/json_writer.h"

#include <stdlib.h>

/* A finding; place and texts are borrowed. */
struct issue {
    const char *description;
    const char *check; /* its name behind "lineprof-" */
    struct ci_fingerprint fingerprint;
    const char *severity;
    struct ci_place place;
};

static void put_issue(struct json *json, const struct issue *issue)
{
    char *description = text_valid_copy(text_of(issue->description));
    char fingerprint[CI_FINGERPRINT_BYTES];
    char check[32];

    snprintf(check, sizeof check, "lineprof-%s", issue->check);
    json_open_object(json, NULL);
    json_string(json, "description", description);
    json_string(json, "check_name", check);
    json_string(json, "fingerprint",
                ci_fingerprint_format(fingerprint, issue->fingerprint));
    json_string(json, "severity", issue->severity);
    json_open_object(json, "location");
    json_string(json, "path", issue->place.path);
    json_open_object(json, "lines");
    json_count(json, "begin", issue->place.line);
    json_close_object(json);
    json_close_object(json);
    json_close_object(json);
    free(description);
}

static void put_difference(struct json *json, const struct ci_report *report,
                           const struct difference *x)
{
    const struct ci_place place = ci_place_of(report, x);
    char *text = ci_text_of(report, x);

    put_issue(json, &(struct issue){
                        .description = text,
                        .check = ci_kind(x),
                        .fingerprint = ci_fingerprint_of(report, x),
                        .severity = x->is_failure ? "critical" : "minor",
                        .place = place,
                    });
    free(place.path);
    free(text);
}

/* What is of no line stands at the first function there is: a place is required. */
static void put_remark(struct json *json, const struct ci_report *report,
                       const char *check, const char *severity, const char *text)
{
    const struct comparison *c = report->job->comparison;
    struct ci_fingerprint fingerprint = ci_fingerprint_begin();

    if (!c->pair_count)
        return;
    const struct ci_place place = ci_place_of_function(report, c->pairs);
    ci_fingerprint_add(&fingerprint, text_of(check));
    put_issue(json, &(struct issue){text, check, fingerprint, severity, place});
    free(place.path);
}

void export_gitlab(const struct export_job *job)
{
    const struct differences *d = job->differences;
    struct json json = {.out = job->out};
    struct ci_report report;

    ci_report_make(&report, job);
    json_open_list(&json, NULL);
    for (size_t i = 0; i < report.said; i++)
        put_difference(&json, &report, report.worst[i]);
    if (d->lack)
        put_remark(&json, &report, "comparison",
                   d->lack_is_failure ? "critical" : "minor", d->lack);
    char *rest = ci_rest_text(&report);
    if (rest)
        put_remark(&json, &report, "rest", "info", rest);
    json_close_list(&json);
    fputc('\n', job->out);
    free(rest);
    ci_report_release(&report);
}
