// SPDX-License-Identifier: GPL-3.0-or-later
// OpenMP and OpenACC in Fortran: directives are comments to the text, and constructs in
// high GIMPLE to the compiler.
#ifndef FORTRAN_PRAGMAS_H
#define FORTRAN_PRAGMAS_H

#include <vector>

#include "places/source.h"

namespace lineprof {

struct pragma_places {
    std::vector<location_t> before; // the construct: its directive, or what it rules
    std::vector<location_t>
        inside;        // at the beginning of each iteration: headers of loops
    bool has_elements; // the loop is made of a statement on whole arrays
};

// Whether STMT is a construct of a directive, or the call that one stands for.
bool is_fortran_pragma(const gimple *stmt);

// What each iteration of LOOP, a construct, runs once: its body; where a `scan` divides
// that, GCC makes two loops of it, and only the first part runs in one of them alone.
gimple_seq *fortran_iteration(gimple *loop);

// Where marks belong that such a construct needs.
pragma_places places_of_pragma(gimple *stmt);

} // namespace lineprof

#endif
