// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of lineprof/abi.h that go into the object file.
#ifndef UNIT_TABLES_H
#define UNIT_TABLES_H

#include <string>
#include <vector>

#include "gcc/plugin_options.h"
#include "marks/call_marks.h"
#include "marks/marks.h"

namespace lineprof {

// Whether FUNCTION can only run as a part of its callers: it must be inlined, or another
// unit has the copy that is called.
bool is_only_inlined(const_tree function);

// A direct call in light code.
struct call_site {
    std::string symbol;    // of the function that is called
    int site;              // of the line that calls
    bool is_entry = false; // no call, but an activation inside no other one
};

// Where light code counts, as struct lineprof_layout has it.
struct function_layout {
    tree counts; // address of the first
    int count_count;
    std::vector<uint32_t> sums;
    std::vector<call_site> calls;
    std::vector<uint32_t> visits; // by count: what begins there; none: no visits
    bool is_part;
    bool has_frames; // it has calls alone
};

// What the object file says of one function, and where its counters are.
class profiled_function {
  public:
    // END: where FUNCTION ends, if GCC has forgotten its body meanwhile.
    profiled_function(tree function, const line_set &lines, place first, bool is_inlined,
                      location_t end = UNKNOWN_LOCATION);

    // Before its record is made: it has sites for these calls, too, by number.
    void add_calls(const std::vector<outside_call> &calls);

    // Of the line, or call, that is current behind a mark; -1: there is none.
    int site_of_mark(const gimple *mark) const;

    // Of the site at a place; of the last one in its file that is not after it.  -1:
    // there is none.
    int site_index(const place &where) const;
    int site_before(const place &where) const;
    // Of the line that stands for the beginning; -1 without lines.
    int first_site() const
    {
        return first_site_;
    }

    // Before its record is made: its code is to be there twice.
    void set_timed_copy()
    {
        has_timed_copy_ = true;
    }

    // Whether its activations share their callers' stack frames.
    bool is_inlined() const
    {
        return is_inlined_;
    }

    // Byte offsets in the function's block.
    int cell_offset(int index) const
    {
        return LINEPROF_CELLS_AT(site_count()) + index * sizeof(lineprof_cell);
    }
    int counter_offset(int index) const
    {
        return LINEPROF_COUNTERS_AT + index * sizeof(lineprof_counter);
    }
    tree function() const
    {
        return function_;
    }
    size_t line_count() const
    {
        return sites_.size();
    }
    // In the source, of what may be outside.
    size_t call_count() const
    {
        return call_numbers_.size();
    }
    size_t site_count() const
    {
        return sites_.size() + calls_.size();
    }

    // Address of its struct lineprof_function.  A part, which GCC has split off (an
    // OpenMP region, the body of a coroutine), has one of its own: its activations
    // are no calls.
    tree record(const plugin_options &options, bool is_part);

    // Puts out a struct lineprof_layout of the function, or of a part of it.
    void emit_layout(const plugin_options &options, const function_layout &layout);

  private:
    struct site {
        place where;
        int file; // index into files_
    };

    tree build_record(const plugin_options &options, bool is_part) const;

    tree function_;
    bool is_inlined_;
    bool has_timed_copy_ = false;
    location_t end_;
    // What a line calls, all the calls of one function together.
    struct called {
        int line; // index into sites_
        std::string symbol, name;
    };

    std::vector<site> sites_;
    std::vector<called> calls_;     // their sites come after the lines'
    std::vector<int> call_numbers_; // by number of the call, index into calls_; -1: none
    std::vector<const char *> files_;
    int first_site_ = -1;
    tree records_[2] = {}; // the function's, its parts'
};

} // namespace lineprof

#endif
