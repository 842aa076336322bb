// SPDX-License-Identifier: GPL-3.0-or-later
// Computed gotos by a table: `goto *table[number]`.
//
// GCC draws all computed gotos of a function as one, which leads to all labels that have
// an address.  So control would seem to come into a loop by a goto that is outside it and
// never leads there, and which lines an iteration has hit would not be known.  Where the
// table is a constant of the function, its labels are the only ones.
#ifndef GOTO_TABLES_H
#define GOTO_TABLES_H

#include <vector>

namespace lineprof {

// What has been changed of a function's flow graph.
struct drawn_gotos {
    struct way {
        basic_block from, to;
        int flags;
    };
    std::vector<way> removed, added;
};

// Draws each of them as what it is, while the flow is studied.
drawn_gotos draw_gotos(function *fn);
void put_back(const drawn_gotos &drawn);

} // namespace lineprof

#endif
