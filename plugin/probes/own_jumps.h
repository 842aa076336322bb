// SPDX-License-Identifier: GPL-3.0-or-later
// In a function that others may jump back to (labels of nested functions' jumps, setjmp)
// GCC draws an edge from every call to all places where control may come back.  Our own
// calls never jump; with their edges the function would seem to be entered anew before
// its first statement, and its end to lead back into it.
#ifndef OWN_JUMPS_H
#define OWN_JUMPS_H

#include <vector>

namespace lineprof {

struct own_jump {
    basic_block from, to;
    int flags;
};

// Takes them out of a function that has been lowered and has a flow graph, while that is
// studied.  They are to be put back: GCC counts on them where it finds that a call never
// returns but by a jump.
std::vector<own_jump> remove_own_jumps(function *fn);
void put_back(const std::vector<own_jump> &jumps);

} // namespace lineprof

#endif
