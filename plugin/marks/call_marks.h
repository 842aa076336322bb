// SPDX-License-Identifier: GPL-3.0-or-later
// Marks around calls of what is not profiled, where the user asks for them
// (-fplugin-arg-lineprof-calls=all): in front of one it becomes current in its line's
// place, and behind it the line is again.
//
// Which calls there are is decided before any optimisation, as it is with lines: so their
// counts do not vary with the level.
#ifndef CALL_MARKS_H
#define CALL_MARKS_H

#include <string>
#include <vector>

#include "places/source.h"

namespace lineprof {

class unit;

// A call in the source.
struct outside_call {
    place where; // of the mark of its line
    std::string symbol, name;
};

// High GIMPLE, all other marks are placed: puts marks around the calls in BODY, which is
// that of FUNCTION, and returns these by number.
std::vector<outside_call> place_call_marks(tree function, gimple_seq *body, unit &out);

} // namespace lineprof

#endif
