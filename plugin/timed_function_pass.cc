// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_map>

#include "emit/probe_code.h"
#include "emit/static_data.h"
#include "gcc/new_blocks.h"
#include "light/silent_places.h"
#include "light/visit_code.h"
#include "timed_function_pass.h"

namespace lineprof {
namespace {

const pass_data timed_function_pass_data = {
    SIMPLE_IPA_PASS,
    "lineprof_timed_functions",
    OPTGROUP_NONE,
    TV_NONE,
    PROP_cfg,
    0,
    0,
    0,
    0,
};

// As the function's name ends, behind a dot.
const char suffix[] = "timed";

// The count at the entry: nothing else in the function says where it goes by a label.
gasm *find_count(function *fn)
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (gasm *stmt = dyn_cast<gasm *>(gsi_stmt(at)))
                if (gimple_asm_nlabels(stmt))
                    return stmt;
    return NULL;
}

void remove_ways_on(basic_block block)
{
    edge e;
    for (edge_iterator at = ei_start(block->succs); (e = ei_safe_edge(at));)
        remove_edge(e);
}

void remove_statements(basic_block block)
{
    for (gimple_stmt_iterator at = gsi_after_labels(block); !gsi_end_p(at);) {
        gimple *stmt = gsi_stmt(at);
        unlink_stmt_vdef(stmt);
        gsi_remove(&at, true);
        release_defs(stmt);
    }
}

void settle(function *fn)
{
    if (current_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    mark_virtual_operands_for_renaming(fn);
    cleanup_tree_cfg();
    update_ssa(TODO_update_ssa);
    cgraph_edge::rebuild_edges();
}

// The compiler has warned of the original.
void silence_all(function *fn)
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            silence(gsi_stmt(at));
}

// ---- What is left ----

// What the function got as PARAMETER, at its entry.
tree argument_of(function *fn, tree parameter, gimple_seq *seq)
{
    if (is_gimple_reg(parameter))
        return get_or_create_ssa_default_def(fn, parameter);
    if (!is_gimple_reg_type(TREE_TYPE(parameter)))
        return parameter;
    tree value = make_ssa_name(TREE_TYPE(parameter));
    gimple_seq_add_stmt(seq, gimple_build_assign(value, parameter));
    return value;
}

// Appends what calls TIMED as FN has been called, and returns what that returns.
void add_call(gimple_seq *seq, function *fn, tree timed)
{
    auto_vec<tree> arguments;
    for (tree parm = DECL_ARGUMENTS(fn->decl); parm; parm = DECL_CHAIN(parm))
        arguments.safe_push(argument_of(fn, parm, seq));
    gcall *call = gimple_build_call_vec(timed, arguments);
    gimple_call_set_nothrow(call, TREE_NOTHROW(fn->decl));
    gimple_set_location(call, DECL_SOURCE_LOCATION(fn->decl));
    tree result = DECL_RESULT(fn->decl), value = NULL_TREE;
    if (!VOID_TYPE_P(TREE_TYPE(result))) {
        value = is_gimple_reg_type(TREE_TYPE(result)) ? make_ssa_name(TREE_TYPE(result))
                                                      : result;
        gimple_call_set_lhs(call, value);
    }
    gimple_seq_add_stmt(seq, call);
    gimple_seq_add_stmt(seq, gimple_build_return(value));
}

// FN's timed copy can be reached no more: TIMED has it, and counts the visit itself.
void call_when_due(function *fn, tree timed, int counter)
{
    push_cfun(fn);
    gasm *count = find_count(fn);
    basic_block block = label_to_block(fn, TREE_VALUE(gimple_asm_label_op(count, 0)));
    tree base = TREE_VALUE(gimple_asm_input_op(count, 0));
    gimple_seq seq = build_seldom();
    gimple_seq_add_stmt(&seq,
                        build_count(base, counter, build_minus_one_cst(u64_type())));
    add_call(&seq, fn, timed);
    remove_statements(block);
    remove_ways_on(block);
    append(block, seq);
    make_edge(block, EXIT_BLOCK_PTR_FOR_FN(fn), 0);
    settle(fn);
    pop_cfun();
}

class timed_function_pass final : public simple_ipa_opt_pass {
  public:
    timed_function_pass(gcc::context *context, unit &out)
        : simple_ipa_opt_pass(timed_function_pass_data, context), out_(out)
    {
    }

    bool gate(function *) override
    {
        return !in_lto_p && !seen_error();
    }

    unsigned int execute(function *) override
    {
        cgraph_node *node;
        auto_vec<cgraph_node *> nodes;
        FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
        {
            nodes.safe_push(node);
        }
        for (cgraph_node *one : nodes)
            if (const lowered_function *lowered = own(one))
                if (lowered->parts_at >= 0 && find_count(one->get_fun()))
                    part(one, lowered->parts_at);
        for (cgraph_node *one : nodes)
            if (const lowered_function *lowered = own(one))
                redirect(one->get_fun(), *lowered);
        return 0;
    }

  private:
    const lowered_function *own(cgraph_node *node)
    {
        bool is_part;
        const lowered_function *lowered = out_.find_lowered(node->decl, is_part);
        return is_part ? nullptr : lowered;
    }

    void part(cgraph_node *node, int counter)
    {
        cgraph_node *timed =
            node->create_version_clone_with_body(vNULL, NULL, NULL, NULL, NULL, suffix);
        if (!timed)
            return;
        DECL_UNINLINABLE(timed->decl) = 1;
        silence_all(timed->get_fun());
        timed_[node->decl] = timed->decl;
        DECL_UNINLINABLE(node->decl) = 0;
        call_when_due(node->get_fun(), timed->decl, counter);
    }

    // What timed copies call is not to be inlined into them.
    void redirect(function *fn, const lowered_function &lowered)
    {
        basic_block block;
        if (lowered.timed_calls.empty())
            return;
        push_cfun(fn);
        FOR_EACH_BB_FN (block, fn)
            for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
                gcall *call = dyn_cast<gcall *>(gsi_stmt(at));
                if (!call || !lowered.timed_calls.count(call))
                    continue;
                const auto timed = timed_.find(gimple_call_fndecl(call));
                if (timed != timed_.end())
                    gimple_call_set_fndecl(call, timed->second);
            }
        cgraph_edge::rebuild_edges();
        pop_cfun();
    }

    unit &out_;
    std::unordered_map<tree, tree> timed_; // by the function that it was parted from
};

} // namespace

opt_pass *make_timed_function_pass(gcc::context *context, unit &out)
{
    return new timed_function_pass(context, out);
}

} // namespace lineprof
