// SPDX-License-Identifier: GPL-3.0-or-later
// The first pass over a function, while its body is still a tree of statements.
#ifndef LOWER_PASS_H
#define LOWER_PASS_H

namespace lineprof {

class unit;

// Puts the functions into the object's tables that GCC has dropped, as nothing refers to
// them, so that they are listed at every level.
void list_unused(unit &out);

opt_pass *make_lower_pass(gcc::context *context, unit &out);

// GIMPLE: what the probe pass looks for in front of the call that leaves.
bool is_leave_mark(const gimple *stmt);

// GIMPLE: whether STMT is the call by which a coroutine hands over to another one.  The
// activation has ended before it.
bool is_transfer(const gimple *stmt);

// Appends `frame = enter (record, cfa);`.
void add_enter(gimple_seq *seq, tree record, tree frame);

// Appends `leave (frame);`.
void add_leave(gimple_seq *seq, tree frame);

} // namespace lineprof

#endif
