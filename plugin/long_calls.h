// SPDX-License-Identifier: GPL-3.0-or-later
// In the light copy of timed code: whether the kernel's clock has ticked during a call.
//
// Lots find what is short and often, but not what is rare and long: a call that waits, or
// grows something, once in many times.  The word that `tick` of the module points to is
// loaded before a call and compared behind it; where it has changed, out of the way, the
// runtime is asked.  Calls of functions that are profiled themselves need none of it:
// what takes long in them is seen there.
#ifndef LONG_CALLS_H
#define LONG_CALLS_H

#include <vector>

namespace lineprof {

struct long_call {
    gimple *call;
    int line; // index of the site
};

// CALLS are in the code of FN.  RECORD: of its function.
void watch_calls(function *fn, const std::vector<long_call> &calls, tree record);

} // namespace lineprof

#endif
