// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <unordered_map>

#include "gcc/block_order.h"
#include "light/brief_functions.h"
#include "light/short_stretches.h"
#include "marks/marks.h"

namespace lineprof {
namespace {

const int outside = -1; // of all stretches

// More is copied by a loop.
const HOST_WIDE_INT most_copied = 256;

bool copies_much(const gimple *stmt)
{
    if (!gimple_assign_single_p(stmt) ||
        is_gimple_reg_type(TREE_TYPE(gimple_assign_lhs(stmt))))
        return false;
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(gimple_assign_lhs(stmt)));
    return !size || !tree_fits_shwi_p(size) || tree_to_shwi(size) > most_copied;
}

// A built-in function that is a few instructions.
bool is_short_call(const gcall *call)
{
    return gimple_call_internal_p(call) ||
           (gimple_call_builtin_p(call, BUILT_IN_NORMAL) &&
            gimple_call_flags(call) & (ECF_CONST | ECF_LEAF) &&
            gimple_call_num_args(call) < 3 &&
            !(gimple_call_flags(call) &
              (ECF_MALLOC | ECF_MAY_BE_ALLOCA | ECF_NORETURN)) &&
            gimple_call_fndecl(call) != builtin_decl_explicit(BUILT_IN_FREE));
}

// STMT may take as long as it likes.
bool may_be_long(gimple *stmt)
{
    if (is_mark(stmt) || is_count_mark(stmt))
        return false;
    switch (gimple_code(stmt)) {
    case GIMPLE_CALL:
        return !is_short_call(as_a<gcall *>(stmt)) && !calls_brief(stmt);
    case GIMPLE_ASM:
        return *gimple_asm_string(as_a<gasm *>(stmt)) != '\0';
    case GIMPLE_ASSIGN:
        return copies_much(stmt);
    default:
        return false;
    }
}

// What the linker may put another function in the place of is not known.
bool is_what_is_called(function *fn)
{
    cgraph_node *node = cgraph_node::get(fn->decl);
    return node && node->get_availability() > AVAIL_INTERPOSABLE;
}

bool has_ways_back(function *fn)
{
    basic_block block;
    if (!loops_for_fn(fn) || number_of_loops(fn) > 1)
        return true;
    FOR_EACH_BB_FN (block, fn)
        if (block->flags & BB_IRREDUCIBLE_LOOP)
            return true;
    return false;
}

class finder {
  public:
    finder(function *fn, const stretches &all, const std::set<int> &visits,
           const std::set<int> &candidates, const std::vector<class loop *> &plain_loops)
        : fn_(fn), all_(all), visits_(visits), plain_loops_(plain_loops),
          found_(candidates)
    {
    }

    std::set<int> find()
    {
        calculate_dominance_info(CDI_DOMINATORS);
        for (basic_block block : reverse_post_order(fn_))
            look_into(block);
        auto_vec<class loop *> loops;
        for (class loop *loop : *get_loops(fn_))
            if (loop && loop->num && loop->header && !is_plain(loop))
                loops.safe_push(loop);
        for (class loop *loop : loops)
            if (goes_round_without(loop))
                leave_out(loop);
        return found_;
    }

  private:
    bool is_plain(class loop *loop) const
    {
        return std::find(plain_loops_.begin(), plain_loops_.end(), loop) !=
               plain_loops_.end();
    }

    // What a block does belongs to the stretch that was the last to begin on every way
    // there.
    void look_into(basic_block block)
    {
        basic_block up = get_immediate_dominator(CDI_DOMINATORS, block);
        const auto before = at_end_.find(up);
        int owner = before == at_end_.end() ? outside : before->second;
        if (block->loop_father->header == block && is_plain(block->loop_father))
            found_.erase(owner);
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            for (const int number : all_.in_block(block))
                if (all_.all()[number].first == gsi_stmt(at) && visits_.count(number))
                    owner = number;
            if (may_be_long(gsi_stmt(at)))
                found_.erase(owner);
        }
        if (block->flags & BB_IRREDUCIBLE_LOOP)
            for (const int number : all_.in_block(block))
                found_.erase(number);
        at_end_[block] = owner;
    }

    bool begins_visit(basic_block block) const
    {
        const std::vector<int> &here = all_.in_block(block);
        return std::any_of(here.begin(), here.end(), [this](int number) {
            return visits_.count(number) && !found_.count(number);
        });
    }

    // Whether there is a way round LOOP on which no visit can begin.
    bool goes_round_without(class loop *loop) const
    {
        std::vector<basic_block> work = {loop->header};
        std::set<basic_block> seen;
        while (!work.empty()) {
            basic_block block = work.back();
            work.pop_back();
            if (!seen.insert(block).second || begins_visit(block))
                continue;
            edge e;
            edge_iterator at;
            FOR_EACH_EDGE (e, at, block->succs) {
                if (e->dest == loop->header)
                    return true;
                if (flow_bb_inside_loop_p(loop, e->dest))
                    work.push_back(e->dest);
            }
        }
        return false;
    }

    // Each way round goes through BLOCK.
    static bool is_on_all_ways(class loop *loop, basic_block block)
    {
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, loop->header->preds)
            if (flow_bb_inside_loop_p(loop, e->src) &&
                !dominated_by_p(CDI_DOMINATORS, e->src, block))
                return false;
        return true;
    }

    // One of them, if that is enough.
    void leave_out(class loop *loop)
    {
        for (const int number : found_) {
            basic_block block = all_.all()[number].block;
            if (block->loop_father == loop && is_on_all_ways(loop, block)) {
                found_.erase(number);
                return;
            }
        }
        for (auto at = found_.begin(); at != found_.end();)
            if (all_.all()[*at].block->loop_father == loop)
                at = found_.erase(at);
            else
                ++at;
    }

    function *fn_;
    const stretches &all_;
    const std::set<int> &visits_;
    const std::vector<class loop *> &plain_loops_;
    std::set<int> found_;
    std::unordered_map<basic_block, int> at_end_;
};

} // namespace

bool is_brief(function *fn)
{
    basic_block block;
    if (!is_what_is_called(fn) || has_ways_back(fn))
        return false;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (may_be_long(gsi_stmt(at)) || may_leave(gsi_stmt(at)))
                return false;
    return true;
}

std::set<int> find_short_stretches(function *fn, const stretches &all,
                                   const std::set<int> &visits,
                                   const std::set<int> &candidates,
                                   const std::vector<class loop *> &plain_loops)
{
    return finder(fn, all, visits, candidates, plain_loops).find();
}

} // namespace lineprof
