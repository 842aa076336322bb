// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_set>
#include <vector>

#include "emit/frame_address.h"
#include "emit/static_data.h"
#include "gcc/new_blocks.h"
#include "light/outermost.h"
#include "light/stretches.h"
#include "light/thread_counts.h"
#include "light/thrown_visits.h"

namespace lineprof {
namespace {

// 0: none is open.
tree declare_word()
{
    tree word = local_variable("LPoutermost", u64_type(), NULL_TREE, false);
    set_decl_tls_model(word, TLS_MODEL_LOCAL_EXEC);
    TREE_THIS_VOLATILE(word) = 1; // no store of it is left out
    TREE_SIDE_EFFECTS(word) = 1;
    finalize_variable(word);
    return word;
}

tree add(gimple_seq *seq, tree_code code, tree a, tree b = NULL_TREE)
{
    tree result = create_tmp_reg(u64_type());
    gimple_seq_add_stmt(seq, b ? gimple_build_assign(result, code, a, b)
                               : gimple_build_assign(result, code, a));
    return result;
}

tree add_load(gimple_seq *seq, tree word)
{
    tree value = create_tmp_reg(u64_type());
    gimple_seq_add_stmt(seq, gimple_build_assign(value, word));
    return value;
}

tree add_own_cfa(gimple_seq *seq)
{
    return add(seq, NOP_EXPR, add_cfa(seq));
}

// Sets the word to 0 if it is this activation's, without a branch.
gimple_seq build_end(tree word)
{
    gimple_seq seq = NULL;
    tree cfa = add_own_cfa(&seq), outermost = add_load(&seq, word);
    tree other = create_tmp_reg(boolean_type_node);
    gimple_seq_add_stmt(&seq, gimple_build_assign(other, NE_EXPR, cfa, outermost));
    tree mask = add(&seq, NEGATE_EXPR, add(&seq, NOP_EXPR, other));
    tree left = add(&seq, BIT_AND_EXPR, outermost, mask);
    gimple_seq_add_stmt(&seq, gimple_build_assign(word, left));
    return seq;
}

void end_where_it_returns(function *fn, tree word)
{
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, EXIT_BLOCK_PTR_FOR_FN(fn)->preds) {
        gimple_stmt_iterator last = gsi_last_nondebug_bb(e->src);
        if (!gsi_end_p(last) && gimple_code(gsi_stmt(last)) == GIMPLE_RETURN)
            gsi_insert_seq_before(&last, build_end(word), GSI_SAME_STMT);
    }
}

// Where an exception goes on out of the function, or is thrown out of it.
void end_where_it_is_left(function *fn, tree word)
{
    std::vector<gimple *> ways_out;
    std::unordered_set<basic_block> blocks;
    basic_block block;
    FOR_EACH_BB_FN (block, fn) {
        blocks.insert(block);
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (gimple_code(gsi_stmt(at)) == GIMPLE_RESX &&
                stmt_can_throw_external(fn, gsi_stmt(at)))
                ways_out.push_back(gsi_stmt(at));
    }
    for (gimple *stmt : ways_out) {
        gimple_stmt_iterator at = gsi_for_stmt(stmt);
        gsi_insert_seq_before(&at, build_end(word), GSI_SAME_STMT);
    }
    end_where_thrown_out(fn, blocks, build_end(word));
}

} // namespace

bool can_find_outermost(tree function)
{
    return program_may_have_bases() && !flag_generate_lto && !in_lto_p && !flag_openmp &&
           !flag_non_call_exceptions &&
           !lookup_attribute("always_inline", DECL_ATTRIBUTES(function));
}

gasm *find_outermost(function *fn)
{
    tree word = declare_word();
    basic_block begin = split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn)));
    basic_block outermost = new_block(fn);
    edge inside = single_succ_edge(begin);
    gimple_seq seq = NULL;
    tree open = add_load(&seq, word), cfa = add_own_cfa(&seq);
    append(begin, seq);
    append(begin, gimple_build_cond(LT_EXPR, cfa, open, NULL_TREE, NULL_TREE));
    inside->flags = (inside->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
    make_edge(begin, outermost, EDGE_FALSE_VALUE);
    gasm *mark = build_count_mark();
    append(outermost, mark);
    append(outermost, gimple_build_assign(word, cfa));
    make_single_succ_edge(outermost, inside->dest, EDGE_FALLTHRU);
    end_where_it_returns(fn, word);
    if (flag_exceptions)
        end_where_it_is_left(fn, word);
    return mark;
}

} // namespace lineprof
