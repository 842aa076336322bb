// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that are an error unless they are optimised away (attribute `error`), in profiled
// functions: what counts and times makes loops larger, and hides values.
#ifndef REPORTED_PASS_H
#define REPORTED_PASS_H

namespace lineprof {

// Lets short loops with such calls be unrolled as if nothing counted in them: to know
// each round by itself may be what shows that the calls are not reached.
opt_pass *make_unroll_pass(gcc::context *context);

// Says beside the compiler's error what may be the reason.
opt_pass *make_reported_pass(gcc::context *context);

} // namespace lineprof

#endif
