// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/kept_calls.h"
#include "gcc/unit_language.h"

namespace lineprof {
namespace {

bool is_known = false; // the flag as the user has it, in a unit of C++
int users_no_inline;
bool are_kept = false;
bool is_parsed = false;

void set_no_inline(tree options, int value)
{
    TREE_OPTIMIZATION(options)->x_flag_no_inline = value;
}

// Whether FUNCTION itself says `optimize("no-inline")`.
bool forbids_inlining(const_tree function)
{
    tree attribute = lookup_attribute("optimize", DECL_ATTRIBUTES(function));
    for (tree word = attribute ? TREE_VALUE(attribute) : NULL_TREE; word;
         word = TREE_CHAIN(word))
        if (TREE_CODE(TREE_VALUE(word)) == STRING_CST &&
            strstr(TREE_STRING_POINTER(TREE_VALUE(word)), "no-inline"))
            return true;
    return false;
}

// The flag for FUNCTION's body as it is without us.
bool users_no_inline_in(const_tree function)
{
    const_tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);
    return users_no_inline || forbids_inlining(function) ||
           (options && !TREE_OPTIMIZATION(options)->x_optimize);
}

} // namespace

void forget_purity(tree function)
{
    FUNCTION_DECL_CHECK(function)->function_decl.replaceable_operator = 0;
    DECL_PURE_P(function) = 0;
    TREE_READONLY(function) = 0;
    DECL_LOOPING_CONST_OR_PURE_P(function) = 0;
}

tree named_callee(tree expr)
{
    tree callee = NULL_TREE;
    if (TREE_CODE(expr) == CALL_EXPR)
        callee = CALL_EXPR_FN(expr);
    else if (TREE_CODE(expr) == AGGR_INIT_EXPR)
        callee = AGGR_INIT_EXPR_FN(expr);
    if (callee && TREE_CODE(callee) == ADDR_EXPR)
        callee = TREE_OPERAND(callee, 0);
    return callee && TREE_CODE(callee) == FUNCTION_DECL ? callee : NULL_TREE;
}

void note_users_inlining()
{
    is_known = unit_language() == LINEPROF_LANGUAGE_CXX;
    users_no_inline = flag_no_inline;
}

void keep_calls()
{
    if (!is_known || are_kept || is_parsed)
        return;
    are_kept = true;
    flag_no_inline = 1;
    // GCC puts these back behind each function that has options of its own.
    set_no_inline(optimization_default_node, 1);
}

void keep_calls_of_body(tree function, bool wanted)
{
    if (!are_kept)
        return;
    flag_no_inline = wanted || users_no_inline_in(function);
    if (clear_fold_cache)
        clear_fold_cache();
}

void keep_calls_after_body()
{
    if (are_kept && !is_parsed)
        flag_no_inline = 1;
}

void allow_inlining(tree function)
{
    is_parsed = true;
    if (!is_known)
        return;
    flag_no_inline = users_no_inline;
    // A precompiled header may have brought these from where calls were kept.
    set_no_inline(optimization_default_node, users_no_inline);
    tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);
    if (options && !users_no_inline && !forbids_inlining(function))
        set_no_inline(options, users_no_inline);
}

} // namespace lineprof
