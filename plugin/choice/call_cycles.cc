// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "choice/call_cycles.h"
#include "choice/kept_calls.h"

namespace lineprof {
namespace {

// Functions that reach one another.  A parser of expressions has so many; where there are
// more, as in a program that is one file, hardly any of them is ever open in itself, and
// among them are those that are called most.
const size_t most_together = 8;

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
                                 &nodes_[DECL_UID(function)].callees);
}

// R. Tarjan, "Depth-first search and linear graph algorithms", 1972; with a stack of its
// own, as chains of calls may be long.
void call_cycles::find_from(unsigned function)
{
    std::vector<unsigned> path;
    const auto come_to = [&](unsigned which) {
        node &n = nodes_[which];
        n.number = n.lowest = ++numbered_;
        n.is_open = true;
        open_.push_back(which);
        path.push_back(which);
    };
    come_to(function);
    while (!path.empty()) {
        const unsigned which = path.back();
        node &n = nodes_[which];
        if (n.next < n.callees.size()) {
            const auto callee = nodes_.find(n.callees[n.next++]);
            if (callee == nodes_.end())
                continue; // of another unit
            if (!callee->second.number)
                come_to(callee->first);
            else if (callee->second.is_open)
                n.lowest = std::min(n.lowest, callee->second.number);
            continue;
        }
        path.pop_back();
        if (!path.empty())
            nodes_[path.back()].lowest = std::min(nodes_[path.back()].lowest, n.lowest);
        if (n.lowest != n.number)
            continue;
        const size_t size = open_.end() - std::find(open_.begin(), open_.end(), which);
        const bool is_small = size > 1 && size <= most_together;
        unsigned last;
        do {
            last = open_.back();
            open_.pop_back();
            nodes_[last].is_open = false;
            if (is_small)
                members_.insert(last);
        } while (last != which);
    }
}

void call_cycles::find()
{
    std::vector<unsigned> all;
    for (const auto &row : nodes_)
        all.push_back(row.first);
    for (const unsigned function : all)
        if (!nodes_[function].number)
            find_from(function);
    found_ = true;
}

bool call_cycles::has(tree function)
{
    if (!found_)
        find();
    return members_.count(DECL_UID(function)) != 0;
}

} // namespace lineprof
