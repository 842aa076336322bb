// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a function that threads run by themselves: what stands in regions of OpenMP.
//
// The thread that comes to a region runs its part, too, while the pragma's line waits for
// all of them.  So that line rests meanwhile, as a line that calls its own function does:
// it is charged with what the region takes besides its lines.
#ifndef REGION_PARTS_H
#define REGION_PARTS_H

#include <vector>

namespace lineprof {

bool is_region_part(tree function);

// Whether CALL may run parts of the function that it stands in, which nobody can tell
// from what it takes itself.
bool may_run_parts(const gimple *call);

// Tells in FN, such a part, where it begins and where it ends; the latter statements are
// returned.  RECORD: of its function.
std::vector<gimple *> tell_part(function *fn, tree record);

} // namespace lineprof

#endif
