// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the unit whose calls are as good as a few statements more in the line that
// makes them: what they do is done once, one after the other, they call nothing that is
// not like that, and always come back.
#ifndef BRIEF_FUNCTIONS_H
#define BRIEF_FUNCTIONS_H

namespace lineprof {

// Whether STMT may take as long as it likes.
bool may_be_long(gimple *stmt);

// Notes it if FN is one. Its callees come before it as a rule; else it is none.
void note_if_brief(function *fn);

// Whether STMT calls one that has been noted.
bool calls_brief(const gimple *stmt);

} // namespace lineprof

#endif
