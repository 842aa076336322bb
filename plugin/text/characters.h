// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of characters, whatever the locale.
#ifndef CHARACTERS_H
#define CHARACTERS_H

#include <cstring>
#include <string>

namespace lineprof {

inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

inline bool is_letter_or_digit(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether it can stand in a standard identifier.
inline bool is_identifier(char c)
{
    return is_letter_or_digit(c) || c == '_';
}

// Whether it can stand in one of GCC's.
inline bool is_word(char c)
{
    return is_identifier(c) || c == '$';
}

inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

inline char in_small(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

// One more, one less or as many: brackets that are open after C.
inline int bracket_step(char c)
{
    return c && strchr("([{", c) ? 1 : c && strchr(")]}", c) ? -1 : 0;
}

inline bool starts_with(const std::string &text, const char *prefix)
{
    return text.compare(0, strlen(prefix), prefix) == 0;
}

// A line without the white space around it.
inline std::string trimmed(const std::string &line)
{
    const char *const space = " \t\r\f\v";
    const size_t first = line.find_first_not_of(space);
    if (first == std::string::npos)
        return "";
    return line.substr(first, line.find_last_not_of(space) - first + 1);
}

} // namespace lineprof

#endif
