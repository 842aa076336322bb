// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that choose which one an `ifunc` symbol is.  They run while the program is
// relocated, when its thread-local variables have no values yet, and what they call in
// other units may be profiled: so the bases of these (thread_counts.h) get theirs first.
#ifndef RESOLVERS_H
#define RESOLVERS_H

namespace lineprof {

bool is_ifunc_resolver(tree function);

// In the body of such a function, which is not lowered yet.  Where it calls nothing that
// may be in another unit of a program, nothing is changed.
void set_bases_first(function *resolver);

} // namespace lineprof

#endif
