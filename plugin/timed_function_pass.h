// SPDX-License-Identifier: GPL-3.0-or-later
// A function whose visits begin at its entry alone keeps its light copy: what is there
// twice becomes a function of its own, which the light copy calls when its count has come
// up. So the compiler inlines it where it would have inlined it without us.
#ifndef TIMED_FUNCTION_PASS_H
#define TIMED_FUNCTION_PASS_H

#include "marks/unit.h"

namespace lineprof {

// To run when all functions are in SSA form, and before any is inlined.
opt_pass *make_timed_function_pass(gcc::context *context, unit &out);

} // namespace lineprof

#endif
