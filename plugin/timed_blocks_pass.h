// SPDX-License-Identifier: GPL-3.0-or-later
// Timed copies are compiled as what runs now and then, for speed: else what is timed
// would be other code than what runs, loops that are not vectorised and functions that
// are called instead of expanded.  Once that is done they are code that never runs, and
// so go where such code goes, and registers are not given out for their sake.
#ifndef TIMED_BLOCKS_PASS_H
#define TIMED_BLOCKS_PASS_H

namespace lineprof {

// To stand before the pass that parts blocks that run from those that do not.
opt_pass *make_timed_blocks_pass(gcc::context *context);

} // namespace lineprof

#endif
