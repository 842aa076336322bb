// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "copyable/loaded_values.h"

namespace lineprof {
namespace {

// Values that are computed from each other.
const int most_steps = 8;

// What can be in it is not written in the source.
bool is_in_memory(tree operand)
{
    tree base = get_base_address(operand);
    if (!base)
        return false;
    if (TREE_CODE(base) == MEM_REF)
        return TREE_CODE(TREE_OPERAND(base, 0)) != ADDR_EXPR;
    return VAR_P(base) && is_global_var(base) && !TREE_READONLY(base);
}

} // namespace

loaded_values::loaded_values(gimple_seq body)
{
    walk_stmt_info info = {};
    info.info = &definitions_;
    walk_gimple_seq(
        body,
        [](gimple_stmt_iterator *at, bool *handled, walk_stmt_info *walk) {
            auto &definitions =
                *static_cast<std::unordered_map<tree, std::vector<const gimple *>> *>(
                    walk->info);
            *handled = false;
            const gimple *stmt = gsi_stmt(*at);
            tree target = gimple_get_lhs(stmt);
            if (target && !gimple_clobber_p(stmt))
                definitions[target].push_back(stmt);
            return NULL_TREE;
        },
        NULL, &info);
}

bool loaded_values::is_set_by_load(const gimple *stmt, int depth) const
{
    if (const gcall *call = dyn_cast<const gcall *>(stmt))
        return !gimple_call_internal_p(call) && gimple_call_fndecl(call) &&
               DECL_EXTERNAL(gimple_call_fndecl(call)) &&
               !DECL_DECLARED_INLINE_P(gimple_call_fndecl(call)) &&
               !fndecl_built_in_p(gimple_call_fndecl(call));
    if (!is_gimple_assign(stmt))
        return false;
    for (unsigned i = 1; i < gimple_num_ops(stmt); i++)
        if (!is_loaded(gimple_op(stmt, i), depth - 1))
            return false;
    return true;
}

bool loaded_values::is_loaded(tree value, int depth) const
{
    if (!depth || !value)
        return false;
    if (TREE_CODE(value) == PARM_DECL)
        return is_gimple_reg(value) && !definitions_.count(value);
    if (TREE_CODE(value) != SSA_NAME && !(VAR_P(value) && !is_global_var(value)))
        return is_in_memory(value);
    if (VAR_P(value) && (TREE_ADDRESSABLE(value) || !is_gimple_reg(value)))
        return false;
    const auto found = definitions_.find(value);
    return found != definitions_.end() &&
           std::all_of(found->second.begin(), found->second.end(),
                       [&](const gimple *stmt) { return is_set_by_load(stmt, depth); });
}

bool loaded_values::is_loaded(tree value) const
{
    return is_loaded(value, most_steps);
}

} // namespace lineprof
