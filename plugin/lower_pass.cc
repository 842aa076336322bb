// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "choice/kept_calls.h"
#include "choice/transactions.h"
#include "copyable/copyable.h"
#include "emit/frame_address.h"
#include "emit/light_machine.h"
#include "emit/runtime_glue.h"
#include "emit/static_data.h"
#include "gcc/unit_language.h"
#include "light/outermost.h"
#include "light/resolvers.h"
#include "light/visit_code.h"
#include "lower_pass.h"
#include "marks/marks.h"
#include "marks/unit.h"
#include "probes/asking_calls.h"

namespace lineprof {
namespace {

const char leave_mark_text[] = "#lineprof leave";

const pass_data lower_pass_data = {
    GIMPLE_PASS, "lineprof_lower", OPTGROUP_NONE, TV_NONE, PROP_gimple_any, 0, 0, 0, 0,
};

tree visit_for_first_mark(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    *handled = is_mark(gsi_stmt(*at));
    if (!*handled)
        return NULL_TREE;
    *static_cast<place *>(info->info) = place_of(gimple_location(gsi_stmt(*at)));
    return integer_one_node; // ends the walk
}

place first_mark(gimple_seq body)
{
    place first = {nullptr, 0};
    walk_stmt_info info = {};
    info.info = &first;
    walk_gimple_seq(body, visit_for_first_mark, NULL, &info);
    return first;
}

// Options of its own that are the same as everywhere else: GCC would have seen that if
// those had not been changed while it parsed, and inlines more where they are one tree.
void share_options(tree function)
{
    tree &own = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);
    if (own && cl_optimization_option_eq(TREE_OPTIMIZATION(own),
                                         TREE_OPTIMIZATION(optimization_default_node)))
        own = optimization_default_node;
}

void say_profiled(tree function, const profiled_function &tables)
{
    const location_t loc = definition_location(function);
    const std::string name = qualified_name(function);

    if (tables.call_count())
        inform(loc, "profiling %qs: %d lines, %d calls of what is not profiled here",
               name.c_str(), int(tables.line_count()), int(tables.call_count()));
    else
        inform(loc, "profiling %qs: %d lines", name.c_str(), int(tables.line_count()));
}

// REASON: as of why_not_two_copies().
void say_frames(tree function, const char *reason)
{
    const std::string text = std::string("%qs keeps frames: ") + reason;
    inform(definition_location(function), text.c_str(), qualified_name(function).c_str());
}

// Appends `if (value != 0) yes else no`; both may be empty.
void add_if(gimple_seq *seq, tree value, gimple_seq yes, gimple_seq no)
{
    tree then_label = create_artificial_label(UNKNOWN_LOCATION);
    tree else_label = create_artificial_label(UNKNOWN_LOCATION);
    tree end_label = create_artificial_label(UNKNOWN_LOCATION);
    gimple_seq_add_stmt(seq, gimple_build_cond(NE_EXPR, value,
                                               build_zero_cst(TREE_TYPE(value)),
                                               then_label, else_label));
    gimple_seq_add_stmt(seq, gimple_build_label(then_label));
    gimple_seq_add_seq(seq, yes);
    gimple_seq_add_stmt(seq, gimple_build_goto(end_label));
    gimple_seq_add_stmt(seq, gimple_build_label(else_label));
    gimple_seq_add_seq(seq, no);
    gimple_seq_add_stmt(seq, gimple_build_label(end_label));
}

// Appends what ends an activation: the pins' boundary, and the leave.
void add_end(gimple_seq *seq, tree frame)
{
    gasm *mark = gimple_build_asm_vec(leave_mark_text, NULL, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    gimple_seq_add_stmt(seq, mark);
    gimple_seq leave = NULL;
    add_leave(&leave, frame);
    add_if(seq, frame, leave, NULL);
}

// Tells GCC that our calls change nothing that it can see, whatever they are passed, so
// that it goes on knowing what memory holds.
void keep_memory(gimple_seq seq)
{
    for (auto at = gsi_start(seq); !gsi_end_p(at); gsi_next(&at)) {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(at));
        if (!call || gimple_call_fndecl(call))
            continue;
        std::string spec = ".C";
        for (unsigned i = 0; i < gimple_call_num_args(call); i++)
            spec += "x ";
        tree value = build_string(spec.size(), spec.c_str());
        gimple_call_set_fntype(
            call, build_type_attribute_variant(
                      gimple_call_fntype(call),
                      tree_cons(get_identifier("fn spec"),
                                build_tree_list(NULL_TREE, value), NULL_TREE)));
    }
}

// A coroutine that hands over to another one ends its activation first, since it is
// suspended from then on; nothing may follow the call, or the stack would grow.
tree visit_transfer(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    *handled = false;
    gimple *stmt = gsi_stmt(*at);
    if (!is_transfer(stmt))
        return NULL_TREE;
    tree frame = static_cast<tree>(info->info);
    gimple_seq end = NULL;
    add_end(&end, frame);
    gimple_seq_add_stmt(&end, gimple_build_assign(frame, null_pointer_node));
    gsi_insert_seq_before(at, end, GSI_SAME_STMT);
    return NULL_TREE;
}

class lower_pass final : public gimple_opt_pass {
  public:
    lower_pass(gcc::context *context, unit &out)
        : gimple_opt_pass(lower_pass_data, context), out_(out)
    {
    }

    bool gate(function *) override
    {
        return !in_lto_p && !seen_error();
    }

    unsigned int execute(function *fn) override
    {
        allow_inlining(fn->decl); // parsing is over
        restore_statement_markers(fn->decl);
        forget_own_markers(fn->decl);
        share_options(fn->decl);
        if (out_.may_profile())
            note_questions(fn->decl, gimple_body(fn->decl));
        if (is_ifunc_resolver(fn->decl))
            set_bases_first(fn);
        bool is_part;
        if (out_.find_lowered(fn->decl, is_part) || is_part || !out_.selects(fn->decl))
            return 0;
        if (cannot_be_profiled(fn->decl)) {
            out_.leave_out(fn->decl);
            return 0;
        }
        if (fn->coroutine_component && !out_.parsed_lines(fn->decl))
            return 0; // what destroys a coroutine; nobody wrote it
        if (target_is_supported()) {
            forget_purity(fn->decl); // not all front ends said that they had parsed it
            instrument(fn);
        }
        return 0;
    }

  private:
    // Why it has frames, though it is to count lightly, in two copies if visits are
    // timed; NULL: it has none.
    static const char *why_frames(unit &out, function *fn, gimple_seq body,
                                  size_t line_count)
    {
        if (is_freestanding()) // counts are found by variables of threads
            return "no C library is there to set up threads";
        if (out.options().mode == LINEPROF_MODE_HITS)
            return NULL;
        if (!can_tell_sites(line_count))
            return "it has too many lines";
        if (out.is_in_cycle(fn->decl) && !can_find_outermost(fn->decl))
            return "it calls itself through others";
        return why_not_two_copies(fn, body);
    }

    // A pattern picks such a function by accident.
    void say_resolver(tree function) const
    {
        if (out_.is_marked(function))
            warning_at(definition_location(function), OPT_Wattributes,
                       "%qs attribute ignored on the %<ifunc%> resolver %qD", "profile",
                       function);
        else if (out_.options().verbose)
            inform(definition_location(function),
                   "%qD is not profiled: it is an %<ifunc%> resolver", function);
    }

    // Says why.
    bool cannot_be_profiled(tree function) const
    {
        if (is_ifunc_resolver(function))
            say_resolver(function);
        else if (may_be_undone(function))
            warning_at(definition_location(function), 0,
                       "%qD is not profiled: it has a transaction or may run in one",
                       function);
        else
            return false;
        return true;
    }

    void instrument(function *fn)
    {
        add_profile_attribute(fn->decl);
        gimple_seq body = gimple_body(fn->decl);
        const bool is_asked =
            must_be_inlined(fn->decl, body, out_.is_result_asked(fn->decl));
        const bool is_inlined = is_asked || is_only_inlined(fn->decl);
        const line_set lines = place_all_marks(fn, &body);
        std::vector<outside_call> calls;
        if (out_.options().all_calls)
            calls = place_call_marks(fn->decl, &body, out_);
        gimple_set_body(fn->decl, body);
        emit_runtime_glue(out_.options());
        const bool may_be_light =
            light_machine::exists && out_.options().mode != LINEPROF_MODE_EXACT;
        const char *frames =
            may_be_light ? why_frames(out_, fn, body, lines.size() + calls.size()) : NULL;
        const bool light = may_be_light && !frames;
        tree frame = light ? NULL_TREE : create_tmp_var(ptr_type_node, "lineprof_frame");
        lowered_function &lowered = out_.add_lowered(
            fn->decl,
            {profiled_function(fn->decl, lines, first_place(fn, body), is_inlined), frame,
             is_asked, may_be_inlined(fn->decl, body), out_.is_in_cycle(fn->decl)});
        lowered.tables.add_calls(calls);
        if (light && out_.options().mode != LINEPROF_MODE_HITS)
            lowered.tables.set_timed_copy();
        tree record =
            lowered.tables.record(out_.options(), out_.is_coroutine_body(fn->decl));
        if (flag_openmp || flag_openacc)
            lowered.tables.record(out_.options(), true);
        if (out_.options().verbose) {
            out_.note_profiled(fn->decl);
            say_profiled(fn->decl, lowered.tables);
            if (frames)
                say_frames(fn->decl, frames);
        }
        if (light && out_.options().mode == LINEPROF_MODE_HITS)
            return;
        if (!light)
            wrap(fn, record, lowered);
        // Its enter and leave cost more than inlining gains.  But a C function that has
        // no other copy was inlined without us, and must still be; so must what asks the
        // compiler what it knows of the caller's values.
        if (!is_inlined)
            DECL_UNINLINABLE(fn->decl) = 1;
        else if (is_asked || (optimize && unit_language() == LINEPROF_LANGUAGE_C))
            DECL_DISREGARD_INLINE_LIMITS(fn->decl) = 1;
    }

    // Both parts of a coroutine begin with what destroys it: its first line stands for
    // the beginning.
    static place first_place(function *fn, gimple_seq body)
    {
        return fn->coroutine_component ? place{nullptr, 0} : first_mark(body);
    }

    line_set place_all_marks(function *fn, gimple_seq *body)
    {
        line_set lines;
        const line_set *parsed = out_.parsed_lines(fn->decl);
        if (parsed)
            lines = *parsed;
        place_late_marks(body, lines);
        // Languages without markers, and C functions that were marked by a
        // declaration after the definition.
        if (!parsed)
            place_marks_by_location(body, lines);
        return lines;
    }

    // body  =>  frame = off ? NULL : enter; try { body } finally { if (frame) leave }
    void wrap(function *fn, tree record, const lowered_function &lowered)
    {
        tree frame = lowered.frame;
        gimple_seq leave = NULL;
        add_end(&leave, frame);
        if (fn->coroutine_component)
            end_before_transfers(fn, frame);
        gimple_seq outer = NULL, enter = NULL, pass = NULL;
        add_enter(&enter, record, frame);
        if (lowered.is_asked) {
            keep_memory(enter);
            keep_memory(leave);
        }
        gimple_seq_add_stmt(&pass, gimple_build_assign(frame, null_pointer_node));
        tree off = create_tmp_reg(u32_type());
        gimple_seq_add_stmt(&outer, gimple_build_assign(off, off_flag()));
        add_if(&outer, off, pass, enter);
        gtry *wrapped =
            gimple_build_try(gimple_body(fn->decl), leave, GIMPLE_TRY_FINALLY);
        gimple_seq_add_stmt(&outer, wrapped);
        gimple_seq body = NULL;
        gimple_seq_add_stmt(&body, gimple_build_bind(NULL, outer, NULL));
        gimple_set_body(fn->decl, body);
    }

    static void end_before_transfers(function *fn, tree frame)
    {
        walk_stmt_info info = {};
        info.info = frame;
        gimple_seq body = gimple_body(fn->decl);
        walk_gimple_seq_mod(&body, visit_transfer, NULL, &info);
        gimple_set_body(fn->decl, body);
    }

    unit &out_;
};

} // namespace

void list_unused(unit &out)
{
    for (profiled_function &function : out.take_unused()) {
        function.record(out.options(), false);
        if (out.options().verbose)
            say_profiled(function.function(), function);
    }
}

bool is_transfer(const gimple *stmt)
{
    const gcall *call = dyn_cast<const gcall *>(stmt);
    return call && gimple_call_tail_p(call);
}

bool is_leave_mark(const gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_ASM &&
           !strcmp(gimple_asm_string(as_a<const gasm *>(stmt)), leave_mark_text);
}

void add_enter(gimple_seq *seq, tree record, tree frame)
{
    tree cfa = add_cfa(seq);
    tree number = create_tmp_reg(u64_type());
    gimple_seq_add_stmt(seq, gimple_build_assign(number, NOP_EXPR, cfa));
    tree pointer = create_tmp_reg(TREE_TYPE(enter_pointer()));
    gimple_seq_add_stmt(seq, gimple_build_assign(pointer, enter_pointer()));
    gcall *enter = gimple_build_call(pointer, 2, record, number);
    gimple_call_set_lhs(enter, frame);
    gimple_call_set_nothrow(enter, true);
    gimple_seq_add_stmt(seq, enter);
}

void add_leave(gimple_seq *seq, tree frame)
{
    tree pointer = create_tmp_reg(TREE_TYPE(leave_pointer()));
    gimple_seq_add_stmt(seq, gimple_build_assign(pointer, leave_pointer()));
    gcall *leave = gimple_build_call(pointer, 1, frame);
    gimple_call_set_nothrow(leave, true);
    gimple_seq_add_stmt(seq, leave);
}

opt_pass *make_lower_pass(gcc::context *context, unit &out)
{
    return new lower_pass(context, out);
}

} // namespace lineprof
