// SPDX-License-Identifier: GPL-3.0-or-later
// Where -Wimplicit-fallthrough says nothing without the plugin.
#ifndef SWITCH_LABELS_H
#define SWITCH_LABELS_H

namespace lineprof {

// GENERIC, before marks are placed: notes on the labels of FUNCTION's switches which ones
// GCC would not have warned of.  With optimisation it makes `else break;` a part of the
// condition, and looks no further for what falls through; a mark in front of the jump
// keeps it one of its own.
void keep_labels_silent(tree function);

} // namespace lineprof

#endif
