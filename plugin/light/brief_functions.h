// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the unit, profiled or not, whose calls are as good as a few statements
// more in the line that makes them (is_brief() of short_stretches.h): nobody watches
// them.
#ifndef BRIEF_FUNCTIONS_H
#define BRIEF_FUNCTIONS_H

namespace lineprof {

// FUNCTION is one.
void note_brief(tree function);

// Whether STMT calls one that has been noted.
bool calls_brief(const gimple *stmt);

} // namespace lineprof

#endif
