/* SPDX-License-Identifier: MIT */
#ifndef EXPORT_SOURCE_H
#define EXPORT_SOURCE_H

#include "export/exporter.h"

/* The text of a source file as far as the profile's functions are in it: each known line
   at its place, empty lines between.  To be freed; NULL if no line is known. */
char *export_source(const struct export_job *job, const char *file);

#endif
