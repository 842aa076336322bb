// SPDX-License-Identifier: GPL-3.0-or-later
// What is inlined into a timed copy is silent as the copy is.
#ifndef SILENCE_PASS_H
#define SILENCE_PASS_H

namespace lineprof {

opt_pass *make_silence_pass(gcc::context *context);

} // namespace lineprof

#endif
