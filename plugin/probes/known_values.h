// SPDX-License-Identifier: GPL-3.0-or-later
// The values of which the compiler must go on knowing what it knew: those that some
// statement asks about (`__builtin_object_size`, `__builtin_constant_p`, what the
// wrappers of _FORTIFY_SOURCE pass on to them), and those that these are computed from.
// Whether an overflow is caught, and whether code with `error` attributes compiles at
// all, depends on it.
#ifndef KNOWN_VALUES_H
#define KNOWN_VALUES_H

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lineprof {

class known_values {
  public:
    explicit known_values(tree function) : function_(function)
    {
    }

    // All statements first, in any order; then what is asked about; then solve.
    void add_statement(gimple *stmt);
    void ask_about(tree value);
    // What the calls among the statements ask about.
    void ask_for_calls();
    // What counts the rounds of loops of which GCC knows how many there are: it warns of
    // what the last ones do.
    void ask_for_rounds(const std::vector<gimple *> &branches);
    // And the sizes that GCC warns of where they are too large.
    void ask_for_sizes();
    void solve();
    void note_what_passes_through_memory();

    // Whether something is asked about VALUE, a variable or an SSA name, or, for a
    // pointer, about what it points to.
    bool is_known(tree value) const
    {
        return known_[of_value].count(value) != 0;
    }
    bool is_target_known(tree pointer) const
    {
        return known_[of_target].count(pointer) != 0;
    }

    // Whether a statement makes memory hold what another loads and asks about: then the
    // compiler can tell it only as long as nothing in between may change memory.
    bool pass_through_memory() const
    {
        return pass_through_memory_;
    }

  private:
    // About a value itself, or about the memory that it points to.
    enum subject { of_value, of_target };

    void note_store(gimple *stmt, tree target);
    void want(tree value, subject about);
    void want_operands(tree operand, subject about);
    void want_load(tree reference);
    void want_definition(gimple *stmt, subject about);
    bool counts_rounds(tree variable) const;
    void ask_for(bool (*asks)(const gcall *call, unsigned number));
    static tree want_leaf(tree *slot, int *walk_subtrees, void *data);

    tree function_;
    std::vector<gimple *> statements_;
    std::unordered_map<tree, std::vector<gimple *>> definitions_; // and stores, by base
    std::vector<tree> loads_; // from memory that other code may change
    std::unordered_set<tree> known_[2];
    std::vector<std::pair<tree, subject>> open_;
    bool pass_through_memory_ = false;
};

// Which branches ask, too: those on the way to a call that is reported unless it is
// optimised away; or all, as where it depends on them whether a variable has been set.
enum class guards { reporting, all };

// Those of a function with a flow graph.
known_values find_known_values(function *fn, guards asking);

} // namespace lineprof

#endif
