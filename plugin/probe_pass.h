// SPDX-License-Identifier: GPL-3.0-or-later
// The pass that turns marks into probes: in the control flow graph, before SSA
// form and before any optimisation, so that what a mark says is still true.
#ifndef PROBE_PASS_H
#define PROBE_PASS_H

namespace lineprof {

class unit;
opt_pass *make_probe_pass(gcc::context *context, unit &out);

} // namespace lineprof

#endif
