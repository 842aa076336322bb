// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions are profiled, and what they are called.
#ifndef SELECT_H
#define SELECT_H

#include <string>

#include "plugin_options.h"

namespace lineprof {

class selector {
  public:
    explicit selector(const plugin_options &options) : options_(options)
    {
    }

    // Whether FUNCTION, which has a body, is to be profiled: it is marked, or the
    // options name it.
    bool selects(tree function);

    // The same of one that may have none here.
    bool names(tree function) const;

    // Warns, once the unit is done, when the options matched nothing.
    void warn_if_nothing_matched() const;

  private:
    bool options_name(tree function) const;

    const plugin_options &options_;
    bool asked_ = false; // there was an unmarked function
    bool matched_ = false;
};

// A function's name without parameters and template arguments: ns::S<T>::f(int)
// is ns::S::f.
std::string qualified_name(tree function);

// Where a function's name stands in its definition.
location_t definition_location(const_tree function);

} // namespace lineprof

#endif
