// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines are always begun together: a stretch of them needs one counter, and where
// a stretch is begun exactly as often as some others are in sum it needs none.
//
// Nothing can leave between two lines of a stretch: no call that may throw, jump, exit or
// be suspended, no statement that may throw, no loop.  So a count is as exact as if each
// line had its own; only a signal in the midst of a stretch, if it ends the program or
// its handler jumps, leaves all its lines counted, or none.  Differences of counts are
// never used: a reader of a running program's counts would see garbage.
#ifndef STRETCHES_H
#define STRETCHES_H

#include <set>
#include <unordered_map>
#include <vector>

namespace lineprof {

// What is counted, by number: the lines of a function first, then whatever its caller
// wants.
using countable = int;

struct stretch {
    stretch(basic_block where, gimple *mark) : block(where), first(mark)
    {
    }

    basic_block block;
    gimple *first;               // the mark that it begins with
    std::vector<countable> what; // each is counted once when it begins
    int merged_into = -1;        // that stretch counts it
    bool is_sum = false;         // of `terms`, which count themselves
    std::set<int> terms;
    int counter = -1; // of one that counts itself

    bool counts_itself() const
    {
        return merged_into < 0 && !is_sum;
    }

    // In its block: nothing may leave after it, before it.
    bool open_at_end = false;
    bool starts_clean = false;
    // Which stretches can come next and before; `outside` is the way in or out.
    std::set<int> next, previous;
};

class stretches {
  public:
    explicit stretches(function *fn) : fn_(fn)
    {
    }

    // WHAT is counted where MARK stands.  Marks may be added in any order.
    void add(gimple *mark, countable what);

    // What is begun on a way in is to count itself: one that comes from outside, as at
    // the beginning, is no sum of what follows.
    void keep_ways_in()
    {
        keeps_ways_in_ = true;
    }

    // A way that is to be counted although no line begins there, where MARK stands.
    void add_way(gimple *mark)
    {
        what_at_[mark];
    }

    // Forms the stretches and numbers their counters.  May be done again with more marks.
    void solve();

    // Ways out of stretches that count themselves, each the only one of its stretch that
    // is not counted: were it, the stretch would be a sum.  It is taken less often.
    std::vector<edge> uncounted_ways() const;

    const std::vector<stretch> &all() const
    {
        return all_;
    }
    int counter_count() const
    {
        return counter_count_;
    }

    // The counters that add up to how often WHAT was counted; one may come twice.
    const std::vector<int> &counters_of(countable what) const;
    // Those that add up to how often that stretch was begun.
    std::vector<int> counters_at(int number) const;

    const std::vector<int> &in_block(basic_block block) const
    {
        return in_block_[block->index];
    }

  private:
    enum { outside = -1 };

    int root(int number) const;
    void collect();
    bool always_leads_to(basic_block from, basic_block to) const;
    int mergeable_above(basic_block block) const;
    void merge();
    int next_in_block(basic_block block, gimple_stmt_iterator at,
                      std::set<int> &into) const;
    void add_successors(basic_block block, std::set<int> &into) const;
    void find_first();
    void find_neighbours();
    bool all_belong_to(const std::set<int> &others, int number,
                       std::set<int> stretch::*side) const;
    bool is_counted_behind(edge way, int number) const;
    edge uncounted_way_of(int number) const;
    bool may_be_sum_of_next(int number) const;
    std::set<int> counted_in(const std::set<int> &terms) const;
    void find_sums_of_previous();
    void find_sums_of_next();

    function *fn_;
    std::unordered_map<gimple *, std::vector<countable>> what_at_;
    std::vector<stretch> all_;
    std::vector<std::vector<int>> in_block_; // by block index
    std::vector<bool> leaves_;               // by block index
    std::vector<std::set<int>> first_;       // from the start of each block
    std::set<int> needed_; // terms of stretches that are sums of those before them
    int counter_count_ = 0;
    bool keeps_ways_in_ = false;
    std::unordered_map<countable, std::vector<int>> counters_;
};

// Whether control may not come past STMT: it may leave the function, or end or suspend
// it.
bool may_leave(gimple *stmt);

// A mark that the passes have put in for counting.
gasm *build_count_mark();
bool is_count_mark(const gimple *stmt);

} // namespace lineprof

#endif
