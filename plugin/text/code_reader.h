// SPDX-License-Identifier: GPL-3.0-or-later
// The text of C and C++, read character by character.
#ifndef CODE_READER_H
#define CODE_READER_H

#include "text/line_source.h"

namespace lineprof {

// Which of the groups of lines that `#if`, `#elif` and `#else` choose from is read; only
// the compiler knows which it was.
enum class group { first, second };

// Reads the text of a C file character by character; what is inside comments and
// literals is no code, and neither is white space.  A copy reads on by itself.
class code_reader {
  public:
    // LINES are borrowed.
    code_reader(const line_source &lines, spot begin, group chosen = group::first);

    // The next character of code; 0 where the text ends, or is read no further.
    char next();

    // The same without directives, and of the groups of a conditional only one.
    char next_statement();

    // Where the character that was read last stands.
    spot at() const
    {
        return {line_, int(at_)};
    }
    // The word that it begins; "" if it begins none.
    std::string word() const;
    void skip_directive();

  private:
    static const int most_lines = 10000; // no block is longer

    // Whether the character is the first on its line.
    bool begins_line() const
    {
        return text_.find_first_not_of(" \t\f\v") + 1 == at_;
    }

    void obey_directive();

    // To the end of the directive that closes a group, or begins the next one.  Returns
    // whether that was the last.
    bool skip_group();

    void next_line();

    // One character on; 0 if it is no code.
    char step();

    // Whether the quotation mark that was read begins a raw string, R"(...)".
    bool is_raw() const;

    // Whether the quotation mark that was read stands in a number, as in 1'000.
    bool separates_digits() const;

    const line_source *lines_;
    std::string text_;
    int line_;
    size_t at_;
    int last_line_;
    group chosen_;
    bool readable_;
    bool in_comment_ = false;
    char quote_ = 0;
    std::string raw_end_; // what ends the raw string being read
};

// The word that begins at a place, or the one character there; "" beyond what can be
// read.
std::string token_in(const line_source &lines, spot at);

} // namespace lineprof

#endif
