// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <set>

#include "gcc/block_order.h"
#include "probes/goto_tables.h"

namespace lineprof {
namespace {

// From variable to variable, between the table and the goto.
const int most_copies = 4;

// The variable by which a block goes where that says, which all computed gotos share;
// NULL_TREE: it ends otherwise.
tree shared_goto(basic_block block)
{
    gimple *last = last_nondebug_stmt(block);
    if (!last || gimple_code(last) != GIMPLE_GOTO || !computed_goto_p(last))
        return NULL_TREE;
    tree where = gimple_goto_dest(last);
    return gsi_stmt(gsi_start_nondebug_after_labels_bb(block)) == last ? where
                                                                       : NULL_TREE;
}

// What BLOCK has last assigned to NAME, a variable or a temporary; NULL_TREE: nothing.
tree last_value(basic_block block, tree name)
{
    for (auto at = gsi_last_nondebug_bb(block); !gsi_end_p(at); gsi_prev_nondebug(&at)) {
        gimple *stmt = gsi_stmt(at);
        if (gimple_assign_single_p(stmt) && gimple_assign_lhs(stmt) == name)
            return gimple_assign_rhs1(stmt);
    }
    return NULL_TREE;
}

// The constant table that BLOCK takes the place from where it goes next.
tree table_of(basic_block block, tree where)
{
    tree value = last_value(block, where);
    for (int copies = 0; copies < most_copies && value && SSA_VAR_P(value); copies++)
        value = last_value(block, value);
    if (!value || TREE_CODE(value) != ARRAY_REF)
        return NULL_TREE;
    tree table = TREE_OPERAND(value, 0);
    return VAR_P(table) && TREE_READONLY(table) && DECL_INITIAL(table) &&
                   TREE_CODE(DECL_INITIAL(table)) == CONSTRUCTOR
               ? table
               : NULL_TREE;
}

// Where its labels are; nothing if there is anything else in it.
std::vector<basic_block> blocks_of(function *fn, tree table)
{
    std::vector<basic_block> blocks;
    unsigned i;
    tree value;
    FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(DECL_INITIAL(table)), i, value)
    {
        STRIP_NOPS(value);
        if (TREE_CODE(value) != ADDR_EXPR ||
            TREE_CODE(TREE_OPERAND(value, 0)) != LABEL_DECL)
            return {};
        basic_block block = label_to_block(fn, TREE_OPERAND(value, 0));
        if (!block)
            return {};
        if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
            blocks.push_back(block);
    }
    return blocks;
}

struct found_goto {
    edge way; // to the shared one
    std::vector<basic_block> to;
};

std::vector<found_goto> find_gotos(function *fn)
{
    std::vector<found_goto> found;
    basic_block block;
    FOR_EACH_BB_FN (block, fn) {
        tree where = shared_goto(block);
        edge e;
        edge_iterator at;
        if (!where)
            continue;
        FOR_EACH_EDGE (e, at, block->preds) {
            tree table = table_of(e->src, where);
            const std::vector<basic_block> to =
                table ? blocks_of(fn, table) : std::vector<basic_block>();
            if (!to.empty())
                found.push_back({e, to});
        }
    }
    return found;
}

// Only gotos lead to their labels, by edges that cannot hold code; what is behind, as the
// condition of a loop behind the label at its end, is reached by others, at each level:
// optimisation has put it into one block with the label.
void set_labels_apart(function *fn)
{
    std::set<int> led_to; // in an order that is always the same
    basic_block block;
    edge e;
    edge_iterator at;
    FOR_EACH_BB_FN (block, fn)
        if (shared_goto(block))
            FOR_EACH_EDGE (e, at, block->succs)
                if (!gsi_end_p(gsi_start_nondebug_after_labels_bb(e->dest)))
                    led_to.insert(e->dest->index);
    for (int index : led_to) {
        block = BASIC_BLOCK_FOR_FN(fn, index);
        basic_block rest = split_block_after_labels(block)->dest;
        for (at = ei_start(block->preds); (e = ei_safe_edge(at));)
            if (e->flags & EDGE_COMPLEX || !redirect_edge_and_branch(e, rest))
                ei_next(&at);
    }
}

} // namespace

drawn_gotos draw_gotos(function *fn)
{
    drawn_gotos drawn;
    set_labels_apart(fn);
    const std::vector<found_goto> found = find_gotos(fn);
    if (found.empty())
        return drawn;
    const size_t reached = reverse_post_order(fn).size();
    std::set<basic_block> shared;
    for (const found_goto &one : found) {
        shared.insert(one.way->dest);
        for (basic_block to : one.to)
            if (make_edge(one.way->src, to, EDGE_ABNORMAL))
                drawn.added.push_back({one.way->src, to, EDGE_ABNORMAL});
        drawn.removed.push_back({one.way->src, one.way->dest, one.way->flags});
        remove_edge(one.way);
    }
    // Some label has its address taken, and is in no table.
    if (reverse_post_order(fn).size() + shared.size() < reached) {
        put_back(drawn);
        return {};
    }
    return drawn;
}

void put_back(const drawn_gotos &drawn)
{
    for (const drawn_gotos::way &way : drawn.removed)
        make_edge(way.from, way.to, way.flags);
    for (const drawn_gotos::way &way : drawn.added)
        remove_edge(find_edge(way.from, way.to));
}

} // namespace lineprof
