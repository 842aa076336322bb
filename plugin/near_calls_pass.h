// SPDX-License-Identifier: GPL-3.0-or-later
// Code of ours calls the runtime from below the red zone, as a function that calls
// nothing keeps values there.  Whether it does is known when its frame has been laid out:
// where it does not, the calls are made from where the stack pointer is.  That is a tenth
// and more of an instrumented function's code.
#ifndef NEAR_CALLS_PASS_H
#define NEAR_CALLS_PASS_H

namespace lineprof {

// To stand behind the pass that makes prologues.
opt_pass *make_near_calls_pass(gcc::context *context);

} // namespace lineprof

#endif
