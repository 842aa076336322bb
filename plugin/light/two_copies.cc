// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "choice/attribute.h"
#include "emit/frame_address.h"
#include "emit/light_machine.h"
#include "emit/probe_code.h"
#include "emit/static_data.h"
#include "gcc/new_blocks.h"
#include "light/silent_places.h"
#include "light/stretches.h"
#include "light/thrown_visits.h"
#include "light/two_copies.h"
#include "light/visit_code.h"
#include "marks/marks.h"

namespace lineprof {
namespace {

// So many iterations of a loop are timed one by one when it is timed; the rest is timed
// as one and shared out as those were.
const int timed_iterations = 16;

// The first ones may be of another kind than the rest, as at the edge of a grid: when the
// loop is timed first, and in one of so many times, there are more.
const int more_iterations = 512, more_in_times = 64;

// Statements of a line.
const int most_before_call = 4;

// ---- What can be copied ----

// Its way out is a table of what to catch, which is there once.
bool is_handled_once(basic_block block)
{
    const gimple *last = last_nondebug_stmt(block);
    return last &&
           (gimple_code(last) == GIMPLE_RESX || gimple_code(last) == GIMPLE_EH_DISPATCH);
}

// Where it goes is said by labels, which are the light copy's.
bool goes_by_labels(const gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_GOTO ||
           (gimple_code(stmt) == GIMPLE_ASM &&
            gimple_asm_nlabels(as_a<const gasm *>(stmt)) != 0);
}

// What a function does with its arguments it asks of none: it goes by the call's type.
void forget_accesses(gcall *call)
{
    tree type = gimple_call_fntype(call);
    if (type && lookup_attribute("access", TYPE_ATTRIBUTES(type)))
        gimple_call_set_fntype(
            call,
            build_type_attribute_variant(
                type, remove_attribute("access", copy_list(TYPE_ATTRIBUTES(type)))));
}

// The light copy is warned of.
void silence_twin(gimple *twin)
{
    if (gcall *call = dyn_cast<gcall *>(twin))
        if (!gimple_call_internal_p(call))
            forget_accesses(call);
    silence(twin);
}

// Wherever it leads to, it does so without telling.
bool jumps_out(const gimple *stmt)
{
    static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp",
                                        "__longjmp_chk"};
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && DECL_NAME(callee) && gimple_call_noreturn_p(stmt) &&
           std::any_of(std::begin(names), std::end(names), [&](const char *name) {
               return id_equal(DECL_NAME(callee), name);
           });
}

// A few instructions.
bool is_short(const gimple *stmt)
{
    if (!is_gimple_assign(stmt))
        return false;
    switch (gimple_assign_rhs_code(stmt)) {
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case EXACT_DIV_EXPR:
    case RDIV_EXPR:
        return false;
    default:
        return is_gimple_reg_type(TREE_TYPE(gimple_assign_lhs(stmt)));
    }
}

bool leaves_timed_copy(const gimple *stmt)
{
    return goes_by_labels(stmt) || gimple_code(stmt) == GIMPLE_RETURN || jumps_out(stmt);
}

void split_in_front_of(gimple *stmt)
{
    gimple_stmt_iterator at = gsi_for_stmt(stmt);
    gsi_prev(&at);
    if (gsi_end_p(at))
        split_block_after_labels(gimple_bb(stmt));
    else
        split_block(gimple_bb(stmt), gsi_stmt(at));
}

// ---- Activations ----

bool is_always_inlined(tree function)
{
    return function && lookup_attribute("always_inline", DECL_ATTRIBUTES(function));
}

// Whether the stack pointer in FN does not tell its activations apart: it moves, or an
// inlined function has the same.
bool stack_is_shared(function *fn)
{
    basic_block block;
    if (!light_machine::has_own_stack || is_always_inlined(fn->decl))
        return true;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (gcall *call = dyn_cast<gcall *>(gsi_stmt(at)))
                if ((gimple_call_flags(call) & ECF_MAY_BE_ALLOCA) ||
                    is_always_inlined(gimple_call_fndecl(call)))
                    return true;
    return false;
}

// ---- Temporaries ----

// The front end's are SSA names from the beginning, which could be set in one place only.
tree replace_name(tree *slot, int *, void *data)
{
    walk_stmt_info *info = static_cast<walk_stmt_info *>(data);
    auto &variables = *static_cast<std::unordered_map<tree, tree> *>(info->info);
    if (TREE_CODE(*slot) != SSA_NAME)
        return NULL_TREE;
    tree &variable = variables[*slot];
    if (!variable)
        variable = SSA_NAME_VAR(*slot) && SSA_NAME_IS_DEFAULT_DEF(*slot)
                       ? SSA_NAME_VAR(*slot)
                       : create_tmp_reg(TREE_TYPE(*slot));
    *slot = variable;
    return NULL_TREE;
}

void make_names_variables(function *fn)
{
    std::unordered_map<tree, tree> variables;
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            walk_stmt_info info = {};
            info.info = &variables;
            walk_gimple_op(gsi_stmt(at), replace_name, &info);
            update_stmt(gsi_stmt(at));
        }
    std::vector<tree> names;
    for (const auto &row : variables)
        if (!SSA_NAME_IS_DEFAULT_DEF(row.first))
            names.push_back(row.first);
    std::sort(names.begin(), names.end(),
              [](tree a, tree b) { return SSA_NAME_VERSION(a) < SSA_NAME_VERSION(b); });
    for (tree name : names)
        release_ssa_name(name);
}

} // namespace

two_copies::two_copies(function *fn, lowered_function &lowered, const line_flow &flow,
                       tree base)
    : fn_(fn), lowered_(lowered), base_(base),
      keeps_memory_(lowered.is_asked || !optimize), needs_cfa_(stack_is_shared(fn))
{
    for (const arrival &a : flow.arrivals())
        arrivals_[a.mark] = a;
}

int two_copies::add_visit(gimple *first, gimple *mark, int counter)
{
    points_.push_back({first, mark, counter, NULL});
    return calls_at_once(gsi_for_stmt(mark));
}

line_range two_copies::add_plain_loop(class loop *loop, const std::vector<tree> &rounds)
{
    plain_loop plain = {loop, {}, {}, rounds, NULL_TREE, NULL_TREE, NULL, {}};
    int first = INT_MAX, last = -1;
    basic_block *body = get_loop_body(loop);
    for (unsigned i = 0; i < loop->num_nodes; i++) {
        plain.blocks.insert(body[i]);
        for (auto at = gsi_start_bb(body[i]); !gsi_end_p(at); gsi_next(&at)) {
            const auto found = arrivals_.find(gsi_stmt(at));
            if (found == arrivals_.end() || found->second.line < 0)
                continue;
            first = std::min(first, found->second.line);
            last = std::max(last, found->second.line);
        }
    }
    free(body);
    if (last < 0)
        return {};
    plain.lines = {first, last - first + 1};
    loops_.push_back(plain);
    return plain.lines;
}

// ---- Blocks ----

// What comes before the count stays in its block, for the timed copy to have it, too.
void two_copies::split_at(visit_point &point)
{
    split_in_front_of(point.first);
    point.count = gimple_bb(point.first);
    if (point.first == point.mark)
        split_block_after_labels(point.count);
    else
        split_in_front_of(point.mark);
}

basic_block two_copies::copy_of(basic_block block)
{
    basic_block &copy = copies_[block];
    if (!copy) {
        copy = new_block(fn_);
        work_.push_back(block);
    }
    return copy;
}

basic_block two_copies::way_back_to(basic_block block)
{
    basic_block &way = ways_back_[block];
    if (!way) {
        way = new_block(fn_);
        const auto count = counts_.find(block);
        if (count != counts_.end())
            add_uses(way, count->second);
        append(way, tell(LINEPROF_VISIT_ENDS, 0, 0));
        make_single_succ_edge(way, block, EDGE_FALLTHRU);
    }
    return way;
}

two_copies::plain_loop *two_copies::loop_at(basic_block header)
{
    for (plain_loop &loop : loops_)
        if (loop.loop->header == header)
            return &loop;
    return nullptr;
}

// Where an edge of the light copy leads in the timed one, but that it leaves a loop.
basic_block two_copies::destination_of(edge e)
{
    if (e->dest->index == EXIT_BLOCK)
        return e->dest;
    if (counts_.count(e->dest) || is_handled_once(e->dest))
        return way_back_to(e->dest);
    plain_loop *loop = loop_at(e->dest);
    if (!loop)
        return copy_of(e->dest);
    return loop->blocks.count(e->src) ? next_iteration(*loop) : enter_loop(*loop);
}

basic_block two_copies::timed_destination(edge e)
{
    for (const plain_loop &loop : loops_)
        if (loop.timed && loop.blocks.count(e->src) && !loop.blocks.count(e->dest))
            return leave_loop(loop, e);
    return destination_of(e);
}

// ---- Loops that are counted in variables ----

basic_block two_copies::enter_loop(plain_loop &loop)
{
    basic_block block = new_block(fn_);
    if (loop.lines.count == 1) {
        append(block, tell(LINEPROF_VISIT_LINE, loop.lines.first, 0));
        make_single_succ_edge(block, rest_of(loop), EDGE_FALLTHRU);
        return block;
    }
    if (!loop.iterations)
        loop.iterations = create_tmp_reg(integer_type_node, "lineprof_iterations");
    if (!loop.timed && !loop.rounds.empty())
        loop.timed = create_tmp_reg(u64_type(), "lineprof_timed");
    gimple_seq seq = NULL;
    add_iterations(&seq, loop);
    if (loop.timed) // all of them, if there is no rest
        gimple_seq_add_stmt(
            &seq, gimple_build_assign(loop.timed, build_all_ones_cst(u64_type())));
    tree answer = create_tmp_reg(integer_type_node, "lineprof_answer");
    append(block, seq);
    append(block,
           build_ask(visit_word(LINEPROF_VISIT_ASKS, loop.lines.first, 0, fn_->decl),
                     answer, keeps_memory_));
    append(block,
           gimple_build_cond(EQ_EXPR, answer, integer_zero_node, NULL_TREE, NULL_TREE));
    make_edge(block, copy_of(loop.loop->header), EDGE_TRUE_VALUE);
    make_edge(block, begin_rest(loop, {}), EDGE_FALSE_VALUE);
    return block;
}

// To 0, or so much less that there are more.
void two_copies::add_iterations(gimple_seq *seq, const plain_loop &loop) const
{
    tree number = loop.iterations;
    if (!builtin_decl_explicit_p(BUILT_IN_ATOMIC_FETCH_ADD_4)) { // not in each language
        gimple_seq_add_stmt(seq, gimple_build_assign(number, integer_zero_node));
        return;
    }
    tree times = local_variable("LPtimes", unsigned_type_node, NULL_TREE, false);
    finalize_variable(times);
    gcall *count = gimple_build_call(builtin_decl_explicit(BUILT_IN_ATOMIC_FETCH_ADD_4),
                                     3, build_fold_addr_expr(times), integer_one_node,
                                     build_int_cst(integer_type_node, MEMMODEL_RELAXED));
    tree before = create_tmp_reg(unsigned_type_node);
    const auto apply = [&](tree_code code, int by) {
        gimple_seq_add_stmt(seq,
                            gimple_build_assign(number, code, number,
                                                build_int_cst(integer_type_node, by)));
    };
    gimple_call_set_lhs(count, before);
    gimple_seq_add_stmt(seq, count);
    gimple_seq_add_stmt(seq, gimple_build_assign(number, NOP_EXPR, before));
    apply(BIT_AND_EXPR, more_in_times - 1);
    apply(PLUS_EXPR, -1);
    apply(RSHIFT_EXPR, 31); // all bits, the first time and then in one of so many
    apply(BIT_AND_EXPR, -more_iterations);
}

// ROUNDS: add up to those of the loop so far; none are none.
basic_block two_copies::begin_rest(plain_loop &loop, const std::vector<tree> &rounds)
{
    basic_block block = new_block(fn_);
    if (loop.timed)
        append(block, gimple_build_assign(loop.timed, rounds.empty()
                                                          ? build_zero_cst(u64_type())
                                                          : append_sum(block, rounds)));
    append(block, build_tell_visit(sites_word(LINEPROF_VISIT_LOOPS, loop.lines.first,
                                              loop.lines.count),
                                   keeps_memory_));
    make_single_succ_edge(block, rest_of(loop), EDGE_FALLTHRU);
    return block;
}

basic_block two_copies::next_iteration(plain_loop &loop)
{
    basic_block block = new_block(fn_);
    append(block, gimple_build_assign(loop.iterations, PLUS_EXPR, loop.iterations,
                                      integer_one_node));
    append(block, gimple_build_cond(LT_EXPR, loop.iterations,
                                    build_int_cst(integer_type_node, timed_iterations),
                                    NULL_TREE, NULL_TREE));
    make_edge(block, copy_of(loop.loop->header), EDGE_TRUE_VALUE);
    make_edge(block, begin_rest(loop, loop.rounds), EDGE_FALSE_VALUE);
    return block;
}

// The loop as it is in the light copy, but out of it the timed one goes on.
basic_block two_copies::rest_of(plain_loop &loop)
{
    if (loop.rest)
        return loop.rest;
    std::vector<basic_block> blocks(loop.blocks.begin(), loop.blocks.end());
    std::sort(blocks.begin(), blocks.end(),
              [](basic_block a, basic_block b) { return a->index < b->index; });
    for (basic_block block : blocks)
        loop.copies[block] = new_block(fn_);
    loop.rest = loop.copies[loop.loop->header];
    for (basic_block block : blocks)
        fill_rest(loop, block);
    return loop.rest;
}

void two_copies::fill_rest(plain_loop &loop, basic_block from)
{
    basic_block to = loop.copies[from];
    fill(to, from, false);
    connect(to, from, [&](edge e) {
        const auto inside = loop.copies.find(e->dest);
        return inside != loop.copies.end() ? inside->second : timed_destination(e);
    });
}

// How many rounds there were is told, and how many of them were timed one by one.
basic_block two_copies::leave_loop(const plain_loop &loop, edge e)
{
    basic_block &block = ways_out_[e];
    if (block)
        return block;
    block = new_block(fn_);
    basic_block tells = block; // others may be added meanwhile
    const int what = sites_word(LINEPROF_VISIT_LOOPS, loop.lines.first, loop.lines.count);
    append(tells,
           build_tell_lasted(what, record_, append_sum(tells, loop.rounds), loop.timed));
    make_single_succ_edge(tells, destination_of(e), EDGE_FALLTHRU);
    return tells;
}

// ---- Copying ----

// A part of the function calls that, too.
bool two_copies::calls_itself(const gimple *stmt) const
{
    return is_gimple_call(stmt) && gimple_call_fndecl(stmt) == lowered_.tables.function();
}

gasm *two_copies::tell(int kind, int line, int flags) const
{
    return build_tell_visit(visit_word(kind, line, flags, fn_->decl), keeps_memory_);
}

int two_copies::line_of(gimple *stmt, int current) const
{
    const place where = place_of(gimple_location(stmt));
    const int found = where.file ? lowered_.tables.site_before(where) : unknown_line;
    return current >= 0 ? current : found;
}

void two_copies::add_uses(basic_block to, gimple *mark) const
{
    gimple_seq seq = NULL;
    if (pins_)
        pins_->add_before(&seq, mark);
    append(to, seq);
}

// What a line does in a few instructions before it calls is as good as part of the call,
// so that needs no telling of its own: what is told where the line begins, instead.
int two_copies::calls_at_once(gimple_stmt_iterator at)
{
    int left = most_before_call;
    for (gsi_next(&at); !gsi_end_p(at); gsi_next(&at)) {
        gimple *stmt = gsi_stmt(at);
        const auto found = arrivals_.find(stmt);
        const auto call = calls_.find(stmt);
        if (found != arrivals_.end() && found->second.changes)
            return 0;
        if (call != calls_.end() && !calls_itself(stmt)) {
            told_with_line_.insert(stmt);
            return call->second | LINEPROF_VISIT_CALLING;
        }
        if (!is_mark(stmt) && !is_count_mark(stmt) && !is_gimple_debug(stmt) &&
            (!is_short(stmt) || !left--))
            return 0;
    }
    return 0;
}

void two_copies::copy_mark(basic_block to, gimple_stmt_iterator at, int flags)
{
    gimple *mark = gsi_stmt(at);
    const auto found = arrivals_.find(mark);
    if (found == arrivals_.end() || !found->second.changes)
        return;
    const arrival &a = found->second;
    add_uses(to, mark);
    const int calls = calls_at_once(at);
    gasm *stmt = tell(LINEPROF_VISIT_LINE, a.line,
                      flags | (calls ? calls : watch_of(a.line)) |
                          (a.hit ? LINEPROF_VISIT_HIT : 0));
    gimple_set_location(stmt, assembler_location(gimple_location(mark)));
    append(to, stmt);
}

// Whether a line goes on with other calls behind the one AT is on.
bool two_copies::calls_more(gimple_stmt_iterator at) const
{
    for (gsi_next(&at); !gsi_end_p(at); gsi_next(&at)) {
        gimple *stmt = gsi_stmt(at);
        const auto found = arrivals_.find(stmt);
        if (found != arrivals_.end() && found->second.changes)
            return false;
        if (is_gimple_call(stmt) && !is_mark(stmt) && !is_count_mark(stmt))
            return !calls_.count(stmt);
    }
    return false;
}

void two_copies::copy_statement(basic_block to, gimple_stmt_iterator at, int line,
                                bool is_timed)
{
    gimple *stmt = gsi_stmt(at);
    const bool is_self = is_timed && calls_itself(stmt);
    if (is_timed && (leaves_timed_copy(stmt) || part_ends_.count(stmt)))
        append(to, tell(LINEPROF_VISIT_ENDS, 0, 0));
    // What the function does in an activation inside this one is that one's.
    if (is_self)
        append(to, tell(LINEPROF_VISIT_RESTS, 0, 0));
    const bool is_told = is_timed && !is_self && calls_.count(stmt);
    if (is_told && !told_with_line_.count(stmt))
        append(to, tell(LINEPROF_VISIT_CALLS, 0, calls_.at(stmt)));
    gimple *twin = gimple_copy(stmt);
    silence_twin(twin);
    append(to, twin);
    if (is_timed && is_gimple_call(twin))
        lowered_.timed_calls.insert(twin);
    maybe_duplicate_eh_stmt(twin, stmt);
    if (is_self && !stmt_ends_bb_p(stmt))
        append(to, tell(LINEPROF_VISIT_LINE, line_of(stmt, line), 0));
    // What a line does yet is as a rule a few instructions.
    if (is_told && calls_more(at))
        append(to, tell(LINEPROF_VISIT_RETURNS, 0, 0));
}

void two_copies::fill(basic_block to, basic_block from, bool is_timed)
{
    const bool in_loop =
        std::any_of(loops_.begin(), loops_.end(),
                    [&](const plain_loop &loop) { return loop.blocks.count(from) != 0; });
    int line = unknown_line;
    for (auto at = gsi_start_bb(from); !gsi_end_p(at); gsi_next(&at)) {
        gimple *stmt = gsi_stmt(at);
        const auto found = arrivals_.find(stmt);
        if (found != arrivals_.end())
            line = found->second.line;
        if (is_mark(stmt) || is_count_mark(stmt)) {
            if (is_timed)
                copy_mark(to, at, in_loop ? LINEPROF_VISIT_IN_LOOP : 0);
        } else if (gimple_code(stmt) != GIMPLE_LABEL && !is_gimple_debug(stmt)) {
            copy_statement(to, at, line, is_timed);
        }
    }
}

// Of an edge; others are what passes have found out.
const int kept_flags = EDGE_FALLTHRU | EDGE_TRUE_VALUE | EDGE_FALSE_VALUE | EDGE_ABNORMAL;

template <typename destination>
void two_copies::connect(basic_block to, basic_block from, destination find)
{
    gimple *last = last_nondebug_stmt(from);
    const bool by_labels = last && goes_by_labels(last);
    std::unordered_map<basic_block, basic_block> found;
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, from->succs) {
        if (e->flags & EDGE_EH) {
            landing_pads_.insert(e->dest);
            continue;
        }
        basic_block next = by_labels || (e->flags & EDGE_ABNORMAL) ? e->dest : find(e);
        found[e->dest] = next;
        edge copy = make_edge(to, next, e->flags & kept_flags);
        copy->goto_locus =
            set_block(silent_place(e->goto_locus), LOCATION_BLOCK(e->goto_locus));
    }
    gimple *twin = last_nondebug_stmt(to);
    if (!twin)
        return;
    if (stmt_can_throw_internal(fn_, twin))
        make_eh_edge(twin);
    if (gswitch *choice = dyn_cast<gswitch *>(twin))
        for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++) {
            tree label = gimple_switch_label(choice, i);
            basic_block next = found[label_to_block(fn_, CASE_LABEL(label))];
            gimple_switch_set_label(choice, i,
                                    build_case_label(CASE_LOW(label), CASE_HIGH(label),
                                                     gimple_block_label(next)));
        }
}

// An exception that was thrown in the timed copy is caught in the light one.
void two_copies::end_where_caught()
{
    for (basic_block block : landing_pads_) {
        gimple_stmt_iterator at = gsi_after_labels(block);
        gsi_insert_before(&at, tell(LINEPROF_VISIT_ENDS, 0, 0), GSI_SAME_STMT);
    }
}

void two_copies::begin_visits(const visit_point &point)
{
    basic_block body = gimple_bb(point.mark);
    basic_block asks = new_block(fn_), timed = new_block(fn_);
    gimple_seq find_cfa = NULL;
    tree cfa = needs_cfa_ ? add_cfa(&find_cfa) : NULL_TREE;
    tree answer = create_tmp_reg(integer_type_node, "lineprof_answer");

    append(asks, build_seldom());
    append(asks, find_cfa);
    append(asks, build_begin_visit(base_, point.counter, answer, cfa));
    append(asks,
           gimple_build_cond(NE_EXPR, answer, integer_zero_node, NULL_TREE, NULL_TREE));
    make_edge(asks, timed, EDGE_TRUE_VALUE);
    make_edge(asks, body, EDGE_FALSE_VALUE);
    if (!keeps_memory_)
        append(timed, build_barrier());
    make_single_succ_edge(timed, copy_of(body), EDGE_FALLTHRU);

    gasm *count = build_count_or_jump(base_, point.counter, gimple_block_label(asks));
    gimple_set_location(count, assembler_location(gimple_location(point.mark)));
    append(point.count, count);
    // The block was split there, which made this edge the only one.
    single_succ_edge(point.count)->probability = profile_probability::uninitialized();
    make_edge(point.count, asks, 0);
}

void two_copies::find_pins()
{
    pins_ = std::make_unique<pins>(fn_);
    std::unordered_set<gimple *> boundaries;
    for (const visit_point &point : points_)
        boundaries.insert(point.mark);
    for (const auto &row : arrivals_)
        if (row.second.changes)
            boundaries.insert(row.first);
    for (gimple *mark : boundaries)
        pins_->add_boundary(mark);
    pins_->solve();
    keeps_memory_ |= pins_->must_keep_memory();
}

// Loops are told of as their light copies are: the compiler sees a loop go on behind its
// 16th iteration, however few there are, and would warn of what it did there.
void two_copies::note_loops_as_warned_of() const
{
    std::vector<basic_block> headers;
    for (class loop *loop : *get_loops(fn_))
        if (loop && loop->num && loop->header && copies_.count(loop->header))
            headers.push_back(copies_.at(loop->header));
    for (const plain_loop &loop : loops_)
        if (loop.rest)
            headers.push_back(loop.rest);
    for (basic_block header : headers) {
        class loop *twin = alloc_loop();
        twin->header = header;
        twin->warned_aggressive_loop_optimizations = true;
        place_new_loop(fn_, twin);
        flow_loop_tree_node_add(header->loop_father, twin);
        header->loop_father = twin;
    }
}

void two_copies::make()
{
    make_names_variables(fn_);
    for (visit_point &point : points_)
        split_at(point);
    if (optimize)
        find_pins();
    for (const visit_point &point : points_) {
        counts_[point.count] = point.mark;
        arrivals_.erase(point.mark); // the line is current already
    }
    for (const visit_point &point : points_)
        copy_of(gimple_bb(point.mark));
    while (!work_.empty()) {
        basic_block block = work_.back();
        work_.pop_back();
        basic_block copy = copies_[block];
        fill(copy, block, true);
        connect(copy, block, [this](edge e) { return timed_destination(e); });
    }
    for (const visit_point &point : points_)
        begin_visits(point);
    end_where_caught();
    std::unordered_set<basic_block> timed;
    for (const auto &row : copies_)
        timed.insert(row.second);
    end_where_thrown_out(fn_, timed, tell(LINEPROF_VISIT_ENDS, 0, 0));
    if (current_loops) {
        note_loops_as_warned_of();
        loops_state_set(LOOPS_NEED_FIXUP);
    }
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
}

} // namespace lineprof
