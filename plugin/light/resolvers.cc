// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_set>

#include "emit/early_bases.h"
#include "light/resolvers.h"
#include "light/thread_counts.h"

namespace lineprof {
namespace {

// What the ifunc aliases of the unit name: a name, or a declaration, which an alias that
// has been analyzed only refers to.
std::unordered_set<tree> find_ifunc_resolvers()
{
    std::unordered_set<tree> resolvers;
    cgraph_node *node;
    FOR_EACH_FUNCTION (node) {
        if (!node->ifunc_resolver)
            continue;
        if (node->alias && node->analyzed)
            resolvers.insert(node->get_alias_target()->decl);
        else if (node->alias_target)
            resolvers.insert(node->alias_target);
    }
    return resolvers;
}

tree visit_for_call(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *)
{
    const gimple *stmt = gsi_stmt(*at);
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    *handled = is_gimple_call(stmt) && !gimple_call_internal_p(stmt) &&
               !(callee && fndecl_built_in_p(callee));
    return *handled ? integer_one_node : NULL_TREE;
}

} // namespace

bool is_ifunc_resolver(tree function)
{
    // The whole unit has been parsed when the first function is lowered.
    static const std::unordered_set<tree> resolvers = find_ifunc_resolvers();
    return resolvers.count(function) || resolvers.count(DECL_ASSEMBLER_NAME(function));
}

void set_bases_first(function *resolver)
{
    gimple_seq body = gimple_body(resolver->decl), outer = NULL;
    walk_stmt_info info = {};
    if (!program_may_have_bases() || !walk_gimple_seq(body, visit_for_call, NULL, &info))
        return;
    gimple_seq_add_stmt(&outer, gimple_build_call(early_bases_function(), 0));
    gimple_seq_add_seq(&outer, body);
    body = NULL;
    gimple_seq_add_stmt(&body, gimple_build_bind(NULL, outer, NULL));
    gimple_set_body(resolver->decl, body);
}

} // namespace lineprof
