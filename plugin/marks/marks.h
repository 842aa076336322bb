// SPDX-License-Identifier: GPL-3.0-or-later
// Marks: where the statements of a profiled function begin.
//
// The front end puts a DEBUG_BEGIN_STMT at every statement; as debug statements
// they would be lost with optimisation (`if (x) break;` becomes a jump).  So they
// are turned into empty volatile asm statements before anything is folded, and
// the probe pass turns those into probes.  A mark says only where it stands; it
// refers to no variable, so outlining and cloning carry it along.
#ifndef MARKS_H
#define MARKS_H

#include <set>
#include <vector>

#include "places/source.h"

namespace lineprof {

struct place_less {
    bool operator()(const place &a, const place &b) const;
};

// The lines that have a count, found before any optimisation.
using line_set = std::set<place, place_less>;

// While the front end parses, it makes markers whether the user asked for them or
// not; outside, the user's choice rules, which is that for FUNCTION.
void want_statement_markers();
void restore_statement_markers(tree function);

// The same for what FUNCTION says itself, where it has options of its own.  Others may
// share them: only when all of the unit has been parsed.
void forget_own_markers(tree function);

// GENERIC: turns FUNCTION's markers into marks and notes their lines; where the
// front end made none (instances of templates), finds the statements itself.
// Returns the functions that the body has been split into (a coroutine's body).
std::vector<tree> place_marks(tree function, line_set &lines);

// GENERIC: removes the markers of a function that is not profiled, unless the user
// has asked for them.
void drop_markers(tree function);

// High GIMPLE: turns the markers that came with the lowering of loops into marks.
void place_late_marks(gimple_seq *body, line_set &lines);

// High GIMPLE, languages without markers: a mark at every change of line.
void place_marks_by_location(gimple_seq *body, line_set &lines);

// GIMPLE: whether STMT is a mark; its place is place_of(gimple_location(STMT)), unless it
// is one of a call (call_marks.h).
bool is_mark(const gimple *stmt);

// What a mark says, if it is one of a call.
struct call_mark {
    int number; // of the call; -1: it is another mark
    bool begins;
};

call_mark read_call_mark(const gimple *mark);

} // namespace lineprof

#endif
