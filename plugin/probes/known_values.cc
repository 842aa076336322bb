// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "gcc/bits.h"
#include "probes/asking_calls.h"
#include "probes/known_values.h"

namespace lineprof {
namespace {

// The variable or pointer that a reference is to: `s` of `s.a[i]`, `p` of `p->a`.
tree base_of(tree reference)
{
    while (handled_component_p(reference))
        reference = TREE_OPERAND(reference, 0);
    return TREE_CODE(reference) == MEM_REF || TREE_CODE(reference) == TARGET_MEM_REF
               ? TREE_OPERAND(reference, 0)
               : reference;
}

bool is_load(const_tree operand)
{
    return handled_component_p(operand) || TREE_CODE(operand) == MEM_REF;
}

// The member that a reference is to, or whatever it is without any.
tree named_part(tree reference)
{
    if (TREE_CODE(reference) == COMPONENT_REF)
        return TREE_OPERAND(reference, 1);
    if (DECL_P(reference))
        return reference;
    return TYPE_MAIN_VARIANT(TREE_TYPE(reference));
}

// Blocks with a call that is reported unless it is optimised away.
std::vector<basic_block> find_reporting_blocks(function *fn)
{
    std::vector<basic_block> found;
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            tree callee = is_gimple_call(gsi_stmt(at)) ? gimple_call_fndecl(gsi_stmt(at))
                                                       : NULL_TREE;
            if (callee && is_reported(callee)) {
                found.push_back(block);
                break;
            }
        }
    return found;
}

// What a block ends with, if that is a branch; or NULL.
gimple *branch_of(basic_block block)
{
    gimple_stmt_iterator last = gsi_last_bb(block);
    if (gsi_end_p(last))
        return NULL;
    gimple *stmt = gsi_stmt(last);
    const bool branches =
        gimple_code(stmt) == GIMPLE_COND || gimple_code(stmt) == GIMPLE_SWITCH;
    return branches ? stmt : NULL;
}

std::vector<gimple *> find_branches(function *fn)
{
    std::vector<gimple *> found;
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        if (gimple *branch = branch_of(block))
            found.push_back(branch);
    return found;
}

// What decides whether such a call is reached: whatever branches on the way.
std::vector<gimple *> find_guards(function *fn)
{
    std::vector<gimple *> found;
    bits seen(last_basic_block_for_fn(fn));
    std::vector<basic_block> open = find_reporting_blocks(fn);
    while (!open.empty()) {
        basic_block block = open.back();
        open.pop_back();
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->preds) {
            if (e->src->index == ENTRY_BLOCK || seen.test(e->src->index))
                continue;
            seen.set(e->src->index);
            open.push_back(e->src);
            if (gimple *branch = branch_of(e->src))
                found.push_back(branch);
        }
    }
    return found;
}

} // namespace

void known_values::note_store(gimple *stmt, tree target)
{
    tree base = base_of(target);
    if (TREE_CODE(base) == ADDR_EXPR)
        base = base_of(TREE_OPERAND(base, 0));
    definitions_[base].push_back(stmt);
}

void known_values::add_statement(gimple *stmt)
{
    statements_.push_back(stmt);
    if (gimple_clobber_p(stmt))
        return;
    if (tree target = gimple_get_lhs(stmt))
        note_store(stmt, target);
}

void known_values::want(tree value, subject about)
{
    if (known_[about].insert(value).second)
        open_.push_back({value, about});
}

void known_values::want_load(tree reference)
{
    tree base = base_of(reference);
    if (TREE_CODE(base) == ADDR_EXPR)
        base = base_of(TREE_OPERAND(base, 0));
    want(base, of_value);
    want(base, of_target);
    if (!auto_var_in_fn_p(base, function_) || TREE_CODE(reference) == MEM_REF ||
        POINTER_TYPE_P(TREE_TYPE(base)) || TREE_ADDRESSABLE(base))
        loads_.push_back(reference);
}

tree known_values::want_leaf(tree *slot, int *walk_subtrees, void *data)
{
    auto &[self, about] = *static_cast<std::pair<known_values *, subject> *>(data);
    if (TYPE_P(*slot)) {
        *walk_subtrees = 0;
    } else if (TREE_CODE(*slot) == ADDR_EXPR) {
        // Of what it is the address of, only the place matters.
        tree place = TREE_OPERAND(*slot, 0);
        for (; handled_component_p(place); place = TREE_OPERAND(place, 0))
            if (TREE_CODE(place) == ARRAY_REF)
                self->want_operands(TREE_OPERAND(place, 1), of_value);
        if (TREE_CODE(place) == MEM_REF)
            self->want_operands(TREE_OPERAND(place, 0), about);
        else if (about == of_target && DECL_P(place))
            self->want(place, of_value);
        *walk_subtrees = 0;
    } else if (is_load(*slot)) {
        self->want_load(*slot);
    } else if (TREE_CODE(*slot) == SSA_NAME || VAR_P(*slot) ||
               TREE_CODE(*slot) == PARM_DECL) {
        self->want(*slot, about);
        if (VAR_P(*slot) && !is_gimple_reg(*slot) && TREE_CODE(*slot) == VAR_DECL)
            self->want_load(*slot);
    }
    return NULL_TREE;
}

void known_values::want_operands(tree operand, subject about)
{
    std::pair<known_values *, subject> data = {this, about};
    walk_tree(&operand, want_leaf, &data, NULL);
}

void known_values::want_definition(gimple *stmt, subject about)
{
    if (is_gimple_assign(stmt)) {
        for (unsigned i = 1; i < gimple_num_ops(stmt); i++)
            want_operands(gimple_op(stmt, i), about);
    } else if (gcall *call = dyn_cast<gcall *>(stmt)) {
        if (!result_shows_arguments(call))
            return;
        for (unsigned i = 0; i < gimple_call_num_args(call); i++)
            want_operands(gimple_call_arg(call, i), about);
    }
}

void known_values::ask_about(tree value)
{
    want_operands(value, of_value);
}

void known_values::ask_for(bool (*asks)(const gcall *call, unsigned number))
{
    for (gimple *stmt : statements_)
        if (gcall *call = dyn_cast<gcall *>(stmt))
            for (unsigned i = 0; i < gimple_call_num_args(call); i++)
                if (asks(call, i))
                    ask_about(gimple_call_arg(call, i));
}

void known_values::ask_for_calls()
{
    ask_for(asks_about_argument);
}

void known_values::ask_for_sizes()
{
    ask_for(takes_size);
}

// Whether VARIABLE is set to constants, and by constants goes on.
bool known_values::counts_rounds(tree variable) const
{
    const auto found = definitions_.find(variable);
    if (found == definitions_.end() || !VAR_P(variable) || !is_gimple_reg(variable))
        return false;
    bool goes_on = false;
    for (const gimple *stmt : found->second) {
        const bool is_step = is_gimple_assign(stmt) && gimple_num_ops(stmt) == 3 &&
                             gimple_assign_rhs1(stmt) == variable &&
                             TREE_CODE(gimple_assign_rhs2(stmt)) == INTEGER_CST;
        const bool is_start = gimple_assign_single_p(stmt) &&
                              TREE_CODE(gimple_assign_rhs1(stmt)) == INTEGER_CST;
        if (!is_step && !is_start)
            return false;
        goes_on = goes_on || is_step;
    }
    return goes_on;
}

void known_values::ask_for_rounds(const std::vector<gimple *> &branches)
{
    for (const gimple *branch : branches)
        if (gimple_code(branch) == GIMPLE_COND &&
            TREE_CODE(gimple_cond_rhs(branch)) == INTEGER_CST &&
            counts_rounds(gimple_cond_lhs(branch)))
            ask_about(gimple_cond_lhs(branch));
}

void known_values::note_what_passes_through_memory()
{
    std::unordered_set<tree> parts;
    for (tree load : loads_)
        parts.insert(named_part(load));
    for (gimple *stmt : statements_) {
        tree target = gimple_clobber_p(stmt) ? NULL_TREE : gimple_get_lhs(stmt);
        if (target && !is_gimple_reg(target) && parts.count(named_part(target)))
            pass_through_memory_ = true;
    }
}

void known_values::solve()
{
    while (!open_.empty()) {
        const auto [value, about] = open_.back();
        open_.pop_back();
        const auto found = definitions_.find(value);
        if (found == definitions_.end())
            continue;
        for (gimple *stmt : found->second) {
            // A store through a pointer says nothing of the pointer.
            tree target = gimple_get_lhs(stmt);
            const bool is_store = target != value && is_load(target);
            if (!is_store)
                want_definition(stmt, about);
            else if (about == of_target || !POINTER_TYPE_P(TREE_TYPE(value)))
                want_definition(stmt, of_value);
        }
    }
}

known_values find_known_values(function *fn, guards asking)
{
    known_values known(fn->decl);
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            known.add_statement(gsi_stmt(at));
    known.ask_for_calls();
    const std::vector<gimple *> branches = find_branches(fn);
    known.ask_for_rounds(branches);
    for (gimple *guard : asking == guards::all ? branches : find_guards(fn))
        for (unsigned i = 0; i < gimple_num_ops(guard); i++)
            if (tree operand = gimple_op(guard, i))
                known.ask_about(operand);
    known.solve();
    known.note_what_passes_through_memory();
    known.ask_for_sizes();
    known.solve();
    return known;
}

} // namespace lineprof
