// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same for all functions of a translation unit.
#ifndef UNIT_INFO_H
#define UNIT_INFO_H

#include <string>

#include "plugin_options.h"

namespace lineprof {

// Address of the unit's struct lineprof_unit.
tree unit_record(const plugin_options &options);

// The assembler name of FUNCTION as the linker sees it.
std::string symbol_name(tree function);

// The language of the unit being compiled.
lineprof_language unit_language();

} // namespace lineprof

#endif
