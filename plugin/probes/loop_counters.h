// SPDX-License-Identifier: GPL-3.0-or-later
// Hits on back edges.  A loop that stays on one line and calls nothing that could
// leave it counts in a register and adds the sum on its way out, so that it keeps
// its speed and can still be vectorised; any other adds to memory each time.
#ifndef LOOP_COUNTERS_H
#define LOOP_COUNTERS_H

#include <vector>

#include "emit/probe_code.h"
#include "probes/line_flow.h"

namespace lineprof {

class loop_counters {
  public:
    loop_counters(function *fn, const line_flow &flow, const probe_code &code,
                  tree frame);

    // Counts a hit whenever ON is taken; OFFSET is the line's counter's.
    void insert_hit(edge on, int counter_offset);

    // Sets the counters up and empties them; once, after the last hit.
    void commit();

  private:
    struct counter {
        const natural_loop *loop;
        tree variable; // NULL until there is a hit to count
        int offset;
    };

    bool is_simple(const natural_loop &loop) const;
    counter *outermost_around(edge on);
    void empty_on_exits(const counter &c);

    function *fn_;
    const probe_code &code_;
    tree frame_;
    std::vector<counter> counters_;
};

} // namespace lineprof

#endif
