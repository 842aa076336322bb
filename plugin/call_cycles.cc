// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "call_cycles.h"
#include "kept_calls.h"

namespace lineprof {
namespace {

tree note_callee(tree *slot, int *walk_subtrees, void *data)
{
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    tree callee = named_callee(*slot);
    if (callee && TREE_CODE(callee) == FUNCTION_DECL && !fndecl_built_in_p(callee))
        static_cast<std::vector<unsigned> *>(data)->push_back(DECL_UID(callee));
    return NULL_TREE;
}

} // namespace

void call_cycles::add(tree function)
{
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), note_callee,
                                 &callees_[DECL_UID(function)]);
}

// Whether FUNCTION is reached again from what it calls, but by itself.
bool call_cycles::has(tree function) const
{
    const unsigned own = DECL_UID(function);
    std::unordered_set<unsigned> seen;
    std::vector<unsigned> work = {own};
    while (!work.empty()) {
        const unsigned from = work.back();
        work.pop_back();
        const auto found = callees_.find(from);
        if (found == callees_.end())
            continue;
        for (const unsigned callee : found->second) {
            if (callee == own && from != own)
                return true;
            if (callee != own && seen.insert(callee).second)
                work.push_back(callee);
        }
    }
    return false;
}

} // namespace lineprof
