// SPDX-License-Identifier: GPL-3.0-or-later
// Which values a function takes from memory, from other functions or its callers, and
// does not change: where its code is there twice, the compiler knows no less of them.
//
// The macros `toupper` and `tolower` ask whether what they are given is a constant, and
// what that is most of the time is a character of a text.
#ifndef LOADED_VALUES_H
#define LOADED_VALUES_H

#include <unordered_map>
#include <vector>

namespace lineprof {

class loaded_values {
  public:
    // BODY: of a function, not lowered yet.
    explicit loaded_values(gimple_seq body);

    bool is_loaded(tree value) const;

  private:
    bool is_loaded(tree value, int depth) const;
    bool is_set_by_load(const gimple *stmt, int depth) const;

    std::unordered_map<tree, std::vector<const gimple *>> definitions_;
};

} // namespace lineprof

#endif
