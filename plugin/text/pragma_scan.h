// SPDX-License-Identifier: GPL-3.0-or-later
// Pragmas and what follows them, in the text of C and C++: directives, and the operator
// `_Pragma`.
#ifndef PRAGMA_SCAN_H
#define PRAGMA_SCAN_H

#include <vector>

#include "text/code_reader.h"
#include "text/line_source.h"

namespace lineprof {

// Whether a line begins with `#`.
bool is_directive_in(const line_source &lines, int line);

// The nearest pragma with WORD in it on a line above LINE, from LOWEST on; nowhere if
// there is none, or the text cannot be read so far.
spot pragma_above_in(const line_source &lines, int line, int lowest, const char *word);

// Whether a comment that the pragma at PRAGMA is in ends on LAST_LINE or before.
bool is_in_comment_in(const line_source &lines, spot pragma, int last_line);

// Whether AT is in the statement that follows the pragma at PRAGMA, or in the block.
bool rules_in(const line_source &lines, spot pragma, spot at);

// What reads on behind the pragma at PRAGMA, or the word at WORD; and behind what is in
// parentheses next.
code_reader behind_pragma_in(const line_source &lines, spot pragma);
code_reader behind_word_in(const line_source &lines, spot word);
void skip_parentheses(code_reader &code);

// The statement that CODE comes to next, or those in the braces there.
std::vector<spot> statements_next(code_reader code);

// The parentheses of the nest of COUNT loops under the pragma at START, or from the `for`
// there on; fewer where it cannot be read.
std::vector<spot> loop_headers_in(const line_source &lines, spot start, int count);

} // namespace lineprof

#endif
