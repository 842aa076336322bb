// SPDX-License-Identifier: GPL-3.0-or-later
// OpenMP and OpenACC in C, whose parser makes no markers for pragmas.
#ifndef PRAGMA_MARKS_H
#define PRAGMA_MARKS_H

#include "marks.h"

namespace lineprof {

// Marks the statement at AT if it is a construct of a pragma.
void mark_if_pragma(tree_stmt_iterator *at, line_set &lines);

} // namespace lineprof

#endif
