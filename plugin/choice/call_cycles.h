// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions of the unit call themselves through some others, by direct calls.  How
// deep they are in themselves only frames know: whose activations are primitive, and
// which of their time is whose.
#ifndef CALL_CYCLES_H
#define CALL_CYCLES_H

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lineprof {

class call_cycles {
  public:
    // GENERIC: FUNCTION has been parsed.
    void add(tree function);

    // Once all have been, which the first question says.
    bool has(tree function);

  private:
    // A function by its DECL_UID, in the search for strongly connected components.
    struct node {
        std::vector<unsigned> callees;
        size_t number = 0; // in the order in which they are found, from 1
        size_t lowest = 0; // of those that it reaches and that are open
        size_t next = 0;   // callee to look at
        bool is_open = false;
    };

    void find();
    void find_from(unsigned function);

    std::unordered_map<unsigned, node> nodes_;
    std::vector<unsigned> open_;
    size_t numbered_ = 0;
    bool found_ = false;
    std::unordered_set<unsigned> members_; // of components of a few functions
};

} // namespace lineprof

#endif
