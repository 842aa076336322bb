// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "choice/attribute.h"
#include "copyable/copyable.h"
#include "copyable/loaded_values.h"
#include "copyable/unset_values.h"
#include "copyable/warned_calls.h"
#include "marks/marks.h"
#include "probes/unset_parts.h"

namespace lineprof {
namespace {

// What is in the assembler's text once, as a label, can be there only once.
bool defines_something(const gasm *stmt)
{
    return strchr(gimple_asm_string(stmt), ':') != NULL;
}

// What the compiler finds out depends on what it knows of values; where two copies join,
// that is less.
bool asks_compiler(const gimple *stmt, const loaded_values &loaded)
{
    tree callee = gimple_call_fndecl(stmt);
    if (gimple_call_builtin_p(stmt, BUILT_IN_CONSTANT_P))
        return !loaded.is_loaded(gimple_call_arg(stmt, 0));
    return gimple_call_builtin_p(stmt, BUILT_IN_OBJECT_SIZE) ||
           (callee && is_reported(callee));
}

// Why STMT cannot be there twice; NULL: it can.
const char *obstacle_of(gimple *stmt, const loaded_values &loaded)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_ASM:
        if (!is_mark(stmt) && defines_something(as_a<gasm *>(stmt)))
            return "an %<asm%> in it defines something";
        return NULL;
    case GIMPLE_CALL:
        if (gimple_call_flags(stmt) & ECF_RETURNS_TWICE)
            return "a call in it may return twice";
        if (asks_compiler(stmt, loaded))
            return "a call in it asks what the compiler knows";
        if (may_be_warned_of(as_a<gcall *>(stmt)))
            return "the compiler may warn of a call in it";
        return NULL;
    case GIMPLE_OMP_FOR: // the vectoriser finds its parts by their numbers
        if (gimple_omp_for_kind(stmt) == GF_OMP_FOR_KIND_SIMD)
            return "it has a loop of OpenMP for vectors";
        return NULL;
    case GIMPLE_OMP_SCAN:
        return "it has a scan of OpenMP";
    case GIMPLE_TRANSACTION:
        return "it has a transaction";
    default:
        return NULL;
    }
}

struct search {
    const loaded_values &loaded;
    const char *obstacle;
};

tree visit_for_obstacle(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    search &here = *static_cast<search *>(info->info);
    here.obstacle = obstacle_of(gsi_stmt(*at), here.loaded);
    *handled = here.obstacle != NULL;
    return here.obstacle ? integer_one_node : NULL_TREE;
}

} // namespace

const char *why_not_two_copies(function *fn, gimple_seq body)
{
    const loaded_values loaded(body);
    search here = {loaded, NULL};
    walk_stmt_info info = {};
    info.info = &here;
    if (fn->calls_setjmp)
        return "it calls %<setjmp%>";
    if (fn->has_nonlocal_label)
        return "a function inside it jumps into it";
    if (fn->coroutine_component)
        return "it is a coroutine";
    if (flag_openacc)
        return "it is compiled for OpenACC";
    if (walk_gimple_seq(body, visit_for_obstacle, NULL, &info))
        return here.obstacle;
    if (!inhibit_warnings && (may_use_bad_values(fn, body) || reads_unset_parts(body)))
        return "the compiler may warn of a value in it";
    return NULL;
}

bool can_be_parted(tree function)
{
    static const char *const many[] = {"target_clones", "simd", "omp declare simd"};
    tree result = DECL_RESULT(function), attributes = DECL_ATTRIBUTES(function);
    cgraph_node *node = cgraph_node::get(function);
    return !flag_sanitize && !flag_tm && !flag_non_call_exceptions &&
           !stdarg_p(TREE_TYPE(function)) && !DECL_STATIC_CHAIN(function) &&
           !MAIN_NAME_P(DECL_NAME(function)) && !DECL_BY_REFERENCE(result) &&
           !TREE_ADDRESSABLE(TREE_TYPE(result)) &&
           std::none_of(
               std::begin(many), std::end(many),
               [=](const char *name) { return lookup_attribute(name, attributes); }) &&
           node->callers && node->get_availability() > AVAIL_INTERPOSABLE &&
           tree_versionable_function_p(function);
}

} // namespace lineprof
