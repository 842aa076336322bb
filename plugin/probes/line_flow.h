// SPDX-License-Identifier: GPL-3.0-or-later
// Which marks are hits, and at which the current line changes: two dataflow
// problems over the control flow graph, with no effect on it.
//
// Hits.  A mark counts when its line has not been hit yet on every forward path
// from the entry.  A loop header forgets the lines of its natural loop, so that
// every iteration is a new pass.  Where the first line of the loop has already
// been hit on the way in (the initialisation of a `for`, a loop on one line), the
// hit goes on the back edges instead.  Where some of the ways to a mark have hit its
// line and others have not, the hit goes on those that have not.
//
// A call that has marks of its own (marks/call_marks.h) is a hit wherever it stands, and
// its line none behind it; of lines they say nothing.
//
// Time.  A mark needs a stamp unless its line is the current one on every path
// that leads to it, back edges and exceptions included.
#ifndef LINE_FLOW_H
#define LINE_FLOW_H

#include <unordered_set>
#include <vector>

#include "gcc/bits.h"

namespace lineprof {

const int unknown_line = -1;

struct arrival {
    gimple *mark;
    int line;     // index, from 0
    bool hit;     // add one
    bool changes; // the current line changes here
    int previous; // the line that was current; unknown_line when paths differ
};

struct edge_hit {
    edge on;
    int line;
};

// A loop: its blocks, and the edges that begin another iteration.
struct natural_loop {
    basic_block header;
    std::vector<edge> back_edges;
    bits blocks; // by block index
    bits lines;  // marked in the loop
    // The line that every iteration meets first, if its hit can be counted on the back
    // edges; unknown_line when there is none.
    int first_line = unknown_line;
    int hit_on_back_edges = unknown_line;
    bool has_side_entries = false; // is also entered past its header
};

class line_flow {
  public:
    // FIRST is the line that is current at the entry.
    line_flow(function *fn, int line_count, int first);

    // Marks are added in the order of their block's statements.
    void add_mark(basic_block block, gimple *mark, int line);
    // Control may come to BLOCK by a way that the graph leaves out.
    void add_other_entry(basic_block block);
    void solve();

    const std::vector<arrival> &arrivals() const
    {
        return arrivals_;
    }
    const std::vector<edge_hit> &edge_hits() const
    {
        return edge_hits_;
    }
    const std::vector<natural_loop> &loops() const
    {
        return loops_;
    }

  private:
    enum class kind { line, call, call_end };
    struct mark {
        gimple *stmt;
        int line;
        kind of;
    };

    size_t first_line_from(basic_block block) const;
    std::vector<edge> successors_in_line_order(basic_block block) const;
    void order_blocks();
    bool is_back(edge e) const
    {
        return back_edges_.count(e) != 0;
    }
    void find_loops();
    bool defer_wrong_entries();
    void find_structure();
    bits blocks_ahead(basic_block start) const;
    void collect_blocks(natural_loop &loop);
    int only_first_line(const natural_loop &loop) const;
    bits lines_on_all_ways(basic_block block) const;
    bits lines_on_entry(basic_block block);
    bits lines_hit_on(edge e) const;
    bits lines_hit_on_ways(basic_block block, const bits &all) const;
    bits lines_forgotten(const natural_loop &loop) const;
    bits find_lines_ahead(basic_block block) const;
    void solve_lines_ahead();
    int line_kept(natural_loop &loop, const bits &lines) const;
    int last_line_before(basic_block block) const;
    void solve_hits();
    void solve_current();
    void note_arrivals();
    void note_ways_in(basic_block block);
    void note_unreached();

    function *fn_;
    size_t line_count_;
    int first_;
    std::vector<basic_block> order_;           // reverse post-order
    std::vector<std::vector<mark>> marks_;     // of lines, by block index
    std::vector<std::vector<mark>> all_marks_; // of calls, too
    std::vector<natural_loop> loops_;
    std::unordered_set<edge> back_edges_;
    std::unordered_set<edge> deferred_; // not used by the walk
    // Edges into a loop past its header, as from a switch to a label inside it: control
    // goes on in the middle of a pass, and what was hit before says nothing about it.
    std::unordered_set<edge> side_entries_;
    std::vector<natural_loop *> loop_at_; // by block index of the header
    std::unordered_set<basic_block> entered_otherwise_;
    bits reached_;                  // blocks of order_
    std::vector<bits> lines_ahead_; // by block index
    std::vector<bits> hit_out_;     // by block index
    std::vector<bits> current_in_;  // by block index
    std::vector<arrival> arrivals_;
    std::vector<edge_hit> edge_hits_;
};

} // namespace lineprof

#endif
