// SPDX-License-Identifier: GPL-3.0-or-later
// In the light copy of timed code: whether the kernel's clock has ticked during a call or
// a loop.
//
// Lots find what is short and often, but not what is rare and long: a call that waits, or
// grows something, once in many times.  The clock that `tick` of the module points to is
// loaded before a call and compared behind it; where it has changed, out of the way, the
// runtime is asked.  So it is with loops that call nothing, if they have gone round
// often. Calls of functions that are profiled themselves need none of it: what takes long
// in them is seen there.
#ifndef LONG_VISITS_H
#define LONG_VISITS_H

#include <vector>

namespace lineprof {

struct long_call {
    gimple *call;
    int line; // index of the site
};

struct long_loop {
    std::vector<edge> ways_in, ways_out;
    std::vector<tree> rounds; // variables that add up to them; none: they are not counted
    int line;                 // the first; index of the site
    int line_count;           // from there on
};

bool is_function_pointer(tree value);

// Whether what others take while CALL is watched is its line's: not if it may lead to
// what is profiled, by a pointer.
bool claims_waits(const gimple *call);

// CALLS and LOOPS are in the code of FN.  RECORD: of its function.
void watch_calls(function *fn, const std::vector<long_call> &calls, tree record);
void watch_loops(function *fn, const std::vector<long_loop> &loops, tree record);

} // namespace lineprof

#endif
