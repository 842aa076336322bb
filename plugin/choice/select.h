// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions are profiled, and what they are called.
#ifndef SELECT_H
#define SELECT_H

#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "gcc/plugin_options.h"

namespace lineprof {

class selector {
  public:
    explicit selector(const plugin_options &options) : options_(options)
    {
    }

    // Whether FUNCTION, which has a body, is to be profiled: it is marked, or the
    // options name it.
    bool selects(tree function);

    // Whether FUNCTION, which was selected, is marked in the source.
    bool is_marked(tree function) const;

    // Whether FUNCTION, which may have no body here, is marked or named.
    bool names(tree function) const;

    // FUNCTION, which was selected, is profiled.
    void note_profiled(tree function);

    // Says, once the unit is done, how many functions each pattern has chosen from which
    // file, and how many were marked in the source.
    void say_chosen() const;

    // Warns, once the unit is done, when the options matched nothing.
    void warn_if_nothing_matched() const;

  private:
    bool is_programs(tree function) const;
    bool options_name(tree function) const;
    bool options_exclude(tree function) const;
    void note_matches(const char *key, const glob_list &globs, tree function,
                      bool (*matches)(const glob_list &, tree));

    const plugin_options &options_;
    bool asked_ = false; // there was an unmarked function that a pattern could choose
    bool matched_ = false;
    std::unordered_set<unsigned> by_options_; // DECL_UIDs of those without the attribute
    // What chose functions, and from which file: those functions, by name and line.
    std::map<std::pair<std::string, std::string>, std::set<std::string>> chosen_;
};

// The function as it was written: constructors and destructors are cloned.
tree written_function(tree function);

// A function's name without parameters and template arguments: ns::S<T>::f(int)
// is ns::S::f.
std::string qualified_name(tree function);

// Where a function's name stands in its definition.
location_t definition_location(const_tree function);

} // namespace lineprof

#endif
