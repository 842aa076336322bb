// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "copyable/copyable.h"
#include "emit/machine.h"
#include "emit/probe_code.h"
#include "emit/runtime_glue.h"
#include "emit/static_data.h"
#include "emit/unit_info.h"
#include "gcc/block_order.h"
#include "light/brief_functions.h"
#include "light/light_code.h"
#include "light/outermost.h"
#include "light/region_parts.h"
#include "light/short_stretches.h"
#include "light/visit_code.h"
#include "marks/marks.h"

namespace lineprof {
namespace {

// More than so many variables in one loop would not all find a register.
const size_t most_in_loop = 4;

bool is_abnormal(const_edge e)
{
    return e->flags & (EDGE_ABNORMAL | EDGE_EH);
}

template <typename visitor> void for_each_block(class loop *loop, visitor visit)
{
    basic_block *body = get_loop_body(loop);
    for (unsigned i = 0; i < loop->num_nodes; i++)
        visit(body[i]);
    free(body);
}

// A call in a loop that counts in variables would have no visits of its own.
bool is_line_mark(const gimple *stmt)
{
    return is_mark(stmt) && read_call_mark(stmt).number < 0;
}

// Nobody knows what STMT calls.
bool begins_catch(const gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && DECL_NAME(callee) &&
           id_equal(DECL_NAME(callee), "__cxa_begin_catch");
}

bool has_abnormal_way_in(basic_block block)
{
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->preds)
        if (is_abnormal(e))
            return true;
    return false;
}

// STMT calls a built-in function that is as long as what it is given is large.
bool handles_much_memory(const gimple *stmt)
{
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(stmt))) {
    case BUILT_IN_FREE:
    case BUILT_IN_REALLOC:
        return true;
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMPCPY_CHK:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMSET_CHK:
    case BUILT_IN_MEMCMP:
        return TREE_CODE(gimple_call_arg(stmt, 2)) != INTEGER_CST;
    default:
        return false;
    }
}

// STMT calls what may allocate or free memory: of that the line is to be known, so it is
// to be current, and not one of a loop's that is timed as one.
bool may_allocate(const gimple *stmt)
{
    if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt) ||
        (gimple_call_flags(stmt) & (ECF_CONST | ECF_PURE)) || calls_brief(stmt))
        return false;
    if (!gimple_call_builtin_p(stmt, BUILT_IN_NORMAL))
        return true;
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(stmt))) {
    case BUILT_IN_FREE:
    case BUILT_IN_POSIX_MEMALIGN:
    case BUILT_IN_REALLOC:
        return true;
    default:
        return gimple_call_flags(stmt) & ECF_MALLOC;
    }
}

} // namespace

// ---- What is counted ----

void light_code::add_mark_on(edge on, countable what)
{
    gasm *mark = build_count_mark();
    gsi_insert_on_edge(on, mark);
    stretches_.add(mark, what);
}

void light_code::add_lines(const line_flow &flow)
{
    for (const arrival &a : flow.arrivals())
        if (a.hit)
            stretches_.add(a.mark, a.line);
    for (const edge_hit &hit : flow.edge_hits())
        add_mark_on(hit.on, hit.line);
}

void light_code::add_activations()
{
    if (!is_part_ || is_timed()) // a visit may begin there
        add_mark_on(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn_)), activations());
}

// What POINTER leads to, as far as that is known.
bool light_code::may_be_profiled(tree pointer) const
{
    if (TREE_CODE(pointer) != ADDR_EXPR)
        return TREE_CODE(pointer) != INTEGER_CST;
    tree function = TREE_OPERAND(pointer, 0);
    return DECL_EXTERNAL(function) ? !DECL_IN_SYSTEM_HEADER(function)
                                   : out_.selects(function);
}

// Whether the call may be one of a profiled function, by name.
bool light_code::is_edge(const gimple *stmt) const
{
    if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
        return false;
    tree callee = gimple_call_fndecl(stmt);
    if (!callee || fndecl_built_in_p(callee))
        return false;
    const bool is_elsewhere = DECL_EXTERNAL(callee) && !DECL_INITIAL(callee);
    return is_elsewhere ? !DECL_IN_SYSTEM_HEADER(callee) : out_.selects(callee);
}

// Whether the call is one through a pointer, or of what is elsewhere and may call through
// one that it is given, as `qsort` does.
bool light_code::leads_anywhere(const gimple *stmt) const
{
    if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
        return false;
    tree callee = gimple_call_fndecl(stmt);
    if (!callee)
        return true;
    if (has_frame_ || !DECL_EXTERNAL(callee) || DECL_DECLARED_INLINE_P(callee) ||
        fndecl_built_in_p(callee))
        return false;
    for (unsigned i = 0; i < gimple_call_num_args(stmt); i++) {
        tree given = gimple_call_arg(stmt, i);
        if (is_function_pointer(given) && may_be_profiled(given))
            return true;
    }
    return false;
}

// It comes back, and nothing of it is timed elsewhere.  What the options choose is taken
// to be profiled where it is defined.
bool light_code::may_take_long(const gimple *stmt) const
{
    tree callee = gimple_call_fndecl(stmt);
    if (gimple_call_internal_p(stmt) || gimple_call_noreturn_p(stmt) ||
        (gimple_call_flags(stmt) & (ECF_CONST | ECF_RETURNS_TWICE)) ||
        gimple_call_tail_p(as_a<const gcall *>(stmt)) || may_run_parts(stmt) ||
        calls_brief(stmt))
        return false;
    if (!callee)
        return true;
    if (fndecl_built_in_p(callee, BUILT_IN_NORMAL))
        return !(gimple_call_flags(stmt) & ECF_LEAF) ||
               (gimple_call_flags(stmt) & ECF_MALLOC) || handles_much_memory(stmt);
    return DECL_EXTERNAL(callee) ? !out_.names(callee) : !out_.selects(callee);
}

// Which line a call is on says the mark in front of it, or else where it is, as a
// statement may go on in another block.
void light_code::add_calls()
{
    basic_block block;
    takes_long_.resize(size_t(activations()));
    watched_.assign(size_t(activations()), true);
    FOR_EACH_BB_FN (block, fn_) {
        int line = unknown_line;
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            gimple *stmt = gsi_stmt(at);
            if (is_mark(stmt) && lowered_.tables.site_of_mark(stmt) >= 0)
                line = lowered_.tables.site_of_mark(stmt);
            if (!is_gimple_call(stmt))
                continue;
            const place where = place_of(gimple_location(stmt));
            const int site =
                line >= 0 || !where.file ? line : lowered_.tables.site_before(where);
            if (site < 0)
                continue;
            if (is_timed() && may_take_long(stmt)) {
                long_calls_.push_back({stmt, site});
                takes_long_[size_t(site)] = true;
                watched_[size_t(site)] = watched_[size_t(site)] && claims_waits(stmt);
            }
            if (is_edge(stmt) || leads_anywhere(stmt))
                told_calls_.push_back(stmt);
            if ((is_timed() || has_frame_) && leads_anywhere(stmt))
                calls_.push_back({"", site}); // not counted
            if (!is_edge(stmt))
                continue;
            gasm *mark = build_count_mark();
            gsi_insert_before(&at, mark, GSI_SAME_STMT);
            stretches_.add(mark, activations() + 1 + countable(calls_.size()));
            calls_.push_back({symbol_name(gimple_call_fndecl(stmt)), site});
        }
    }
}

// What is counted where MARK stands is no call, but comes behind them.
void light_code::add_entry(gasm *mark)
{
    call_site entry = {"", 0};
    entry.is_entry = true;
    stretches_.add(mark, activations() + 1 + countable(calls_.size()));
    calls_.push_back(entry);
}

// What others take while the line calls is known without any estimate.
bool light_code::is_watched(countable line) const
{
    return line < activations() && takes_long_[size_t(line)] && watched_[size_t(line)];
}

// What was thrown may have left functions of C in the midst of visits, which cannot know.
void light_code::tell_catches() const
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn_)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (begins_catch(gsi_stmt(at)))
                gsi_insert_before(&at, build_tell_visit(LINEPROF_VISIT_CAUGHT, true),
                                  GSI_SAME_STMT);
}

// ---- Loops ----

bool light_code::counts_in_variables(class loop *loop) const
{
    size_t count = 0;
    bool simple = true;
    for_each_block(loop, [&](basic_block block) {
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->preds)
            simple &= !is_abnormal(e);
        FOR_EACH_EDGE (e, at, block->succs)
            simple &= !is_abnormal(e);
        simple &= !(block->flags & BB_IRREDUCIBLE_LOOP);
        for (auto next = gsi_start_bb(block); !gsi_end_p(next); gsi_next(&next)) {
            gimple *stmt = gsi_stmt(next);
            simple &=
                is_line_mark(stmt) || is_count_mark(stmt) ||
                !(may_leave(stmt) || may_allocate(stmt) || gimple_has_volatile_ops(stmt));
        }
        for (const int number : stretches_.in_block(block))
            count += stretches_.all()[number].counts_itself();
    });
    return simple && count > 0 && count <= most_in_loop;
}

std::vector<class loop *> light_code::loops_with_variables() const
{
    std::vector<class loop *> found;
    if (!loops_for_fn(fn_))
        return found;
    for (class loop *loop : *get_loops(fn_))
        if (loop && loop->num && loop->header && !loop->inner &&
            counts_in_variables(loop))
            found.push_back(loop);
    return found;
}

void light_code::find_loops()
{
    for (class loop *loop : loops_with_variables()) {
        counting_loop counting = {loop, {}};
        for_each_block(loop, [&](basic_block block) {
            for (const int number : stretches_.in_block(block)) {
                const stretch &s = stretches_.all()[number];
                if (!s.counts_itself())
                    continue;
                counting.variables.push_back(
                    {s.counter, create_tmp_reg(u64_type(), "lineprof_hits")});
                loop_of_[s.counter] = loops_.size();
            }
        });
        loops_.push_back(counting);
    }
}

void light_code::insert_totals(const counting_loop &counting, edge on, bool base_is_known)
{
    gimple_seq seq = NULL;
    for (const auto &[counter, variable] : counting.variables) {
        add_count(&seq, counter, variable, base_is_known);
        base_is_known = true;
    }
    gsi_insert_seq_on_edge(on, seq);
}

void light_code::insert_loop(const counting_loop &counting)
{
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, counting.loop->header->preds)
        if (!flow_bb_inside_loop_p(counting.loop, e->src))
            for (const auto &row : counting.variables)
                gsi_insert_on_edge(
                    e, gimple_build_assign(row.second, build_int_cst(u64_type(), 0)));
    for_each_block(counting.loop, [&](basic_block block) {
        FOR_EACH_EDGE (e, at, block->succs)
            if (!flow_bb_inside_loop_p(counting.loop, e->dest))
                insert_totals(counting, e, known_behind_[block->index]);
    });
}

// Those that add up to how often that stretch is begun; none if others are among them.
std::vector<tree> light_code::variables_of(const counting_loop &counting,
                                           int number) const
{
    std::vector<tree> found;
    for (const int counter : stretches_.counters_at(number)) {
        const auto row = std::find_if(
            counting.variables.begin(), counting.variables.end(),
            [counter](const auto &variable) { return variable.first == counter; });
        if (row == counting.variables.end())
            return {};
        found.push_back(row->second);
    }
    return found;
}

// Each round goes through the header, and through what is on every way to the latch.
std::vector<tree> light_code::rounds_of(const counting_loop &counting) const
{
    basic_block block =
        counting.loop->latch ? counting.loop->latch : counting.loop->header;
    for (;;) {
        for (const int number : stretches_.in_block(block)) {
            const std::vector<tree> variables = variables_of(counting, number);
            if (!variables.empty())
                return variables;
        }
        if (block == counting.loop->header)
            return {};
        block = get_immediate_dominator(CDI_DOMINATORS, block);
    }
}

void light_code::watch(const counting_loop &counting, line_range lines)
{
    long_loop watched = {{}, {}, rounds_of(counting), lines.first, lines.count};
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, counting.loop->header->preds)
        if (!flow_bb_inside_loop_p(counting.loop, e->src))
            watched.ways_in.push_back(e);
    for_each_block(counting.loop, [&](basic_block block) {
        FOR_EACH_EDGE (e, at, block->succs)
            if (!flow_bb_inside_loop_p(counting.loop, e->dest))
                watched.ways_out.push_back(e);
    });
    long_loops_.push_back(watched);
}

// ---- Counters ----

// The base is known to be this thread's where a count has been checked since it was
// found: what a thread counts first in a module must be.
bool light_code::base_known_behind(basic_block block, bool known)
{
    const std::vector<int> &here = stretches_.in_block(block);
    for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (is_gimple_call(gsi_stmt(at)) && may_leave(gsi_stmt(at)))
            known = false;
        for (const int number : here) {
            const stretch &s = stretches_.all()[number];
            if (s.first != gsi_stmt(at) || !s.counts_itself() ||
                loop_of_.count(s.counter))
                continue;
            if (known)
                known_at_.insert(s.counter);
            else
                known_at_.erase(s.counter);
            known = true;
        }
    }
    return known;
}

void light_code::find_known_bases()
{
    known_behind_.assign(last_basic_block_for_fn(fn_), true);
    const std::vector<basic_block> order = reverse_post_order(fn_);
    for (bool changed = true; changed;) {
        changed = false;
        for (basic_block block : order) {
            bool known = !has_abnormal_way_in(block) && EDGE_COUNT(block->preds) > 0;
            edge e;
            edge_iterator at;
            FOR_EACH_EDGE (e, at, block->preds)
                known &= e->src->index != ENTRY_BLOCK && known_behind_[e->src->index];
            const bool behind = base_known_behind(block, known);
            changed |= behind != known_behind_[block->index];
            known_behind_[block->index] = behind;
        }
    }
}

void light_code::add_count(gimple_seq *seq, int counter, tree amount,
                           bool base_is_known) const
{
    if (base_is_known) {
        gimple_seq_add_stmt(seq, build_count(base_, counts_.first + counter, amount));
        return;
    }
    find_thread_counts(seq, counts_, base_);
    gimple_seq_add_stmt(seq, build_checked_count(base_, counts_.first + counter, amount));
}

// The line that is current where it is counted.
int light_code::line_of(countable what) const
{
    if (what < activations())
        return what;
    return what == activations() ? lowered_.tables.first_site()
                                 : calls_[size_t(what - activations() - 1)].site;
}

// Lines begin in it, not calls alone.
bool light_code::may_begin_visits(const stretch &s) const
{
    return is_timed() && activations() && s.counts_itself() &&
           !loop_of_.count(s.counter) &&
           std::any_of(s.what.begin(), s.what.end(),
                       [this](countable what) { return what <= activations(); });
}

void light_code::find_short()
{
    std::set<int> visits, candidates;
    std::vector<class loop *> plain_loops;
    if (!loops_for_fn(fn_))
        return;
    for (size_t i = 0; i < stretches_.all().size(); i++) {
        const stretch &s = stretches_.all()[i];
        if (!may_begin_visits(s))
            continue;
        visits.insert(int(i));
        if (known_at_.count(s.counter))
            candidates.insert(int(i));
    }
    for (const counting_loop &counting : loops_)
        plain_loops.push_back(counting.loop);
    short_ = find_short_stretches(fn_, stretches_, visits, candidates, plain_loops);
}

// The one stretch in which visits begin, if that is the entry; -1: it is not.
int light_code::only_way_in() const
{
    int only = -1;
    for (size_t i = 0; i < stretches_.all().size(); i++) {
        const stretch &s = stretches_.all()[i];
        if (!may_begin_visits(s) || short_.count(int(i)))
            continue;
        if (only >= 0 ||
            std::find(s.what.begin(), s.what.end(), activations()) == s.what.end())
            return -1;
        only = int(i);
    }
    return only;
}

void light_code::add_visit(two_copies &copies, const stretch &s)
{
    gimple *first = s.first;
    if (!known_at_.count(s.counter)) {
        gimple_seq seq = NULL;
        find_thread_counts(&seq, counts_, base_);
        first = gimple_seq_first_stmt(seq);
        gimple_stmt_iterator at = gsi_for_stmt(s.first);
        gsi_insert_seq_before(&at, seq, GSI_SAME_STMT);
    }
    const bool takes_long =
        std::any_of(s.what.begin(), s.what.end(), [this](countable what) {
            return what < activations() && takes_long_[size_t(what)];
        });
    // Which stretch a loop belongs to is not looked for.
    const bool may_last = !loops_.empty() || takes_long;
    const int calls = copies.add_visit(first, s.first, counts_.first + s.counter);
    visits_.resize(size_t(stretches_.counter_count()));
    visits_[size_t(s.counter)] = uint32_t(
        visit_word(LINEPROF_VISIT_BEGINS, line_of(s.what.front()),
                   (s.what.front() <= activations() ? LINEPROF_VISIT_HIT : 0) |
                       (may_last ? LINEPROF_VISIT_MAY_LAST : 0) |
                       (calls ? calls : copies.watch_of(line_of(s.what.front()))),
                   fn_->decl));
}

void light_code::insert_counter(const stretch &s)
{
    gimple_stmt_iterator at = gsi_for_stmt(s.first);
    const auto in_loop = loop_of_.find(s.counter);
    if (in_loop == loop_of_.end()) {
        gimple_seq seq = NULL;
        add_count(&seq, s.counter, NULL_TREE, known_at_.count(s.counter));
        gsi_insert_seq_before(&at, seq, GSI_SAME_STMT);
        return;
    }
    for (const auto &[counter, variable] : loops_[in_loop->second].variables)
        if (counter == s.counter)
            gsi_insert_before(&at,
                              gimple_build_assign(variable, PLUS_EXPR, variable,
                                                  build_int_cst(u64_type(), 1)),
                              GSI_SAME_STMT);
}

// ---- The object file ----

void light_code::emit_layout() const
{
    function_layout layout = {
        counts_.section, stretches_.counter_count(), {}, calls_, visits_, is_part_,
        has_frame_};
    const countable count = activations() + 1 + countable(calls_.size());
    for (countable what = 0; what < count; what++) {
        const std::vector<int> &counters = stretches_.counters_of(what);
        layout.sums.push_back(uint32_t(counters.size()));
        layout.sums.insert(layout.sums.end(), counters.begin(), counters.end());
    }
    lowered_.tables.emit_layout(out_.options(), layout);
}

tree light_code::record()
{
    return TREE_OPERAND(lowered_.tables.record(out_.options(), is_part_), 0);
}

void light_code::insert_counters(two_copies &copies)
{
    for (size_t i = 0; i < stretches_.all().size(); i++) {
        const stretch &s = stretches_.all()[i];
        if (may_begin_visits(s) && !short_.count(int(i)))
            add_visit(copies, s);
        else if (s.counts_itself())
            insert_counter(s);
    }
    for (const counting_loop &counting : loops_) {
        insert_loop(counting);
        const line_range lines =
            copies.add_plain_loop(counting.loop, rounds_of(counting));
        if (is_timed() && lines.count)
            watch(counting, lines);
    }
    gsi_commit_edge_inserts();
}

void light_code::solve()
{
    gsi_commit_edge_inserts();
    if (loops_for_fn(fn_)) {
        calculate_dominance_info(CDI_DOMINATORS);
        if (loops_state_satisfies_p(LOOPS_NEED_FIXUP))
            fix_loop_structure(NULL);
        mark_irreducible_loops();
    }
    if (is_timed())
        stretches_.keep_ways_in();
    stretches_.solve();
    if (count_ways())
        stretches_.solve();
    unmark_loops();
}

// Where all ways out of a stretch are counted, it need not be.  Not in loops that count
// in variables: there the stretches that are begun each time are the ones that cost
// nothing.
bool light_code::count_ways()
{
    const std::vector<class loop *> loops = loops_with_variables();
    bool any = false;
    for (edge way : stretches_.uncounted_ways()) {
        if (std::find(loops.begin(), loops.end(), way->src->loop_father) != loops.end())
            continue;
        gasm *mark = build_count_mark();
        gsi_insert_on_edge(way, mark);
        stretches_.add_way(mark);
        any = true;
    }
    gsi_commit_edge_inserts();
    return any;
}

// Nobody keeps up to date what was found of loops that are entered in several places, and
// GCC 11 takes it for a promise.
void light_code::unmark_loops()
{
    if (loops_for_fn(fn_))
        loops_state_clear(fn_, LOOPS_HAVE_MARKED_IRREDUCIBLE_REGIONS);
}

void light_code::insert(const line_flow &flow)
{
    gasm *entry =
        is_timed() && !is_part_ && lowered_.is_in_cycle ? find_outermost(fn_) : NULL;
    add_activations();
    add_lines(flow);
    add_calls();
    if (entry)
        add_entry(entry);
    solve();
    if (!stretches_.counter_count())
        return;
    find_loops();
    find_known_bases();
    find_short();
    base_ = create_tmp_reg(ptr_type_node, "lineprof_base");
    counts_ = allocate_counts(stretches_.counter_count());
    const int way_in = only_way_in();
    if (way_in >= 0 && !is_part_ && lowered_.may_be_inlined && !lowered_.is_in_cycle &&
        !lowered_.tables.is_inlined() && can_be_parted(fn_->decl))
        lowered_.parts_at = counts_.first + stretches_.all()[size_t(way_in)].counter;
    two_copies copies(fn_, lowered_, flow, base_);
    for (countable line = 0; line < activations(); line++)
        if (is_watched(line))
            copies.add_watched(line);
    for (gimple *call : told_calls_)
        copies.add_call(call, leads_anywhere(call));
    insert_counters(copies);
    if (is_timed()) {
        tell_catches();
        copies.set_record(record());
        if (is_region_part(fn_->decl))
            for (gimple *end : tell_part(fn_, record()))
                copies.add_part_end(end);
        copies.make();
        watch_calls(fn_, long_calls_, record());
        watch_loops(fn_, long_loops_, record());
    }
    emit_layout();
}

void light_code::insert_calls()
{
    if (fn_->coroutine_component) // its ways are being put together yet
        return;
    has_frame_ = true;
    add_calls();
    if (calls_.empty())
        return;
    calculate_dominance_info(CDI_DOMINATORS);
    if (optimize && loops_for_fn(fn_) && !loops_state_satisfies_p(LOOPS_NEED_FIXUP))
        mark_irreducible_loops();
    stretches_.solve();
    find_known_bases();
    base_ = create_tmp_reg(ptr_type_node, "lineprof_base");
    counts_ = allocate_counts(std::max(stretches_.counter_count(), 1));
    for (const stretch &s : stretches_.all())
        if (s.counts_itself())
            insert_counter(s);
    unmark_loops();
    emit_layout();
}

} // namespace lineprof
