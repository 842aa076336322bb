// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions of the unit call themselves through others, by direct calls.  How deep
// they are in themselves only frames know: whose activations are primitive, and which of
// their time is whose.
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

    // Once all have been.
    bool has(tree function) const;

  private:
    std::unordered_map<unsigned, std::vector<unsigned>> callees_; // by DECL_UID
};

} // namespace lineprof

#endif
