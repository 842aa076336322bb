// SPDX-License-Identifier: GPL-3.0-or-later
// In profiled functions, a call of what the compiler knows to change nothing stays
// between the looks at the clock that stand around it.
#ifndef ORDERED_CALLS_PASS_H
#define ORDERED_CALLS_PASS_H

namespace lineprof {

// To stand behind the expansion to RTL.
opt_pass *make_ordered_calls_pass(gcc::context *context);

} // namespace lineprof

#endif
