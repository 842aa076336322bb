// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <vector>

#include "choice/attribute.h"
#include "vector_pass.h"

namespace lineprof {
namespace {

const pass_data no_vector_pass_data = {
    GIMPLE_PASS,
    "lineprof_no_vector",
    OPTGROUP_NONE,
    TV_NONE,
    PROP_cfg | PROP_ssa,
    0,
    0,
    0,
    0,
};

const pass_data vector_again_pass_data = {
    GIMPLE_PASS, "lineprof_vector_again", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

bool is_left_out; // for the function that is being compiled

// Blocks by number: which come first on ways from the entry.
std::vector<int> number_blocks(function *fn)
{
    std::vector<int> order(size_t(n_basic_blocks_for_fn(fn))), numbers;
    numbers.assign(size_t(last_basic_block_for_fn(fn)), -1);
    const int count = pre_and_rev_post_order_compute_fn(fn, NULL, order.data(), false);
    for (int i = 0; i < count; i++)
        numbers[size_t(order[size_t(i)])] = i;
    return numbers;
}

// Control comes back to BLOCK, and not as to the header of a loop.
bool closes_circle(basic_block block, const std::vector<int> &numbers)
{
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->preds)
        if (e->src->index != ENTRY_BLOCK &&
            numbers[size_t(e->src->index)] >= numbers[size_t(block->index)] &&
            !dominated_by_p(CDI_DOMINATORS, e->src, block))
            return true;
    return false;
}

// What may become a vector: values of the same kind.
bool joins_several(basic_block block)
{
    std::vector<machine_mode> modes;
    for (auto at = gsi_start_phis(block); !gsi_end_p(at); gsi_next(&at)) {
        tree result = gimple_phi_result(at.phi());
        if (virtual_operand_p(result))
            continue;
        const machine_mode mode = TYPE_MODE(TREE_TYPE(result));
        if (std::find(modes.begin(), modes.end(), mode) != modes.end())
            return true;
        modes.push_back(mode);
    }
    return false;
}

bool has_circles(function *fn)
{
    calculate_dominance_info(CDI_DOMINATORS);
    const std::vector<int> numbers = number_blocks(fn);
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        if (joins_several(block) && closes_circle(block, numbers))
            return true;
    return false;
}

class no_vector_pass final : public gimple_opt_pass {
  public:
    explicit no_vector_pass(gcc::context *context)
        : gimple_opt_pass(no_vector_pass_data, context)
    {
    }

    bool gate(function *fn) override
    {
        return flag_tree_slp_vectorize && has_profile_attribute(fn->decl);
    }

    opt_pass *clone() override
    {
        return new no_vector_pass(m_ctxt);
    }

    unsigned int execute(function *fn) override
    {
        is_left_out = has_circles(fn);
        if (is_left_out)
            flag_tree_slp_vectorize = 0;
        return 0;
    }
};

class vector_again_pass final : public gimple_opt_pass {
  public:
    explicit vector_again_pass(gcc::context *context)
        : gimple_opt_pass(vector_again_pass_data, context)
    {
    }

    bool gate(function *) override
    {
        return is_left_out;
    }

    opt_pass *clone() override
    {
        return new vector_again_pass(m_ctxt);
    }

    unsigned int execute(function *) override
    {
        is_left_out = false;
        flag_tree_slp_vectorize = 1;
        return 0;
    }
};

} // namespace

opt_pass *make_no_vector_pass(gcc::context *context)
{
    return new no_vector_pass(context);
}

opt_pass *make_vector_again_pass(gcc::context *context)
{
    return new vector_again_pass(context);
}

} // namespace lineprof
