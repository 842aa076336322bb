/* SPDX-License-Identifier: MIT */
/*
 * The formats of --format, as data.  A view for people is made by listing.c and the
 * tables; everything that other programs read is an exporter: a row here and a file
 * export_NAME.c with one function, which writes what the model holds and works out no
 * numbers of its own.
 */
#ifndef EXPORTER_H
#define EXPORTER_H

#include "analysis/notes.h"
#include "compare/comparison.h"
#include "compare/differences.h"
#include "model/profile.h"
#include "source/source.h"

#include <stdbool.h>
#include <stdio.h>

/* What an exporter is given; all borrowed.  Failed writes are found when `out` is closed.
 */
struct export_job {
    FILE *out;
    const struct profile *profile;
    struct sources *sources;
    const struct comparison *comparison;   /* with an older one; NULL: none */
    const struct differences *differences; /* of it */
    const struct notes *warnings;
    const char *region; /* of which it is, where several are exported one after the other,
                           as CSV or Markdown; NULL: it is alone */
    bool is_continued;  /* it is not the first of these */
};

/* What a format shows. */
enum export_subject {
    EXPORT_EITHER,  /* a profile, or how it differs from an older one */
    EXPORT_PROFILE, /* no comparison */
    EXPORT_DIFFERENCES
};

/* X(NAME, name on the command line, function, whether it is not for terminals, subject)
 */
#define EXPORTERS(X)                                                      \
    X(JSON, "json", export_json, false, EXPORT_PROFILE)                   \
    X(CSV, "csv", export_csv, false, EXPORT_PROFILE)                      \
    X(MARKDOWN, "markdown", export_markdown, false, EXPORT_PROFILE)       \
    X(HTML, "html", export_html, true, EXPORT_EITHER)                     \
    X(CALLGRIND, "callgrind", export_callgrind, false, EXPORT_PROFILE)    \
    X(LCOV, "lcov", export_lcov, false, EXPORT_PROFILE)                   \
    X(FOLDED, "folded", export_folded, false, EXPORT_PROFILE)             \
    X(SPEEDSCOPE, "speedscope", export_speedscope, false, EXPORT_PROFILE) \
    X(PPROF, "pprof", export_pprof, true, EXPORT_PROFILE)                 \
    X(FIREFOX, "firefox", export_firefox, false, EXPORT_PROFILE)          \
    X(TRACE, "trace", export_trace, false, EXPORT_PROFILE)                \
    X(GITHUB, "github", export_github, false, EXPORT_DIFFERENCES)         \
    X(GITLAB, "gitlab", export_gitlab, false, EXPORT_DIFFERENCES)         \
    X(JUNIT, "junit", export_junit, false, EXPORT_DIFFERENCES)

#define EXPORTER_ENUM(id, name, print, is_binary, subject) FORMAT_##id,
enum output_format { FORMAT_TEXT, EXPORTERS(EXPORTER_ENUM) FORMAT_COUNT };
#undef EXPORTER_ENUM

#define EXPORTER_PROTOTYPE(id, name, print, is_binary, subject) \
    void print(const struct export_job *job);
EXPORTERS(EXPORTER_PROTOTYPE)
#undef EXPORTER_PROTOTYPE

extern const char *const format_names[FORMAT_COUNT];

/* Write the profile; format is not FORMAT_TEXT. */
void exporter_print(enum output_format format, const struct export_job *job);

/* Its output is not for terminals. */
bool exporter_is_binary(enum output_format format);

/* What it shows; text shows either. */
enum export_subject exporter_subject(enum output_format format);

#endif
