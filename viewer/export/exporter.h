/* SPDX-License-Identifier: MIT */
/*
 * The formats of --format, as data.  A view for people is made by listing.c and the
 * tables; everything that other programs read is an exporter: a row here and a file
 * export_NAME.c with one function, which writes what the model holds and works out no
 * numbers of its own.
 */
#ifndef EXPORTER_H
#define EXPORTER_H

#include "analysis/comparison.h"
#include "analysis/notes.h"
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
    const struct comparison *comparison; /* with an older one; NULL, but for pages */
    const struct notes *warnings;
    const char *region; /* of which it is, where several are exported one after the other,
                           as CSV or Markdown; NULL: it is alone */
    bool is_continued;  /* it is not the first of these */
};

/* X(NAME, name on the command line, function, whether it is not for terminals) */
#define EXPORTERS(X)                                      \
    X(JSON, "json", export_json, false)                   \
    X(CSV, "csv", export_csv, false)                      \
    X(MARKDOWN, "markdown", export_markdown, false)       \
    X(HTML, "html", export_html, true)                    \
    X(CALLGRIND, "callgrind", export_callgrind, false)    \
    X(LCOV, "lcov", export_lcov, false)                   \
    X(FOLDED, "folded", export_folded, false)             \
    X(SPEEDSCOPE, "speedscope", export_speedscope, false) \
    X(PPROF, "pprof", export_pprof, true)                 \
    X(FIREFOX, "firefox", export_firefox, false)          \
    X(TRACE, "trace", export_trace, false)

#define EXPORTER_ENUM(id, name, print, is_binary) FORMAT_##id,
enum output_format { FORMAT_TEXT, EXPORTERS(EXPORTER_ENUM) FORMAT_COUNT };
#undef EXPORTER_ENUM

#define EXPORTER_PROTOTYPE(id, name, print, is_binary) \
    void print(const struct export_job *job);
EXPORTERS(EXPORTER_PROTOTYPE)
#undef EXPORTER_PROTOTYPE

extern const char *const format_names[FORMAT_COUNT];

/* Write the profile; format is not FORMAT_TEXT. */
void exporter_print(enum output_format format, const struct export_job *job);

/* Its output is not for terminals. */
bool exporter_is_binary(enum output_format format);

#endif
