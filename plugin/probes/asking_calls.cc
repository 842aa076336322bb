// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_map>

#include "choice/attribute.h"
#include "marks/marks.h"
#include "probes/asking_calls.h"
#include "probes/known_values.h"

namespace lineprof {
namespace {

using parameters = std::vector<bool>;

bool is_asking_builtin(const_tree function)
{
    if (!fndecl_built_in_p(function, BUILT_IN_NORMAL))
        return false;
    switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_CONSTANT_P:
    case BUILT_IN_OBJECT_SIZE:
    case BUILT_IN_DYNAMIC_OBJECT_SIZE:
        return true;
    default:
        return false;
    }
}

// How much it prints depends on all of its arguments.
bool prints_to_memory(const_tree function)
{
    switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_SPRINTF:
    case BUILT_IN_SPRINTF_CHK:
    case BUILT_IN_SNPRINTF:
    case BUILT_IN_SNPRINTF_CHK:
        return true;
    default:
        return false;
    }
}

// The parameters that the body of a function asks about.
class question_finder {
  public:
    explicit question_finder(tree function) : function_(function)
    {
        for (tree row = DECL_ARGUMENTS(function); row; row = DECL_CHAIN(row))
            names_.push_back(row);
        asked_.assign(names_.size(), false);
    }

    parameters find()
    {
        if (DECL_SAVED_TREE(function_))
            walk_tree_without_duplicates(&DECL_SAVED_TREE(function_), visit, this);
        return asked_;
    }

    parameters find(gimple_seq body)
    {
        known_values known(function_);
        collect(body, known);
        known.ask_for_calls();
        known.solve();
        for (size_t i = 0; i < names_.size(); i++)
            asked_[i] = asked_[i] || known.is_known(names_[i]);
        return asked_;
    }

  private:
    void ask_all()
    {
        asked_.assign(names_.size(), true);
    }

    static tree visit(tree *slot, int *, void *data);
    static tree visit_argument(tree *slot, int *walk_subtrees, void *data);
    void collect(gimple_seq body, known_values &known);

    tree function_;
    std::vector<tree> names_;
    parameters asked_;
};

// By function; one that calls itself asks nothing by that.
std::unordered_map<tree, parameters> asked_by;

const parameters &asked_parameters(tree function)
{
    const auto found = asked_by.find(function);
    if (found != asked_by.end())
        return found->second;
    asked_by[function];
    return asked_by[function] = question_finder(function).find();
}

bool asks(tree function, unsigned number)
{
    if (is_asking_builtin(function))
        return true;
    const parameters &asked = asked_parameters(function);
    return number < asked.size() && asked[number];
}

tree question_finder::visit_argument(tree *slot, int *walk_subtrees, void *data)
{
    auto *self = static_cast<question_finder *>(data);
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    for (size_t i = 0; i < self->names_.size(); i++)
        if (*slot == self->names_[i])
            self->asked_[i] = true;
    if (VAR_P(*slot) && auto_var_in_fn_p(*slot, self->function_))
        self->ask_all(); // it may come from any
    return NULL_TREE;
}

tree question_finder::visit(tree *slot, int *walk_subtrees, void *data)
{
    auto *self = static_cast<question_finder *>(data);
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    if (TREE_CODE(*slot) != CALL_EXPR)
        return NULL_TREE;
    tree callee = get_callee_fndecl(*slot);
    if (!callee)
        return NULL_TREE;
    if (is_reported(callee))
        self->ask_all();
    for (int i = 0; i < call_expr_nargs(*slot); i++)
        if (asks(callee, i))
            walk_tree(&CALL_EXPR_ARG(*slot, i), visit_argument, data, NULL);
    return NULL_TREE;
}

void question_finder::collect(gimple_seq body, known_values &known)
{
    struct visitor {
        question_finder *self;
        known_values *known;
    } both = {this, &known};
    walk_stmt_info info = {};
    info.info = &both;
    walk_gimple_seq(
        body,
        [](gimple_stmt_iterator *at, bool *handled, walk_stmt_info *walk) {
            *handled = false;
            const visitor &here = *static_cast<visitor *>(walk->info);
            gimple *stmt = gsi_stmt(*at);
            here.known->add_statement(stmt);
            tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
            if (callee && is_reported(callee))
                here.self->ask_all();
            return NULL_TREE;
        },
        NULL, &info);
}

bool allocates(const gimple *stmt)
{
    const gcall *call = dyn_cast<const gcall *>(stmt);
    if (!call || gimple_call_internal_p(call))
        return false;
    tree callee = gimple_call_fndecl(call);
    return (callee && DECL_IS_MALLOC(callee)) ||
           lookup_attribute("alloc_size", TYPE_ATTRIBUTES(gimple_call_fntype(call)));
}

// Whether FUNCTION hands on an object whose size its callers may ask about.
bool returns_object(tree function, gimple_seq body)
{
    bool found = false;
    walk_stmt_info info = {};
    info.info = &found;
    walk_gimple_seq(
        body,
        [](gimple_stmt_iterator *at, bool *handled, walk_stmt_info *walk) {
            *handled = false;
            *static_cast<bool *>(walk->info) |= allocates(gsi_stmt(*at));
            return NULL_TREE;
        },
        NULL, &info);
    return found && POINTER_TYPE_P(TREE_TYPE(TREE_TYPE(function)));
}

// Whether it stands for instructions, and nothing else stands in it.
bool makes_code(const gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_ASSIGN:
    case GIMPLE_CALL:
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_ASM:
    case GIMPLE_RETURN:
        return !is_mark(stmt);
    default:
        return false;
    }
}

// How large GCC takes the body for, without our marks.
int size_of(gimple_seq body)
{
    int size = 0;
    walk_stmt_info info = {};
    info.info = &size;
    walk_gimple_seq(
        body,
        [](gimple_stmt_iterator *at, bool *handled, walk_stmt_info *walk) {
            *handled = false;
            gimple *stmt = gsi_stmt(*at);
            if (makes_code(stmt))
                *static_cast<int *>(walk->info) +=
                    estimate_num_insns(stmt, &eni_size_weights);
            return NULL_TREE;
        },
        NULL, &info);
    return size;
}

} // namespace

bool asks_about_argument(const gcall *call, unsigned number)
{
    if (gimple_call_internal_p(call))
        return true;
    tree callee = gimple_call_fndecl(call);
    if (!callee)
        return false;
    return asks(callee, number);
}

bool takes_size(const gcall *call, unsigned number)
{
    tree callee = gimple_call_fndecl(call);
    if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL))
        return false;
    if (prints_to_memory(callee))
        return true;
    tree type = TYPE_ARG_TYPES(TREE_TYPE(callee));
    for (; type && number; number--)
        type = TREE_CHAIN(type);
    return type && TREE_CODE(TREE_VALUE(type)) == INTEGER_TYPE &&
           TYPE_UNSIGNED(TREE_VALUE(type)) &&
           TYPE_PRECISION(TREE_VALUE(type)) == TYPE_PRECISION(size_type_node);
}

bool result_shows_arguments(const gcall *call)
{
    if (gimple_call_internal_p(call))
        return false;
    tree callee = gimple_call_fndecl(call);
    if (callee && fndecl_built_in_p(callee))
        return true;
    tree type = gimple_call_fntype(call);
    if (type && lookup_attribute("alloc_size", TYPE_ATTRIBUTES(type)))
        return true;
    return callee && (is_inline_by_attribute(callee) || DECL_DECLARED_INLINE_P(callee));
}

void note_questions(tree function, gimple_seq body)
{
    asked_by[function];
    asked_by[function] = question_finder(function).find(body);
}

// As GCC decides before it knows the callers.
bool may_be_inlined(tree function, gimple_seq body)
{
    const int most = DECL_DECLARED_INLINE_P(function)
                         ? opt_for_fn(function, param_max_inline_insns_single)
                         : opt_for_fn(function, param_max_inline_insns_auto);
    return optimize && !flag_no_inline && !DECL_UNINLINABLE(function) &&
           size_of(body) <= most;
}

bool must_be_inlined(tree function, gimple_seq body, bool is_result_asked)
{
    if ((!DECL_DECLARED_INLINE_P(function) && TREE_PUBLIC(function)) ||
        !may_be_inlined(function, body))
        return false;
    if (is_result_asked)
        return true;
    for (const bool one : asked_parameters(function))
        if (one)
            return true;
    return returns_object(function, body);
}

} // namespace lineprof
