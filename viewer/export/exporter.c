/* SPDX-License-Identifier: MIT */
#include "export/exporter.h"

#define EXPORTER_NAME(id, name, print, is_binary, subject) [FORMAT_##id] = name,
const char *const format_names[FORMAT_COUNT] = {[FORMAT_TEXT] = "text",
                                                EXPORTERS(EXPORTER_NAME)};

static const struct {
    void (*print)(const struct export_job *job);
    bool is_binary;
    enum export_subject subject;
} rows[FORMAT_COUNT] = {
#define EXPORTER_ROW(id, name, print, is_binary, subject) \
    [FORMAT_##id] = {print, is_binary, subject},
    EXPORTERS(EXPORTER_ROW)
#undef EXPORTER_ROW
};

void exporter_print(enum output_format format, const struct export_job *job)
{
    rows[format].print(job);
}

bool exporter_is_binary(enum output_format format)
{
    return rows[format].is_binary;
}

enum export_subject exporter_subject(enum output_format format)
{
    return rows[format].subject;
}
