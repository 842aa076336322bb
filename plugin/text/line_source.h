// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of text read, and what they answer with.
#ifndef LINE_SOURCE_H
#define LINE_SOURCE_H

#include <string>

namespace lineprof {

// The lines of a file.
class line_source {
  public:
    // The text of a line (from 1) without its end; false if there is none, or it is not
    // known.
    virtual bool line(int number, std::string &out) const = 0;

  protected:
    ~line_source() = default;
};

// A place in a file; line and column are from 1.
struct spot {
    int line = 0; // 0: nowhere
    int column = 0;
};

inline bool operator==(const spot &a, const spot &b)
{
    return a.line == b.line && a.column == b.column;
}

inline bool operator<(const spot &a, const spot &b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

} // namespace lineprof

#endif
