// SPDX-License-Identifier: GPL-3.0-or-later
// Pins: asm statements without instructions that keep what a line computes
// between the stamps around it.  Without them the compiler moves work over a
// stamp, and another line, or none, pays for it.
//
// Before a stamp, every value that was computed since the last one and is still
// needed is used; after it, every variable that is used before the next one is
// given a new value that is the old one.  Aggregates are used in memory.  A new value is
// one of which the compiler knows nothing, so pointers never get one, nor does what
// something in the function asks about (known_values.h).
#ifndef PINS_H
#define PINS_H

#include <map>
#include <unordered_map>
#include <vector>

#include "gcc/bits.h"
#include "probes/known_values.h"

namespace lineprof {

// The pins of one boundary.
struct boundary_pins {
    std::vector<tree> used;    // before the stamp
    std::vector<tree> renewed; // after it
};

class pins {
  public:
    explicit pins(function *fn);

    // A statement in front of which there will be a stamp.
    void add_boundary(gimple *stmt);
    void solve();

    // Whether a stamp must not seem to change memory.  Without optimisation nothing moves
    // over it, and it would only hide that memory is not set.
    bool must_keep_memory() const
    {
        return !optimize || known_.pass_through_memory() || !unset_parts_.empty();
    }

    // The statements to put before and after the stamp in front of STMT.
    void add_before(gimple_seq *seq, gimple *stmt) const;
    void add_after(gimple_seq *seq, gimple *stmt) const;

  private:
    struct accesses {
        gimple *stmt;
        std::vector<int> uses, defs;
        std::vector<int> touched; // aggregates that are written in part, or may be
        std::vector<int> ended;   // whose scope ends here
        bool boundary;
    };
    struct needs {
        bits live;   // used at some time later
        bits wanted; // used before the next boundary
    };
    struct block_facts {
        std::vector<accesses> list;
        needs on_entry;
        bits dirty_at_end; // computed since the last boundary
        bits set_at_end;   // on all paths; an aggregate: some of it
    };

    int number(tree value);
    bool can_be_pinned(tree value) const;
    void leave_simd_handles(basic_block block);
    void scan(basic_block block);
    accesses scan_statement(gimple *stmt);
    void note_touched(accesses &row);
    static tree note_use(tree *slot, int *walk_subtrees, void *data);
    void find_constants();
    needs needs_at_end(basic_block block) const;
    void step_back(const accesses &row, needs &now) const;
    bool solve_backward(basic_block block);
    bits dirty_on_entry(basic_block block) const;
    void step_on(const accesses &row, bits &dirty) const;
    bool solve_forward(basic_block block);
    bits set_on_entry(basic_block block) const;
    static void set_by(const accesses &row, bits &set);
    bool solve_set(basic_block block);
    bool reads_unset() const;
    bool is_worth_renewing(size_t number, const bits &set) const;
    void collect(basic_block block);
    void note_wanted(boundary_pins &here, const bits &wanted, const bits &set) const;
    void note_dirty(boundary_pins &here, const bits &dirty, const bits &set) const;

    function *fn_;
    bool renews_; // false where a new value would be wrong (setjmp, always_inline)
    known_values known_;
    std::vector<tree> values_;
    std::unordered_map<tree, int> numbers_;
    std::vector<bool> constant_;           // holds nothing but constants
    std::unordered_set<tree> unset_parts_; // (unset_parts.h)
    std::vector<block_facts> blocks_;
    std::unordered_map<gimple *, bool> boundaries_;
    std::unordered_map<gimple *, boundary_pins> pins_;
};

} // namespace lineprof

#endif
