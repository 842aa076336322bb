// SPDX-License-Identifier: GPL-3.0-or-later
// The canonical frame address of the function that is compiled.
#ifndef FRAME_ADDRESS_H
#define FRAME_ADDRESS_H

namespace lineprof {

// Appends what finds it; returns it, a variable.
tree add_cfa(gimple_seq *seq);

} // namespace lineprof

#endif
