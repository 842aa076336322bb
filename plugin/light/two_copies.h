// SPDX-License-Identifier: GPL-3.0-or-later
// Two copies of a function's code: the light one, which only counts, and a timed one,
// which tells the runtime whenever another line becomes current.
//
// A count is the way in: where one has come up, the runtime says whether this visit of
// its stretch is timed.  The timed copy goes on until the next stretch that has such a
// count, whatever came between, and then ends the visit and goes back: so all that counts
// is in the light copy, and no two visits of a function overlap.  (M. Arnold, B. Ryder,
// "A framework for reducing the cost of instrumented code", PLDI 2001, call such pairs
// full duplication.)
//
// Before a reading, what the timed copy has computed since the last one and is still
// needed is used (pins.h); nothing gets a new value, of which the light copy would know
// less where the two join.
//
// The timed copy leaves the light one as it would be alone: without clobbers, without
// registers of its own, out of its way.  What cannot be copied, above all the ways of
// exceptions, is there once, and leads from the timed copy to the light one.
#ifndef TWO_COPIES_H
#define TWO_COPIES_H

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lineprof/abi.h"
#include "marks/unit.h"
#include "probes/line_flow.h"
#include "probes/pins.h"

namespace lineprof {

// Indices of sites.
struct line_range {
    int first, count;
};

class two_copies {
  public:
    // BASE: the variable with the address of the thread's counts.
    two_copies(function *fn, lowered_function &lowered, const line_flow &flow, tree base);

    // A stretch begins at MARK: a visit may begin there.  What is in front of MARK from
    // FIRST on, or nothing where that is MARK, belongs to the count.  Returns what there
    // is to tell of the line: calls have been added before.
    int add_visit(gimple *first, gimple *mark, int counter);

    // A loop in which no visit may begin, and variables that add up to its rounds, or
    // none.  Returns what its lines are among.
    line_range add_plain_loop(class loop *loop, const std::vector<tree> &rounds);

    // RECORD: of the function (long_visits.h).
    void set_record(tree record)
    {
        record_ = record;
    }

    // CALL may lead to what is profiled; BY_POINTER: to anything.
    void add_call(gimple *call, bool by_pointer)
    {
        calls_[call] = by_pointer ? LINEPROF_VISIT_BY_POINTER : 0;
    }

    // Told where a part of a function ends (region_parts.h): its visits end before.
    void add_part_end(gimple *stmt)
    {
        part_ends_.insert(stmt);
    }

    // What LINE calls is watched (LINEPROF_VISIT_WATCHED).
    void add_watched(int line)
    {
        watched_.insert(line);
    }

    // What there is to tell of that, of a line that does not call at once.
    int watch_of(int line) const
    {
        return watched_.count(line) ? LINEPROF_VISIT_WATCHED : 0;
    }

    // Makes the copy.  Marks stay where they are.
    void make();

  private:
    struct visit_point {
        gimple *first, *mark;
        int counter;
        basic_block count; // where it is counted; its one way on is `mark`'s block
    };

    struct plain_loop {
        class loop *loop;
        std::unordered_set<basic_block> blocks;
        line_range lines;
        std::vector<tree> rounds; // add up to them; none: they are not counted
        tree iterations;          // timed so far, a variable
        tree timed; // of the rounds, one by one: a variable; more than there are: all
        basic_block rest; // where the loop goes on untimed; NULL until it is needed
        std::unordered_map<basic_block, basic_block> copies; // of that
    };

    void find_pins();
    void split_at(visit_point &point);
    basic_block copy_of(basic_block block);
    basic_block way_back_to(basic_block block);
    basic_block timed_destination(edge e);
    basic_block destination_of(edge e);
    basic_block enter_loop(plain_loop &loop);
    void add_iterations(gimple_seq *seq, const plain_loop &loop) const;
    basic_block begin_rest(plain_loop &loop, const std::vector<tree> &rounds);
    basic_block next_iteration(plain_loop &loop);
    basic_block rest_of(plain_loop &loop);
    plain_loop *loop_at(basic_block header);
    int line_of(gimple *stmt, int current) const;
    void copy_mark(basic_block to, gimple_stmt_iterator at, int flags);
    void copy_statement(basic_block to, gimple_stmt_iterator at, int line, bool is_timed);
    bool calls_more(gimple_stmt_iterator at) const;
    int calls_at_once(gimple_stmt_iterator at);
    void fill(basic_block to, basic_block from, bool is_timed);
    template <typename destination>
    void connect(basic_block to, basic_block from, destination find);
    void fill_rest(plain_loop &loop, basic_block from);
    basic_block leave_loop(const plain_loop &loop, edge e);
    void add_uses(basic_block to, gimple *mark) const;
    void end_where_caught();
    void begin_visits(const visit_point &point);
    void note_loops_as_warned_of() const;
    bool calls_itself(const gimple *stmt) const;
    gasm *tell(int kind, int line, int flags) const;

    function *fn_;
    lowered_function &lowered_;
    tree base_;
    tree record_ = NULL_TREE;
    bool keeps_memory_;
    const bool needs_cfa_;       // to tell activations apart
    std::unique_ptr<pins> pins_; // NULL without optimisation
    std::unordered_map<gimple *, arrival> arrivals_;
    std::vector<visit_point> points_;
    std::unordered_map<gimple *, int> calls_;     // what is told of them
    std::unordered_set<gimple *> told_with_line_; // of these
    std::unordered_set<int> watched_;             // lines
    // Where stretches are counted, and the mark that follows.
    std::unordered_map<basic_block, gimple *> counts_;
    std::vector<plain_loop> loops_;
    std::unordered_map<basic_block, basic_block> copies_, ways_back_;
    std::unordered_map<edge, basic_block> ways_out_; // of loops
    std::vector<basic_block> work_;                  // those whose copies are empty yet
    std::unordered_set<basic_block> landing_pads_;
    std::unordered_set<gimple *> part_ends_;
};

} // namespace lineprof

#endif
