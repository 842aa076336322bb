// SPDX-License-Identifier: GPL-3.0-or-later
// __attribute__((profile)).
#ifndef ATTRIBUTE_H
#define ATTRIBUTE_H

namespace lineprof {

// Registers the attribute; to be called on PLUGIN_ATTRIBUTES.
void register_profile_attribute();

// Whether the unit has used it on a function.
bool profile_attribute_seen();

// Whether a function carries it.
bool has_profile_attribute(const_tree function);

// Gives it to a function, so that parts that GCC splits off inherit it.
void add_profile_attribute(tree function);

// Whether FUNCTION is declared with the attribute `error` or `warning`: a call that is
// not optimised away is reported.
bool is_reported(const_tree function);

// Whether its body is a part of whoever calls it.
bool is_inline_by_attribute(const_tree function);

} // namespace lineprof

#endif
