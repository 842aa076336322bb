// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions are profiled, and what they are called.
#ifndef SELECT_H
#define SELECT_H

#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

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
    // file, how many of those others have left out, and how many were marked in the
    // source.
    void say_chosen() const;

    // Warns, once the unit is done, when the options matched nothing.
    void warn_if_nothing_matched() const;

  private:
    // By pattern, with its key, and file: functions, by name and line.
    using pattern_files =
        std::map<std::pair<std::string, std::string>, std::set<std::string>>;

    bool is_programs(tree function) const;
    bool options_choose(tree function) const;
    bool options_name(tree function) const;
    bool options_exclude(tree function) const;
    static void note_matches(pattern_files &noted, const char *key,
                             const glob_list &globs, tree function,
                             bool (*matches)(const glob_list &, tree));
    void note_left_out(tree function);
    static void say_noted(const pattern_files &noted, const char *verb,
                          const std::vector<std::pair<const char *, glob_list>> &asked);

    const plugin_options &options_;
    bool asked_ = false; // there was an unmarked function that a pattern could choose
    bool matched_ = false;
    std::unordered_set<unsigned> by_options_; // DECL_UIDs of those without the attribute
    pattern_files chosen_;                    // by what chose them
    pattern_files left_out_;                  // by what did not let them be chosen
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
