/* SPDX-License-Identifier: MIT */
/*
 * What the scripts of a report (page/script/) show, as one JSON object of columns:
 *
 *   times        whether any function has times
 *   functions    name, symbol, file (index of `files`), line, first (of its text), text
 *                (lines joined; null: unknown), calls, primitive, total, self, lines
 *                (how many of `lines` are its)
 *   lines        number (less that of the line before; of a function's first line less
 *                the function's `first`), hits, time, se, self, timed, min, p50, p90,
 *                p99, max, off, allocs, bytes, ownBytes, freed, peakBytes, visits
 *                ([bucket, count, count...])
 *   others       lines in other files than their functions': index of the line, of the
 *                file, text
 *   calls        caller, callee (indices, or names of functions that are not shown),
 *                file, line, count, total, own (of what is not profiled, the part of its
 *                line's own time; null: there is none)
 *   basis        what `contexts` rest on: "recorded", "calls" or "both"
 *   contexts     function, parent (index of a context before it; -1), file and line that
 *                called it there (-1), share (of the function, 0 to 1)
 *   regions, threads, inputs    tables, the last for several inputs only
 *   base         null, or of an older profile, each number of as many runs as the page
 * has: functions    calls, total, self, as `functions` above; null: not there lines
 * number (null: not there), hits, time, as `lines` above rows         what is gone:
 * function, number of the line of its own file in front of which it stood (0: behind
 * all), number, hits, time, text gone         functions: name, file, line, calls, total
 *   files        paths, where the files are now
 *
 * Times are ns; null is not known, also instead of a column of nulls.  A number that a
 * double cannot hold is a string.  In texts U+0001 to U+0003 begin a keyword, a literal,
 * a comment, and U+0004 ends it; control characters of the text itself are escapes.
 */
#ifndef HTML_DATA_H
#define HTML_DATA_H

#include "page/page.h"

void html_data_print(FILE *out, const struct page *page);

#endif
