// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "choice/kept_calls.h"
#include "choice/transactions.h"
#include "emit/static_data.h"
#include "emit/unit_info.h"
#include "gcc/unit_language.h"
#include "marks/mark_parts.h"
#include "marks/switch_labels.h"
#include "marks/unit.h"

namespace lineprof {
namespace {

// Finds a call of a constexpr function that is profiled.
tree find_counted_call(tree *slot, int *walk_subtrees, void *data)
{
    const selector &chosen = *static_cast<const selector *>(data);
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    tree callee = named_callee(*slot);
    return callee && DECL_DECLARED_CONSTEXPR_P(callee) && chosen.names(callee)
               ? callee
               : NULL_TREE;
}

} // namespace

void unit::mark_function(tree function)
{
    add_profile_attribute(function);
    forget_purity(function);
    keep_labels_silent(function);
    line_set &lines = parsed_[DECL_UID(function)];
    if (coroutine_part_of(function) == coroutine_part::body)
        bodies_.insert(DECL_UID(function));
    for (tree body : place_marks(function, lines)) {
        add_profile_attribute(body);
        parsed_[DECL_UID(body)] = lines;
        bodies_.insert(DECL_UID(body));
    }
}

// Without optimisation GCC keeps static functions that nothing refers to, but not inline
// ones.  Those may be many, in headers, and count as wanted only where they say so.
void unit::note_if_droppable(tree function)
{
    const bool is_local = !TREE_PUBLIC(function) && !DECL_EXTERNAL(function) &&
                          !DECL_COMDAT(function) && !decl_function_context(function);
    if (!is_local || coroutine_part_of(function) != coroutine_part::none ||
        (DECL_DECLARED_INLINE_P(function) && !selector_.is_marked(function)))
        return;
    droppable_.push_back(
        {keep(function), DECL_STRUCT_FUNCTION(function)->function_end_locus});
}

std::vector<profiled_function> unit::take_unused()
{
    std::vector<profiled_function> unused;
    if (lowered_.empty())
        return unused; // there is nothing in the object that could tell of them
    for (const parsed_function &row : droppable_)
        if (!lowered_.count(symbol_name(row.decl)) &&
            !left_out_.count(DECL_UID(row.decl)))
            unused.emplace_back(row.decl, *parsed_lines(row.decl), place{nullptr, 0},
                                false, row.end);
    droppable_.clear();
    return unused;
}

void unit::function_parsed(tree function)
{
    if (!function || TREE_CODE(function) != FUNCTION_DECL || !DECL_SAVED_TREE(function))
        return;
    note_transactions(function);
    if (options_.mode == LINEPROF_MODE_ADAPTIVE && may_profile())
        cycles_.add(function);
    if (may_profile())
        asked_results_.add(function);
    if (selector_.selects(function) &&
        coroutine_part_of(function) != coroutine_part::destroyer) {
        mark_function(function);
        note_if_droppable(function);
    } else {
        drop_markers(function);
    }
    // C hands nested functions over with the one that contains them.
    cgraph_node *node = cgraph_node::get(function);
    if (!node)
        return;
    for (cgraph_node *nested = first_nested_function(node); nested;
         nested = next_nested_function(nested))
        function_parsed(nested->decl);
}

bool unit::counts_in(tree function) const
{
    if (has_profile_attribute(function))
        return true;
    return unit_language() == LINEPROF_LANGUAGE_CXX &&
           walk_tree_without_duplicates(&DECL_SAVED_TREE(function), find_counted_call,
                                        const_cast<selector *>(&selector_));
}

const line_set *unit::parsed_lines(tree function) const
{
    const auto found = parsed_.find(DECL_UID(written_function(function)));
    return found == parsed_.end() ? nullptr : &found->second;
}

lowered_function &unit::add_lowered(tree function, const lowered_function &lowered)
{
    auto &slot = lowered_[symbol_name(function)];
    slot = std::make_unique<lowered_function>(lowered);
    return *slot;
}

lowered_function *unit::find_lowered(tree function, bool &is_part)
{
    std::string name = symbol_name(function);
    const size_t suffix = name.rfind(part_suffix);
    is_part = suffix != std::string::npos;
    if (is_part)
        name.resize(suffix);
    const auto found = lowered_.find(name);
    return found == lowered_.end() ? nullptr : found->second.get();
}

} // namespace lineprof
