// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <vector>

#include "emit/function_builder.h"

namespace lineprof {
namespace {

// Before every constructor of the program's own: 0 to 100 are the
// implementation's, and 101 is the first that a program may use.
const int constructor_priority = 101;

// What these functions do, they do once: compiling them quickly is worth more.  A unit
// with one mark would take twice as long as its plain code, mostly for them.
tree optimized(int level)
{
    gcc_options options = global_options;
    options.x_optimize = level;
    options.x_flag_stack_protect = 0;
    return build_optimization_node(&options, &global_options_set);
}

} // namespace

tree declare_weak_function(const char *name, tree type)
{
    tree decl = build_fn_decl(name, type);
    DECL_ARTIFICIAL(decl) = 1;
    declare_weak(decl);
    return decl;
}

void make_one_a_module(tree decl)
{
    TREE_PUBLIC(decl) = 1;
    make_decl_one_only(decl, DECL_ASSEMBLER_NAME(decl));
    DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(decl) = 1;
}

function_builder::function_builder(const char *name, tree type)
{
    static int count;
    char own_name[32];
    if (!name) {
        snprintf(own_name, sizeof own_name, "__lineprof_constructor_%d", count++);
        name = own_name;
    }
    decl_ = build_decl(UNKNOWN_LOCATION, FUNCTION_DECL, get_identifier(name), type);
    SET_DECL_ASSEMBLER_NAME(decl_, get_identifier(name));
    TREE_STATIC(decl_) = 1;
    TREE_USED(decl_) = 1;
    DECL_ARTIFICIAL(decl_) = 1;
    DECL_IGNORED_P(decl_) = 1;
    DECL_UNINLINABLE(decl_) = 1;
    DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(decl_) = 1;
    for (const char *attribute :
         {"no_profile_instrument_function", "no_sanitize_coverage", "no_split_stack"})
        DECL_ATTRIBUTES(decl_) =
            tree_cons(get_identifier(attribute), NULL_TREE, DECL_ATTRIBUTES(decl_));
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl_) = optimized(0);
    tree result = build_decl(UNKNOWN_LOCATION, RESULT_DECL, NULL_TREE, TREE_TYPE(type));
    DECL_ARTIFICIAL(result) = 1;
    DECL_IGNORED_P(result) = 1;
    DECL_CONTEXT(result) = decl_;
    DECL_RESULT(decl_) = result;
    block_ = make_node(BLOCK);
    BLOCK_SUPERCONTEXT(block_) = decl_;
    TREE_USED(block_) = 1;
    DECL_INITIAL(decl_) = block_;
    list_ = alloc_stmt_list();
}

void function_builder::make_naked()
{
    DECL_ATTRIBUTES(decl_) =
        tree_cons(get_identifier("naked"), NULL_TREE, DECL_ATTRIBUTES(decl_));
    // Without it what a large code model finds at the beginning of each function stays.
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl_) = optimized(1);
}

tree function_builder::parameter(tree type)
{
    tree parm = build_decl(UNKNOWN_LOCATION, PARM_DECL, NULL_TREE, type);
    DECL_ARG_TYPE(parm) = type;
    DECL_CONTEXT(parm) = decl_;
    DECL_ARTIFICIAL(parm) = 1;
    TREE_USED(parm) = 1;
    DECL_ARGUMENTS(decl_) = chainon(DECL_ARGUMENTS(decl_), parm);
    return parm;
}

tree function_builder::local(tree type)
{
    tree var = build_decl(UNKNOWN_LOCATION, VAR_DECL, NULL_TREE, type);
    DECL_CONTEXT(var) = decl_;
    DECL_ARTIFICIAL(var) = 1;
    TREE_USED(var) = 1;
    BLOCK_VARS(block_) = chainon(BLOCK_VARS(block_), var);
    return var;
}

void function_builder::add(tree stmt)
{
    TREE_SIDE_EFFECTS(stmt) = 1;
    append_to_statement_list_force(stmt, &list_);
}

void function_builder::assign(tree to, tree value)
{
    add(build2(MODIFY_EXPR, TREE_TYPE(to), to, value));
}

void function_builder::begin_if(tree condition)
{
    open_ifs_.emplace_back(condition, list_);
    list_ = alloc_stmt_list();
}

void function_builder::end_if()
{
    const auto [condition, outside] = open_ifs_.back();
    open_ifs_.pop_back();
    tree branch = build3(COND_EXPR, void_type_node, condition, list_, NULL_TREE);
    list_ = outside;
    add(branch);
}

void function_builder::begin_loop(tree condition)
{
    open_loops_.push_back(list_);
    list_ = alloc_stmt_list();
    add(build1(EXIT_EXPR, void_type_node,
               build1(TRUTH_NOT_EXPR, boolean_type_node, condition)));
}

void function_builder::end_loop()
{
    tree loop = build1(LOOP_EXPR, void_type_node, list_);
    list_ = open_loops_.back();
    open_loops_.pop_back();
    add(loop);
}

void function_builder::return_value(tree value)
{
    if (value)
        value = build2(MODIFY_EXPR, TREE_TYPE(value), DECL_RESULT(decl_), value);
    add(build1(RETURN_EXPR, void_type_node, value));
}

// GCC calls us in the midst of another function, whose place is kept.
void function_builder::hand_over()
{
    function *const outer = cfun;
    tree outer_decl = current_function_decl;
    DECL_SAVED_TREE(decl_) =
        build3(BIND_EXPR, void_type_node, BLOCK_VARS(block_), list_, block_);
    TREE_SIDE_EFFECTS(DECL_SAVED_TREE(decl_)) = 1;
    set_cfun(NULL);
    current_function_decl = decl_;
    allocate_struct_function(decl_, false);
    set_cfun(NULL);
    current_function_decl = NULL_TREE;
    cgraph_node::finalize_function(decl_, true);
    set_cfun(outer);
    current_function_decl = outer_decl;
}

void function_builder::finish()
{
    make_one_a_module(decl_);
    hand_over();
}

void function_builder::finish_as_constructor()
{
    DECL_STATIC_CONSTRUCTOR(decl_) = 1;
    decl_init_priority_insert(decl_, constructor_priority);
    hand_over();
}

tree call(tree function_pointer, tree result_type, std::initializer_list<tree> arguments)
{
    std::vector<tree> list(arguments);
    return build_call_array_loc(UNKNOWN_LOCATION, result_type, function_pointer,
                                list.size(), list.data());
}

tree is_null(tree pointer)
{
    return build2(EQ_EXPR, boolean_type_node, pointer,
                  build_zero_cst(TREE_TYPE(pointer)));
}

tree not_null(tree pointer)
{
    return build2(NE_EXPR, boolean_type_node, pointer,
                  build_zero_cst(TREE_TYPE(pointer)));
}

} // namespace lineprof
