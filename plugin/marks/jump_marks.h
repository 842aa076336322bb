// SPDX-License-Identifier: GPL-3.0-or-later
// Jumps that are all of a branch, in functions whose statements are found in GIMPLE: GCC
// makes such a branch a part of the condition, and of the line with the `cycle`, `exit`,
// `continue` or `goto` nothing would be left.
#ifndef JUMP_MARKS_H
#define JUMP_MARKS_H

#include "marks/unit.h"

namespace lineprof {

// From now on each has an empty asm statement in front of it when its function has been
// gimplified.
void keep_lone_jumps(unit &out);

// GIMPLE: whether STMT is one of those.  They are for place_marks_by_location() to
// remove.
bool is_kept_jump(const gimple *stmt);

} // namespace lineprof

#endif
