// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that ask the compiler what it knows of their arguments, by themselves or, once
// they are inlined, by what they call.
#ifndef ASKING_CALLS_H
#define ASKING_CALLS_H

namespace lineprof {

// Whether what comes of CALL depends on what the compiler knows of its argument NUMBER.
bool asks_about_argument(const gcall *call, unsigned number);

// Whether its argument NUMBER is a size or bound of a built-in, or says how much it
// prints.
bool takes_size(const gcall *call, unsigned number);

// Whether what is known of CALL's arguments says something of its result.
bool result_shows_arguments(const gcall *call);

// FUNCTION has been parsed, and BODY is its own, not yet profiled.
void note_questions(tree function, gimple_seq body);

// Whether it may well be inlined if it is not profiled.
bool may_be_inlined(tree function, gimple_seq body);

// Whether it asks about its parameters, or returns what others may ask about or do ask
// about (IS_RESULT_ASKED), and would be inlined if it were not profiled: then it must
// still be.
bool must_be_inlined(tree function, gimple_seq body, bool is_result_asked);

} // namespace lineprof

#endif
