// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the unit being compiled.
#ifndef UNIT_LANGUAGE_H
#define UNIT_LANGUAGE_H

#include "lineprof/abi.h"

namespace lineprof {

lineprof_language unit_language();

} // namespace lineprof

#endif
