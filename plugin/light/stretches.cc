// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "gcc/block_order.h"
#include "light/brief_functions.h"
#include "light/stretches.h"
#include "marks/marks.h"

namespace lineprof {
namespace {

const char count_mark_text[] = "#lineprof count";

// Of a sum: each is a word in the object file for each line.
const size_t most_terms = 16;

// Of all stretches of a function that are formed twice.  Where thousands of conditions
// follow one another each has thousands, and finding them takes seconds.
const size_t most_neighbours = 100000;

bool is_abnormal(const_edge e)
{
    return e->flags & (EDGE_ABNORMAL | EDGE_EH);
}

// Functions that come back by returning alone, as libc declares them, unless the handler
// of a signal that they bring about jumps.
bool may_not_come_back(const gcall *call)
{
    static const char *const names[] = {
        "daemon", "execl",       "execle",       "execlp",          "execv",
        "execve", "execveat",    "execvp",       "execvpe",         "fexecve",
        "kill",   "killpg",      "pthread_kill", "pthread_sigmask", "pthread_sigqueue",
        "raise",  "sigprocmask", "sigqueue",     "syscall",         "tgkill"};
    tree callee = gimple_call_fndecl(call);
    if (!callee || !DECL_NAME(callee))
        return true;
    for (const char *name : names)
        if (id_equal(DECL_NAME(callee), name))
            return true;
    return false;
}

bool call_may_leave(gcall *call)
{
    if (gimple_call_internal_p(call) || calls_brief(call))
        return false;
    const int flags = gimple_call_flags(call);
    if (flags & (ECF_NORETURN | ECF_RETURNS_TWICE))
        return true;
    if (flags & (ECF_CONST | ECF_PURE))
        return (flags & ECF_LOOPING_CONST_OR_PURE) || !gimple_call_nothrow_p(call);
    return !(flags & ECF_LEAF) || !gimple_call_nothrow_p(call) || may_not_come_back(call);
}

// Where an iterator stands that points behind STMT.
gimple_stmt_iterator behind(gimple *stmt)
{
    gimple_stmt_iterator at = gsi_for_stmt(stmt);
    gsi_next(&at);
    return at;
}

} // namespace

bool may_leave(gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_CALL:
        return call_may_leave(as_a<gcall *>(stmt));
    case GIMPLE_ASM:
        return gimple_asm_nlabels(as_a<gasm *>(stmt)) != 0;
    case GIMPLE_EH_DISPATCH:
    case GIMPLE_RESX:
    case GIMPLE_TRANSACTION:
        return true;
    default:
        return stmt_could_throw_p(cfun, stmt);
    }
}

gasm *build_count_mark()
{
    gasm *mark = gimple_build_asm_vec(count_mark_text, NULL, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    return mark;
}

bool is_count_mark(const gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_ASM &&
           !strcmp(gimple_asm_string(as_a<const gasm *>(stmt)), count_mark_text);
}

void stretches::add(gimple *mark, countable what)
{
    what_at_[mark].push_back(what);
}

int stretches::root(int number) const
{
    while (all_[number].merged_into >= 0)
        number = all_[number].merged_into;
    return number;
}

// One stretch for each run of marks in a block between which nothing may leave.
void stretches::collect()
{
    in_block_.resize(last_basic_block_for_fn(fn_));
    leaves_.assign(last_basic_block_for_fn(fn_), false);
    basic_block block;
    FOR_EACH_BB_FN (block, fn_) {
        int open = -1;
        bool clean = true;
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            gimple *stmt = gsi_stmt(at);
            const auto found = what_at_.find(stmt);
            if (found == what_at_.end()) {
                if (may_leave(stmt)) {
                    open = -1;
                    clean = false;
                    leaves_[block->index] = true;
                }
                continue;
            }
            if (open < 0) {
                open = int(all_.size());
                all_.emplace_back(block, stmt);
                all_.back().starts_clean = clean;
                in_block_[block->index].push_back(open);
            }
            std::vector<countable> &what = all_[open].what;
            what.insert(what.end(), found->second.begin(), found->second.end());
        }
        if (open >= 0)
            all_[open].open_at_end = true;
    }
}

// TO comes after FROM on every way on: whether control comes there from FROM each time,
// with nothing that may leave and no loop that may hold it for longer in between.
bool stretches::always_leads_to(basic_block from, basic_block to) const
{
    std::vector<basic_block> work = {from};
    std::set<basic_block> seen = {from, to};
    while (!work.empty()) {
        basic_block block = work.back();
        work.pop_back();
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->succs) {
            if (is_abnormal(e) || e->dest == from || e->dest->index == EXIT_BLOCK)
                return false;
            if (!seen.insert(e->dest).second)
                continue;
            if (leaves_[e->dest->index] || e->dest->loop_father != from->loop_father ||
                (e->dest->flags & BB_IRREDUCIBLE_LOOP))
                return false;
            work.push_back(e->dest);
        }
    }
    return true;
}

// The stretch that is begun just as often as the first of BLOCK, further up; -1 if there
// is none.
int stretches::mergeable_above(basic_block block) const
{
    for (basic_block up = get_immediate_dominator(CDI_DOMINATORS, block);
         up && up->index != ENTRY_BLOCK;
         up = get_immediate_dominator(CDI_DOMINATORS, up)) {
        const std::vector<int> &here = in_block_[up->index];
        const bool open = !here.empty() && all_[here.back()].open_at_end;
        if (leaves_[up->index] && !open)
            return -1;
        if (!open)
            continue;
        const bool together =
            up->loop_father == block->loop_father && !(up->flags & BB_IRREDUCIBLE_LOOP) &&
            dominated_by_p(CDI_POST_DOMINATORS, up, block) && always_leads_to(up, block);
        return together ? here.back() : -1;
    }
    return -1;
}

void stretches::merge()
{
    calculate_dominance_info(CDI_DOMINATORS);
    calculate_dominance_info(CDI_POST_DOMINATORS);
    for (basic_block block : reverse_post_order(fn_)) {
        const std::vector<int> &here = in_block_[block->index];
        if (here.empty() || !all_[here.front()].starts_clean ||
            (block->flags & BB_IRREDUCIBLE_LOOP))
            continue;
        stretch &first = all_[here.front()];
        first.merged_into = mergeable_above(block);
        if (first.merged_into < 0)
            continue;
        std::vector<countable> &what = all_[root(first.merged_into)].what;
        what.insert(what.end(), first.what.begin(), first.what.end());
    }
    free_dominance_info(CDI_POST_DOMINATORS);
}

// The first stretch from AT on in its block; -1 if there is none.  INTO learns of ways
// out before it.
int stretches::next_in_block(basic_block block, gimple_stmt_iterator at,
                             std::set<int> &into) const
{
    for (; !gsi_end_p(at); gsi_next(&at)) {
        gimple *stmt = gsi_stmt(at);
        for (const int number : in_block_[block->index])
            if (all_[number].first == stmt && all_[number].merged_into < 0)
                return number;
        if (may_leave(stmt))
            into.insert(outside);
    }
    return -1;
}

void stretches::add_successors(basic_block block, std::set<int> &into) const
{
    if (EDGE_COUNT(block->succs) == 0)
        into.insert(outside);
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->succs) {
        if (e->dest->index == EXIT_BLOCK || is_abnormal(e))
            into.insert(outside);
        if (e->dest->index != EXIT_BLOCK)
            into.insert(first_[e->dest->index].begin(), first_[e->dest->index].end());
    }
}

void stretches::find_first()
{
    first_.assign(last_basic_block_for_fn(fn_), {});
    for (bool changed = true; changed;) {
        changed = false;
        basic_block block;
        FOR_EACH_BB_REVERSE_FN(block, fn_)
        {
            std::set<int> &first = first_[block->index];
            const size_t before = first.size();
            const int number = next_in_block(block, gsi_start_bb(block), first);
            if (number >= 0)
                first.insert(number);
            else
                add_successors(block, first);
            changed |= first.size() != before;
        }
    }
}

void stretches::find_neighbours()
{
    find_first();
    for (size_t i = 0; i < all_.size(); i++) {
        stretch &s = all_[i];
        if (s.merged_into >= 0)
            continue;
        const int number = next_in_block(s.block, behind(s.first), s.next);
        if (number >= 0)
            s.next.insert(number);
        else
            add_successors(s.block, s.next);
        for (const int next : s.next)
            if (next >= 0)
                all_[next].previous.insert(int(i));
    }
    basic_block block;
    FOR_EACH_BB_FN (block, fn_) {
        bool entered = EDGE_COUNT(block->preds) == 0;
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->preds)
            entered |= is_abnormal(e) || e->src->index == ENTRY_BLOCK;
        if (entered)
            for (const int number : first_[block->index])
                if (number >= 0)
                    all_[number].previous.insert(outside);
    }
}

// Whether OTHERS are counted and on their other SIDE have stretch NUMBER alone.
bool stretches::all_belong_to(const std::set<int> &others, int number,
                              std::set<int> stretch::*side) const
{
    if (others.empty())
        return false;
    for (const int other : others)
        if (other < 0 || other == number || all_[other].*side != std::set<int>{number})
            return false;
    return true;
}

// The deepest first, since they are begun most often.
void stretches::find_sums_of_previous()
{
    std::vector<int> order;
    for (size_t i = 0; i < all_.size(); i++)
        if (all_[i].merged_into < 0)
            order.push_back(int(i));
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        return bb_loop_depth(all_[a].block) > bb_loop_depth(all_[b].block);
    });
    for (const int number : order) {
        stretch &s = all_[number];
        if (needed_.count(number) || !all_belong_to(s.previous, number, &stretch::next) ||
            std::any_of(s.previous.begin(), s.previous.end(),
                        [this](int term) { return all_[term].is_sum; }))
            continue;
        s.terms = s.previous;
        s.is_sum = true;
        needed_.insert(s.terms.begin(), s.terms.end());
    }
}

bool stretches::may_be_sum_of_next(int number) const
{
    const stretch &s = all_[number];
    return s.counts_itself() && !needed_.count(number) &&
           !(keeps_ways_in_ && s.previous.count(outside));
}

// Those that count themselves, in place of those that are sums.  What follows one of
// these alone follows none of the others, so no term comes twice.
std::set<int> stretches::counted_in(const std::set<int> &terms) const
{
    std::set<int> counted;
    for (const int term : terms)
        if (all_[term].is_sum)
            counted.insert(all_[term].terms.begin(), all_[term].terms.end());
        else
            counted.insert(term);
    return counted;
}

// The last first, so that what follows is settled.  None of that is a sum of what comes
// before it, which is the one stretch that is asked about.
void stretches::find_sums_of_next()
{
    std::vector<basic_block> order = reverse_post_order(fn_);
    std::reverse(order.begin(), order.end());
    for (basic_block block : order) {
        const std::vector<int> &here = in_block_[block->index];
        for (auto at = here.rbegin(); at != here.rend(); ++at) {
            stretch &s = all_[*at];
            if (!may_be_sum_of_next(*at) ||
                !all_belong_to(s.next, *at, &stretch::previous))
                continue;
            const std::set<int> terms = counted_in(s.next);
            if (terms.size() > most_terms)
                continue;
            s.terms = terms;
            s.is_sum = true;
        }
    }
}

// What comes first on that WAY comes behind stretch NUMBER alone.
bool stretches::is_counted_behind(edge way, int number) const
{
    return way->dest->index != EXIT_BLOCK && !is_abnormal(way) &&
           all_belong_to(first_[way->dest->index], number, &stretch::previous);
}

edge stretches::uncounted_way_of(int number) const
{
    if (all_[number].next.size() > most_terms)
        return NULL;
    basic_block block = all_[number].block;
    std::set<int> ways_out;
    if (next_in_block(block, behind(all_[number].first), ways_out) >= 0 ||
        !ways_out.empty())
        return NULL;
    while (single_succ_p(block) && single_pred_p(single_succ(block)) &&
           single_succ(block)->index != EXIT_BLOCK &&
           in_block_[single_succ(block)->index].empty() &&
           !leaves_[single_succ(block)->index])
        block = single_succ(block);
    edge e, uncounted = NULL;
    edge_iterator at;
    bool counted = false;
    FOR_EACH_EDGE (e, at, block->succs) {
        if (is_counted_behind(e, number)) {
            counted = true;
        } else {
            if (uncounted || is_abnormal(e))
                return NULL;
            uncounted = e;
        }
    }
    return counted ? uncounted : NULL;
}

std::vector<edge> stretches::uncounted_ways() const
{
    std::vector<edge> ways;
    size_t neighbours = 0;
    for (const stretch &s : all_)
        neighbours += s.next.size();
    if (neighbours > most_neighbours)
        return ways;
    for (size_t i = 0; i < all_.size(); i++) {
        edge way = may_be_sum_of_next(int(i)) ? uncounted_way_of(int(i)) : NULL;
        if (way)
            ways.push_back(way);
    }
    return ways;
}

void stretches::solve()
{
    all_.clear();
    in_block_.clear();
    counters_.clear();
    needed_.clear();
    counter_count_ = 0;
    collect();
    merge();
    find_neighbours();
    find_sums_of_previous();
    find_sums_of_next();
    for (stretch &s : all_)
        if (s.counts_itself())
            s.counter = counter_count_++;
    for (const stretch &s : all_) {
        if (s.merged_into >= 0)
            continue; // its root tells
        const std::vector<int> counters = counters_at(int(&s - all_.data()));
        for (const countable what : s.what)
            counters_[what].insert(counters_[what].end(), counters.begin(),
                                   counters.end());
    }
}

std::vector<int> stretches::counters_at(int number) const
{
    const stretch &s = all_[root(number)];
    std::vector<int> counters;
    if (s.counts_itself())
        counters.push_back(s.counter);
    for (const int term : s.terms)
        counters.push_back(all_[term].counter);
    return counters;
}

const std::vector<int> &stretches::counters_of(countable what) const
{
    static const std::vector<int> none;
    const auto found = counters_.find(what);
    return found == counters_.end() ? none : found->second;
}

} // namespace lineprof
