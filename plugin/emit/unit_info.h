// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same for all functions of a translation unit.
#ifndef UNIT_INFO_H
#define UNIT_INFO_H

#include <string>

#include "gcc/plugin_options.h"

namespace lineprof {

// Address of the unit's struct lineprof_unit.
tree unit_record(const plugin_options &options);

// The assembler name of FUNCTION as the linker sees it.
std::string symbol_name(tree function);

} // namespace lineprof

#endif
