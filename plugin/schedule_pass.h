// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduling of instructions before registers are given out, which some machines
// have, takes the number of values times that of asm statements: in large functions with
// a timed copy, minutes.  There is little to move between such statements, so there it is
// left out.
#ifndef SCHEDULE_PASS_H
#define SCHEDULE_PASS_H

namespace lineprof {

// To stand before that pass, and behind it.
opt_pass *make_no_schedule_pass(gcc::context *context);
opt_pass *make_schedule_again_pass(gcc::context *context);

} // namespace lineprof

#endif
