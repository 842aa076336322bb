// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of values at a place of a function whose statements are followed one by
// one, on all ways that lead there: a set of facts; and more of them where a flag tells
// which way it was, as in
//
//     found = 0; if (...) { value = ...; found = 1; }  ...  if (found) use(value);
#ifndef VALUE_STATE_H
#define VALUE_STATE_H

#include <unordered_map>

#include "gcc/bits.h"

namespace lineprof {

class value_state {
  public:
    // A place that no way leads to: all is true there, of so many facts.
    static value_state unreachable(size_t fact_count);
    // One where nothing is known.
    static value_state unknown(size_t fact_count);

    bool has(size_t fact) const
    {
        return facts_.test(fact);
    }
    // Without the help of flags.
    bool has_anyhow(size_t fact) const
    {
        return anyhow_.test(fact);
    }
    void add(size_t fact);
    void remove(size_t fact);
    void forget_flags()
    {
        flags_.clear();
    }

    // VARIABLE becomes a constant; what SOURCE was; something else.
    void set_flag(tree variable, bool value);
    void copy_flag(tree variable, tree source);
    void forget_flag(tree variable)
    {
        flags_.erase(variable);
    }

    // What is known, too, if VARIABLE is not 0, or is.
    value_state where(tree variable, bool value) const;

    // Another way leads there.  Returns whether less is known than before.
    bool meet(const value_state &other);

    // What has been found since on a way that has to be gone in any case.
    void unite(const value_state &other);

  private:
    struct two_ways {
        bits if_set, if_clear; // facts; what is known anyhow is among them
    };

    explicit value_state(const bits &facts) : facts_(facts), anyhow_(facts)
    {
    }

    bits facts_, anyhow_;
    bool is_reached_ = true;
    std::unordered_map<tree, two_ways> flags_;
};

} // namespace lineprof

#endif
