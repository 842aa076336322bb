// SPDX-License-Identifier: GPL-3.0-or-later
// Where an exception leaves the timed copy, and the function with it, what is open ends.
// The function may catch nothing; without this the visit would go on in code that is not
// profiled, until the thread tells of something else.
#ifndef THROWN_VISITS_H
#define THROWN_VISITS_H

#include <unordered_set>

namespace lineprof {

// Gives the statements of BLOCKS that may throw out of FN, the function in work, a
// landing pad in which END stands; there is at most one.  Takes END if there is one.
void end_where_thrown_out(function *fn, const std::unordered_set<basic_block> &blocks,
                          gimple_seq end);

// Once all functions are in SSA form.  Where nothing else of the unit needs what throws
// exceptions, the program may not have it, and links without it as ever.
void finish_thrown_visits();

} // namespace lineprof

#endif
