/* SPDX-License-Identifier: MIT */
/* Workflow commands, by which lines of a job's log become annotations on GitHub: errors
   for what passes a limit, warnings for what else has become worse, a notice for the
   rest. */
#include "base/memory.h"
#include "base/text.h"
#include "export/ci_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a command's text, and a property's value, must not hold as it is. */
#define OF_MESSAGE  "%\r\n"
#define OF_PROPERTY OF_MESSAGE ":,"

static void put_escaped(FILE *out, const char *string, const char *special)
{
    char *valid = text_valid_copy(text_of(string));

    for (const char *at = valid; *at; at++) {
        if (strchr(special, *at))
            fprintf(out, "%%%02X", (unsigned char)*at);
        else
            fputc(*at, out);
    }
    free(valid);
}

static void put_title_and_message(FILE *out, const char *title, const char *message)
{
    char *whole = memory_format("lineprof%s%s", *title ? ": " : "", title);

    fputs("title=", out);
    put_escaped(out, whole, OF_PROPERTY);
    fputs("::", out);
    put_escaped(out, message, OF_MESSAGE);
    fputc('\n', out);
    free(whole);
}

static void put_difference(const struct ci_report *report, const struct difference *x)
{
    FILE *out = report->job->out;
    const struct ci_place place = ci_place_of(report, x);
    char *text = ci_text_of(report, x);

    fprintf(out, "::%s file=", x->is_failure ? "error" : "warning");
    put_escaped(out, place.path, OF_PROPERTY);
    fprintf(out, ",line=%" PRIu32 ",", place.line);
    put_title_and_message(out, ci_title(x), text);
    free(place.path);
    free(text);
}

void export_github(const struct export_job *job)
{
    const struct differences *d = job->differences;
    struct ci_report report;

    ci_report_make(&report, job);
    for (size_t i = 0; i < report.said; i++)
        put_difference(&report, report.worst[i]);
    if (d->lack) {
        fprintf(job->out, "::%s ", d->lack_is_failure ? "error" : "warning");
        put_title_and_message(job->out, "", d->lack);
    }
    char *rest = ci_rest_text(&report);
    if (rest) {
        fputs("::notice ", job->out);
        put_title_and_message(job->out, "", rest);
    }
    free(rest);
    ci_report_release(&report);
}
