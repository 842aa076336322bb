// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/asked_results.h"
#include "choice/attribute.h"
#include "choice/kept_calls.h"

namespace lineprof {

tree asked_results::note_call(tree *slot, int *walk_subtrees, void *data)
{
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    tree callee = named_callee(*slot);
    if (!callee || TREE_CODE(callee) != FUNCTION_DECL || fndecl_built_in_p(callee))
        return NULL_TREE;
    node &n = *static_cast<node *>(data);
    n.asks = n.asks || is_reported(callee);
    n.callees.push_back(DECL_UID(callee));
    return NULL_TREE;
}

void asked_results::add(tree function)
{
    node &n = nodes_[DECL_UID(function)];
    n.is_text = is_inline_by_attribute(function);
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), note_call, &n);
}

// From functions that are always inlined to those that call them.
bool asked_results::hand_on()
{
    bool any = false;
    for (auto &row : nodes_)
        for (const unsigned callee : row.second.callees) {
            const auto found = nodes_.find(callee);
            if (row.second.asks || found == nodes_.end() || !found->second.asks ||
                !found->second.is_text)
                continue;
            row.second.asks = any = true;
        }
    return any;
}

// What is called by a function that asks, and what that is computed by.
void asked_results::find()
{
    while (hand_on())
        continue;
    std::vector<unsigned> open;
    for (const auto &row : nodes_)
        if (row.second.asks)
            open.push_back(row.first);
    while (!open.empty()) {
        const auto found = nodes_.find(open.back());
        open.pop_back();
        if (found == nodes_.end())
            continue; // of another unit
        for (const unsigned callee : found->second.callees)
            if (asked_.insert(callee).second)
                open.push_back(callee);
    }
    found_ = true;
}

bool asked_results::has(tree function)
{
    if (!found_)
        find();
    return asked_.count(DECL_UID(function)) != 0 &&
           !VOID_TYPE_P(TREE_TYPE(TREE_TYPE(function)));
}

} // namespace lineprof
