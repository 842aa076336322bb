/* SPDX-License-Identifier: MIT */
/* Texts of tests, in which marks say where to begin, and what is to be found. */
#ifndef MARKED_TEXT_H
#define MARKED_TEXT_H

#include "suite_main.h"
#include "text/line_source.h"
#include "text/split_text.h"

#include <vector>

/* Fails the test if a text is not what is expected. */
void check_text(const std::string &found, const char *expected);

/* A text without its marks, which are no characters of any source:
 *
 *     @    behind it the reader begins
 *     `    behind it stands what it is to find; there may be several, or none
 */
struct marked_text {
    explicit marked_text(const char *text);

    /* Fails the test, which shows `text`, if it is not what is marked. */
    void check(lineprof::spot found) const;
    void check(const std::vector<lineprof::spot> &found) const;
    void check_lines(const std::vector<int> &found) const;
    void check_line(int found) const; /* 0: none */

    const char *text;
    lineprof::split_text lines;
    lineprof::spot start;
    std::vector<lineprof::spot> expected;
};

#endif
