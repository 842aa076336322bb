// SPDX-License-Identifier: GPL-3.0-or-later
// What the passes know of the unit being compiled: its options, and the functions
// that are profiled, from the front end to the last pass.
#ifndef UNIT_H
#define UNIT_H

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "choice/asked_results.h"
#include "choice/attribute.h"
#include "choice/call_cycles.h"
#include "choice/select.h"
#include "emit/probe_code.h"
#include "gcc/plugin_options.h"
#include "marks/unit_tables.h"

namespace lineprof {

// A function from the moment it is lowered.
struct lowered_function {
    profiled_function tables;
    tree frame; // local variable: struct lineprof_frame *; NULL_TREE: it counts lightly
    bool is_asked;       // must_be_inlined() (asking_calls.h)
    bool may_be_inlined; // as long as its light copy is alone
    bool is_in_cycle;    // it calls itself through others
    int parts_at = -1;   // the count at which its timed copy is parted from it; -1: none
    std::unordered_set<gimple *> timed_calls = {}; // those in its timed copy
};

// GCC's name for the body of an OpenMP region of FUNCTION is FUNCTION._omp_fn.N.
const char part_suffix[] = "._omp_fn.";

class unit {
  public:
    explicit unit(const plugin_options &options)
        : options_(options), selector_(options), code_(options)
    {
    }

    const plugin_options &options() const
    {
        return options_;
    }
    const probe_code &code() const
    {
        return code_;
    }

    // A function's body has been parsed: place marks in it or take the markers out.
    void function_parsed(tree function);

    // Whether functions of this unit may be profiled.
    bool may_profile() const
    {
        return profile_attribute_seen() || !options_.functions.empty() ||
               !options_.files.empty();
    }

    // Whether what FUNCTION, which has been parsed, does is counted: in itself, or in a
    // function that it calls and that the front end could evaluate.
    bool counts_in(tree function) const;

    // Whether FUNCTION is the body of a coroutine, split off from what was written.
    bool is_coroutine_body(tree function) const
    {
        return bodies_.count(DECL_UID(function)) != 0;
    }

    // The lines found by the front end; NULL when it has not told of FUNCTION.
    const line_set *parsed_lines(tree function) const;

    // Whether FUNCTION calls itself through others of the unit.
    bool is_in_cycle(tree function)
    {
        return cycles_.has(function);
    }

    // Whether the compiler may have to know FUNCTION's result where it is called.
    bool is_result_asked(tree function)
    {
        return asked_results_.has(function);
    }

    bool selects(tree function)
    {
        return selector_.selects(function);
    }

    // Whether it would, were FUNCTION defined here.
    bool names(tree function) const
    {
        return selector_.names(function);
    }

    lowered_function &add_lowered(tree function, const lowered_function &lowered);

    // FUNCTION itself, or the one that it is a part of; NULL when not profiled.
    lowered_function *find_lowered(tree function, bool &is_part);

    void note_profiled(tree function)
    {
        selector_.note_profiled(function);
    }

    // Whether FUNCTION, which is to be profiled, is marked in the source.
    bool is_marked(tree function) const
    {
        return selector_.is_marked(function);
    }

    // FUNCTION was marked, and cannot be profiled.
    void leave_out(tree function)
    {
        left_out_.insert(DECL_UID(function));
    }

    // Functions that were marked and then left out, as nothing refers to them: they have
    // lines that never ran.  To be asked when GCC has decided, once.
    std::vector<profiled_function> take_unused();

    void finish() const
    {
        if (options_.verbose)
            selector_.say_chosen();
        selector_.warn_if_nothing_matched();
    }

  private:
    struct parsed_function {
        tree decl;
        location_t end;
    };

    void mark_function(tree function);
    void note_if_droppable(tree function);

    const plugin_options &options_;
    selector selector_;
    call_cycles cycles_;
    asked_results asked_results_;
    probe_code code_;
    std::unordered_map<unsigned, line_set> parsed_; // by DECL_UID
    std::unordered_set<unsigned> bodies_;           // DECL_UIDs
    std::unordered_set<unsigned> left_out_;         // DECL_UIDs
    std::vector<parsed_function> droppable_;        // what the unit alone can refer to
    std::unordered_map<std::string, std::unique_ptr<lowered_function>>
        lowered_; // by symbol
};

} // namespace lineprof

#endif
