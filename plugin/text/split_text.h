// SPDX-License-Identifier: GPL-3.0-or-later
// A text in memory, by lines.
#ifndef SPLIT_TEXT_H
#define SPLIT_TEXT_H

#include <string>
#include <vector>

#include "text/line_source.h"

namespace lineprof {

// What ends a line: a line feed, with or without a carriage return before it; or also a
// carriage return alone, as the preprocessor has it.
enum class line_ends { feeds, old_ones_too };

// A text and where its lines begin.  GCC's own cache looks for a line from a sampled one
// on, which takes long in a long file.
class split_text final : public line_source {
  public:
    split_text() = default;
    split_text(std::string text, line_ends ends);

    bool line(int number, std::string &out) const override;

  private:
    size_t end_of_line(size_t start) const;
    size_t next_line(size_t end) const;

    std::string text_;
    std::vector<size_t> starts_;
    line_ends ends_ = line_ends::feeds;
};

} // namespace lineprof

#endif
