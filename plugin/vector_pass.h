// SPDX-License-Identifier: GPL-3.0-or-later
// Vectorising what is not in a loop, left out where it goes wrong.
//
// Two copies that lead into each other make circles that are entered in several places.
// GCC takes what comes around in one, at a place that is not a loop's header, for a value
// from further up, and computes with it there, where it is not known yet: the compiler
// crashes some passes later.  Plain code has such circles where `goto` makes them.
#ifndef VECTOR_PASS_H
#define VECTOR_PASS_H

namespace lineprof {

// In front of each such pass, and behind it.
opt_pass *make_no_vector_pass(gcc::context *context);
opt_pass *make_vector_again_pass(gcc::context *context);

} // namespace lineprof

#endif
