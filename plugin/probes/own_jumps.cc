// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/runtime_glue.h"
#include "probes/own_jumps.h"

namespace lineprof {
namespace {

bool calls_through(const gcall *call, tree pointer)
{
    return gimple_call_fntype(call) == TREE_TYPE(TREE_TYPE(pointer));
}

// Enters and leaves, and what finds the frame for them, or for nested functions.
bool never_jumps(gimple *stmt)
{
    const gcall *call = dyn_cast<const gcall *>(stmt);
    if (!call || gimple_call_internal_p(call))
        return false;
    // GCC gives it an argument in functions that nested ones belong to.
    tree callee = gimple_call_fndecl(call);
    return (callee && fndecl_built_in_p(callee, BUILT_IN_DWARF_CFA)) ||
           calls_through(call, enter_pointer()) || calls_through(call, leave_pointer());
}

} // namespace

// The last way to a block stays, so that all can be reached.
std::vector<own_jump> remove_own_jumps(function *fn)
{
    std::vector<own_jump> removed;
    basic_block block;
    if (!fn->has_nonlocal_label && !fn->calls_setjmp)
        return removed;
    FOR_EACH_BB_FN (block, fn) {
        gimple_stmt_iterator last = gsi_last_bb(block);
        if (gsi_end_p(last) || !never_jumps(gsi_stmt(last)))
            continue;
        edge e;
        edge_iterator at;
        for (at = ei_start(block->succs); (e = ei_safe_edge(at));) {
            if (!(e->flags & EDGE_ABNORMAL) || single_pred_p(e->dest)) {
                ei_next(&at);
                continue;
            }
            removed.push_back({e->src, e->dest, e->flags});
            remove_edge(e);
        }
    }
    return removed;
}

void put_back(const std::vector<own_jump> &jumps)
{
    for (const own_jump &e : jumps)
        make_edge(e.from, e.to, e.flags);
}

} // namespace lineprof
