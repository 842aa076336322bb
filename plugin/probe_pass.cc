// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/light_machine.h"
#include "gcc/block_order.h"
#include "light/brief_functions.h"
#include "light/light_code.h"
#include "light/short_stretches.h"
#include "lower_pass.h"
#include "marks/marks.h"
#include "marks/unit.h"
#include "probe_pass.h"
#include "probes/goto_tables.h"
#include "probes/line_flow.h"
#include "probes/loop_counters.h"
#include "probes/own_jumps.h"
#include "probes/pins.h"
#include "probes/string_ends.h"

namespace lineprof {
namespace {

const pass_data probe_pass_data = {
    GIMPLE_PASS, "lineprof_probe", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

// An edge that has been taken out for a while.
struct removed_edge {
    basic_block from, to;
    int flags;
};

void put_back(const removed_edge &e)
{
    make_edge(e.from, e.to, e.flags);
}

// Whether a switch sends a coroutine to where it was suspended: it looks at the
// frame's resume index, a member that GCC calls _Coro_resume_index or __resume_at.
bool is_resume_switch(basic_block block, const gswitch *stmt)
{
    tree index = gimple_switch_index(stmt);
    for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        const gimple *def = gsi_stmt(at);
        if (!gimple_assign_load_p(def) ||
            TREE_CODE(gimple_assign_rhs1(def)) != COMPONENT_REF)
            continue;
        tree name = DECL_NAME(TREE_OPERAND(gimple_assign_rhs1(def), 1));
        if (name && strstr(IDENTIFIER_POINTER(name), "resume"))
            return INTEGRAL_TYPE_P(TREE_TYPE(index));
    }
    return false;
}

// Past blocks that hold nothing and lead to one other.
edge follow_forwarders(edge e)
{
    while (single_succ_p(e->dest) && single_pred_p(e->dest) &&
           gsi_end_p(gsi_start_nondebug_after_labels_bb(e->dest)))
        e = single_succ_edge(e->dest);
    return e;
}

// Puts those edges back without which a block could not be reached; returns the rest.
std::vector<removed_edge> keep_connected(function *fn,
                                         const std::vector<removed_edge> &all)
{
    std::vector<removed_edge> rest;
    bits reached(last_basic_block_for_fn(fn));
    for (basic_block block : reverse_post_order(fn))
        reached.set(block->index);
    for (const removed_edge &e : all) {
        if (reached.test(e.to->index))
            rest.push_back(e);
        else
            put_back(e);
    }
    return rest;
}

// A coroutine's resumption is no arrival: control goes on where it was, as if it had
// never left.  So the flow is studied without these edges, which are put back after.
std::vector<removed_edge> remove_resume_edges(function *fn)
{
    std::vector<removed_edge> removed;
    basic_block block;
    if (!fn->coroutine_component)
        return removed;
    FOR_EACH_BB_FN (block, fn) {
        gimple_stmt_iterator last = gsi_last_bb(block);
        gswitch *stmt = gsi_end_p(last) ? NULL : dyn_cast<gswitch *>(gsi_stmt(last));
        if (!stmt || !is_resume_switch(block, stmt))
            continue;
        for (unsigned i = 1; i < gimple_switch_num_labels(stmt); i++) {
            tree label = gimple_switch_label(stmt, i);
            edge e = find_edge(block, label_to_block(fn, CASE_LABEL(label)));
            if (!e || integer_zerop(CASE_LOW(label)))
                continue; // already removed, or the start
            e = follow_forwarders(e);
            removed.push_back({e->src, e->dest, e->flags});
            remove_edge(e);
        }
    }
    return keep_connected(fn, removed);
}

// Puts a return of its own behind each call by which a coroutine hands over, which must
// be the last thing it does, and takes the call out of what catches exceptions.
bool detach_transfers(function *fn)
{
    bool any = false;
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            gimple *stmt = gsi_stmt(at);
            if (!is_transfer(stmt))
                continue;
            any = true;
            remove_stmt_from_eh_lp(stmt);
            gimple_purge_dead_eh_edges(block);
            if (!gsi_one_before_end_p(at))
                split_block(block, stmt);
            basic_block end = split_edge(single_succ_edge(block));
            remove_edge(single_succ_edge(end));
            make_single_succ_edge(end, EXIT_BLOCK_PTR_FOR_FN(fn), 0);
            gimple_stmt_iterator last = gsi_last_bb(end);
            gsi_insert_after(&last, gimple_build_return(NULL_TREE), GSI_NEW_STMT);
            break; // the rest of the block is another one now
        }
    return any;
}

// A built-in calls nothing of the program's, but for those that are told what.
bool may_call_profiled(const gimple *stmt)
{
    return is_gimple_call(stmt) && !gimple_call_internal_p(stmt) &&
           !gimple_call_builtin_p(stmt);
}

// One function's probes.
class prober {
  public:
    prober(function *fn, unit &out, lowered_function &lowered, bool is_part)
        : fn_(fn), out_(out), lowered_(lowered), is_part_(is_part), frame_(lowered.frame)
    {
    }

    // Without frames: nothing is entered and left.
    bool is_light() const
    {
        return !lowered_.frame;
    }

    // A part that GCC has split off has no enter and leave yet.
    void enter_part()
    {
        frame_ = create_tmp_reg(ptr_type_node, "lineprof_frame");
        edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn_));
        gimple_seq seq = NULL;
        add_enter(&seq, lowered_.tables.record(out_.options(), true), frame_);
        gsi_insert_seq_on_edge_immediate(entry, seq);
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, EXIT_BLOCK_PTR_FOR_FN(fn_)->preds) {
            gimple_stmt_iterator last = gsi_last_bb(e->src);
            gimple_seq leave = NULL;
            add_leave(&leave, frame_);
            if (!gsi_end_p(last) && gimple_code(gsi_stmt(last)) == GIMPLE_RETURN)
                gsi_insert_seq_before(&last, leave, GSI_SAME_STMT);
        }
    }

    void run()
    {
        const std::vector<own_jump> own = remove_own_jumps(fn_);
        const drawn_gotos gotos = draw_gotos(fn_);
        note_string_ends(fn_);
        const std::vector<removed_edge> dispatch = remove_resume_edges(fn_);
        find_marks();
        line_flow flow(fn_, int(lowered_.tables.site_count()),
                       lowered_.tables.first_site());
        for (const auto &[block, stmt] : marks_)
            flow.add_mark(block, stmt, line_of(stmt));
        for (const removed_edge &e : dispatch)
            flow.add_other_entry(e.to);
        flow.solve();
        for (const removed_edge &e : dispatch)
            put_back(e);
        put_back(gotos);
        put_back(own);
        if (is_light()) {
            light_code(fn_, out_, lowered_, is_part_).insert(flow);
            remove_marks();
            return;
        }
        if (light_machine::exists && out_.options().mode == LINEPROF_MODE_ADAPTIVE)
            light_code(fn_, out_, lowered_, is_part_).insert_calls();
        pins pins_here(fn_);
        const bool timed = out_.options().mode != LINEPROF_MODE_HITS;
        if (optimize && timed) {
            for (const arrival &a : flow.arrivals())
                if (a.changes)
                    pins_here.add_boundary(a.mark);
            for (gimple *stmt : leave_marks_)
                pins_here.add_boundary(stmt);
            pins_here.solve();
        }
        loop_counters counters(fn_, flow, out_.code(), frame_);
        find_calls();
        for (const arrival &a : flow.arrivals())
            replace_mark(a, pins_here);
        for (gimple *stmt : leave_marks_)
            replace_leave_mark(stmt, pins_here);
        for (const edge_hit &hit : flow.edge_hits())
            counters.insert_hit(hit.on, lowered_.tables.counter_offset(hit.line));
        counters.commit();
        remove_marks();
        gsi_commit_edge_inserts();
        free_dominance_info(CDI_DOMINATORS); // the edges that were split
    }

  private:
    void find_marks()
    {
        basic_block block;
        FOR_EACH_BB_FN (block, fn_)
            for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
                if (is_leave_mark(gsi_stmt(at)))
                    leave_marks_.push_back(gsi_stmt(at));
                else if (is_mark(gsi_stmt(at)) && line_of(gsi_stmt(at)) != unknown_line)
                    marks_.emplace_back(block, gsi_stmt(at));
            }
    }

    int line_of(gimple *mark) const
    {
        return lowered_.tables.site_of_mark(mark);
    }

    // From which lines functions are called: by the mark in front of the call, and by
    // where the call is, as a statement may go on in another block.
    void find_calls()
    {
        basic_block block;
        calling_.resize(lowered_.tables.site_count());
        FOR_EACH_BB_FN (block, fn_) {
            int line = unknown_line;
            for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
                gimple *stmt = gsi_stmt(at);
                if (is_leave_mark(stmt))
                    line = unknown_line; // what is called from here on is ours
                else if (is_mark(stmt))
                    line = line_of(stmt);
                else if (may_call_profiled(stmt))
                    note_call(line, place_of(gimple_location(stmt)));
            }
        }
    }

    void note_call(int line, const place &where)
    {
        if (line != unknown_line)
            calling_[line] = true;
        const int before = where.file ? lowered_.tables.site_before(where) : unknown_line;
        if (before != unknown_line)
            calling_[before] = true;
    }

    void replace_mark(const arrival &a, const pins &pins_here)
    {
        gimple_seq seq = NULL;
        const int counter = lowered_.tables.counter_offset(a.line);
        if (a.changes) {
            pins_here.add_before(&seq, a.mark);
            out_.code().add_line_event(
                &seq, frame_,
                {lowered_.tables.cell_offset(a.line), counter, a.hit,
                 bool(calling_[a.line]),
                 lowered_.is_asked || pins_here.must_keep_memory()});
            pins_here.add_after(&seq, a.mark);
        } else if (a.hit) {
            out_.code().add_hit(&seq, frame_, counter);
        }
        put_in_place_of(a.mark, seq);
    }

    void replace_leave_mark(gimple *mark, const pins &pins_here)
    {
        gimple_seq seq = NULL;
        pins_here.add_before(&seq, mark);
        put_in_place_of(mark, seq);
    }

    void put_in_place_of(gimple *mark, gimple_seq seq)
    {
        for (auto at = gsi_start(seq); !gsi_end_p(at); gsi_next(&at))
            gimple_set_location(gsi_stmt(at), assembler_location(gimple_location(mark)));
        gimple_stmt_iterator at = gsi_for_stmt(mark);
        if (seq)
            gsi_insert_seq_before(&at, seq, GSI_SAME_STMT);
        gsi_remove(&at, true);
    }

    // All that are left: in light code, in blocks that no path reaches, and those without
    // a cell.
    void remove_marks()
    {
        basic_block block;
        FOR_EACH_BB_FN (block, fn_)
            for (auto at = gsi_start_bb(block); !gsi_end_p(at);) {
                if (is_mark(gsi_stmt(at)) || is_leave_mark(gsi_stmt(at)) ||
                    is_count_mark(gsi_stmt(at)))
                    gsi_remove(&at, true);
                else
                    gsi_next(&at);
            }
    }

    function *fn_;
    unit &out_;
    lowered_function &lowered_;
    bool is_part_;
    tree frame_;
    std::vector<bool> calling_; // by line
    std::vector<std::pair<basic_block, gimple *>> marks_;
    std::vector<gimple *> leave_marks_;
};

bool has_marks(function *fn)
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (is_mark(gsi_stmt(at)))
                return true;
    return false;
}

class probe_pass final : public gimple_opt_pass {
  public:
    probe_pass(gcc::context *context, unit &out)
        : gimple_opt_pass(probe_pass_data, context), out_(out)
    {
    }

    bool gate(function *) override
    {
        return !in_lto_p && !seen_error();
    }

    unsigned int execute(function *fn) override
    {
        bool is_part;
        lowered_function *lowered = out_.find_lowered(fn->decl, is_part);
        const bool is_part_of_call = is_part || out_.is_coroutine_body(fn->decl);
        const bool has_frame = lowered && lowered->frame;
        if (optimize && !is_part_of_call && !has_frame && is_brief(fn))
            note_brief(fn->decl); // profiled or not; its callers come later
        if (!lowered || (is_part && !has_marks(fn)))
            return 0;
        prober probes(fn, out_, *lowered, is_part_of_call);
        if (is_part && !probes.is_light())
            probes.enter_part();
        const bool changed =
            !probes.is_light() && fn->coroutine_component && detach_transfers(fn);
        if (changed && current_loops)
            loops_state_set(LOOPS_NEED_FIXUP);
        probes.run();
        cgraph_edge::rebuild_edges();
        return changed || probes.is_light() ? TODO_cleanup_cfg : 0;
    }

  private:
    unit &out_;
};

} // namespace

opt_pass *make_probe_pass(gcc::context *context, unit &out)
{
    return new probe_pass(context, out);
}

} // namespace lineprof
