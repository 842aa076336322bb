// SPDX-License-Identifier: GPL-3.0-or-later
// Code that only counts, for one function: a counter for each stretch of lines that are
// always begun together.  It has no frame, is told apart by no call, keeps no value from
// the optimiser, and may be inlined like any other.
//
// A counter is changed by one instruction outside of loops.  Innermost loops in which
// nothing can leave are counted in variables, which the optimiser sees through, so that
// they vectorise as they would without; what such a loop has counted is added when it
// ends.
#ifndef LIGHT_CODE_H
#define LIGHT_CODE_H

#include "light/long_visits.h"
#include "light/stretches.h"
#include "light/thread_counts.h"
#include "light/two_copies.h"
#include "marks/unit.h"
#include "probes/line_flow.h"

namespace lineprof {

class light_code {
  public:
    // IS_PART: of a function that is profiled; its activations are no calls.
    light_code(function *fn, unit &out, lowered_function &lowered, bool is_part)
        : fn_(fn), out_(out), lowered_(lowered), is_part_(is_part), stretches_(fn)
    {
    }

    // Puts counters where FLOW has found that lines are hit, and tells the object file
    // what they count; where times are wanted, makes a second copy of the code for them.
    // Marks stay where they are.
    void insert(const line_flow &flow);

    // Of a function with frames: counts only whom its lines call directly, as a callee
    // without a frame tells nobody.
    void insert_calls();

  private:
    struct counting_loop {
        class loop *loop;
        std::vector<std::pair<int, tree>> variables; // by counter
    };

    countable activations() const
    {
        return countable(lowered_.tables.site_count());
    }
    void add_mark_on(edge on, countable what);
    void add_lines(const line_flow &flow);
    void add_activations();
    bool is_watched(countable line) const;
    bool is_timed() const
    {
        return !has_frame_ && out_.options().mode != LINEPROF_MODE_HITS;
    }
    int line_of(countable what) const;
    bool may_begin_visits(const stretch &s) const;
    void find_short();
    int only_way_in() const;
    void add_visit(two_copies &copies, const stretch &s);
    void insert_counters(two_copies &copies);
    bool may_be_profiled(tree pointer) const;
    bool is_edge(const gimple *stmt) const;
    bool leads_anywhere(const gimple *stmt) const;
    void add_calls();
    void add_entry(gasm *mark);
    void tell_catches() const;
    void solve();
    bool count_ways();
    void unmark_loops();
    std::vector<class loop *> loops_with_variables() const;
    void find_loops();
    bool counts_in_variables(class loop *loop) const;
    void add_count(gimple_seq *seq, int counter, tree amount, bool base_is_known) const;
    void find_known_bases();
    bool base_known_behind(basic_block block, bool known);
    void insert_counter(const stretch &s);
    void insert_totals(const counting_loop &counting, edge on, bool base_is_known);
    void insert_loop(const counting_loop &counting);
    std::vector<tree> variables_of(const counting_loop &counting, int number) const;
    std::vector<tree> rounds_of(const counting_loop &counting) const;
    void watch(const counting_loop &counting, line_range lines);
    void emit_layout() const;
    tree record();
    bool may_take_long(const gimple *stmt) const;

    function *fn_;
    unit &out_;
    lowered_function &lowered_;
    bool is_part_;
    stretches stretches_;
    std::vector<call_site> calls_;
    std::vector<gimple *> told_calls_; // that may lead to what is profiled
    std::vector<long_call> long_calls_;
    std::vector<long_loop> long_loops_;
    std::vector<bool> takes_long_;            // by line: one of its calls may;
    std::vector<bool> watched_;               // all that do claim waits
    std::unordered_map<int, size_t> loop_of_; // counter, to index in loops_
    std::vector<counting_loop> loops_;
    bool has_frame_ = false;
    std::vector<bool> known_behind_; // by block index: its end leaves the base known
    std::set<int> known_at_;         // counters in whose place it is
    tree base_ = NULL_TREE;          // address of this thread's counts, in a variable
    thread_counts counts_ = {NULL_TREE, NULL_TREE, 0};
    std::set<int> short_;          // numbers of stretches at which no visit begins
    std::vector<uint32_t> visits_; // by counter: what is told of one that begins there
};

} // namespace lineprof

#endif
