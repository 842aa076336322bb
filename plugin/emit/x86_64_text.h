// SPDX-License-Identifier: GPL-3.0-or-later
// For the files of x86-64: instructions in asm statements.
#ifndef X86_64_TEXT_H
#define X86_64_TEXT_H

#include <string>

namespace lineprof {

// One instruction in both assembler dialects.
inline std::string both(const std::string &att, const std::string &intel)
{
    return "{" + att + "|" + intel + "}\n\t";
}

} // namespace lineprof

#endif
