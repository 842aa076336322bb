// SPDX-License-Identifier: GPL-3.0-or-later
// Functions whose results the compiler may have to know in their callers: what they
// return may decide whether a call is reached there that is reported (`error`, `warning`)
// unless it is optimised away.
#ifndef ASKED_RESULTS_H
#define ASKED_RESULTS_H

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lineprof {

class asked_results {
  public:
    // GENERIC: FUNCTION has been parsed.
    void add(tree function);

    // Once all have been, which the first question says.
    bool has(tree function);

  private:
    struct node {
        std::vector<unsigned> callees; // DECL_UIDs
        bool asks = false;             // has such a call
        bool is_text = false;          // its calls are those of whom it is inlined into
    };

    static tree note_call(tree *slot, int *walk_subtrees, void *data);
    bool hand_on();
    void find();

    std::unordered_map<unsigned, node> nodes_;
    bool found_ = false;
    std::unordered_set<unsigned> asked_;
};

} // namespace lineprof

#endif
