// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the unit being compiled, and what surrounds it.
#ifndef UNIT_LANGUAGE_H
#define UNIT_LANGUAGE_H

#include "lineprof/abi.h"

namespace lineprof {

lineprof_language unit_language();

// Whether no C library is to be counted on, by the command line.
bool is_freestanding();

} // namespace lineprof

#endif
