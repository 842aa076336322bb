// SPDX-License-Identifier: GPL-3.0-or-later
// Which text a compiler's input says to be lines of other files: by `#line`, or by the
// preprocessor's line markers.
#ifndef CLAIMED_LINES_H
#define CLAIMED_LINES_H

#include <string>
#include <unordered_map>

#include "text/line_source.h"

namespace lineprof {

class claimed_lines {
  public:
    // The text of a line of a file on disk; false if there is none.
    using written_fn = bool (*)(const char *file, int line, std::string &out);

    // NAME is what the input is called until it says otherwise itself.
    claimed_lines(const line_source &input, const std::string &name, written_fn written);

    // Whether anything is said of FILE, so that LINE is not to be looked for elsewhere.
    // KNOWN is set to whether there is one text that the line has, which goes to OUT.
    bool find(const char *file, int line, bool &known, std::string &out) const;

  private:
    struct claim {
        std::string text;
        bool is_ambiguous;
    };
    struct claims {
        std::unordered_map<int, claim> by_line;
        int last = 0; // of the lines
    };

    void read(const line_source &input, std::string file);
    void add(const std::string &file, int line, const std::string &text, bool again);

    std::unordered_map<std::string, claims> files_;
    written_fn written_;
    bool is_preprocessed_ = false;
};

} // namespace lineprof

#endif
