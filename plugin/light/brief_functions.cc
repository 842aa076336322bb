// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_set>

#include "light/brief_functions.h"

namespace lineprof {
namespace {

std::unordered_set<unsigned> brief; // DECL_UIDs

} // namespace

void note_brief(tree function)
{
    brief.insert(DECL_UID(function));
}

bool calls_brief(const gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && brief.count(DECL_UID(callee)) != 0;
}

} // namespace lineprof
