/* SPDX-License-Identifier: MIT */
#include "marked_text.h"

using namespace lineprof;

marked_text::marked_text(const char *marked) : text(marked)
{
    std::string plain;
    spot at = {1, 1};

    for (const char *c = marked; *c; c++) {
        if (*c == '@') {
            start = at;
            continue;
        }
        if (*c == '`') {
            expected.push_back(at);
            continue;
        }
        plain += *c;
        at = *c == '\n' ? spot{at.line + 1, 1} : spot{at.line, at.column + 1};
    }
    lines = split_text(plain, line_ends::feeds);
}

void check_text(const std::string &found, const char *expected)
{
    ck_assert_msg(found == expected, "\"%s\", not \"%s\"", found.c_str(), expected);
}

static std::string shown(const std::vector<spot> &spots)
{
    std::string out;

    for (const spot &each : spots)
        out += " " + std::to_string(each.line) + ":" + std::to_string(each.column);
    return out.empty() ? " nothing" : out;
}

void marked_text::check(const std::vector<spot> &found) const
{
    ck_assert_msg(found == expected, "found%s, not%s, in:\n%s", shown(found).c_str(),
                  shown(expected).c_str(), text);
}

void marked_text::check(spot found) const
{
    check(found.line ? std::vector<spot>{found} : std::vector<spot>{});
}

void marked_text::check_lines(const std::vector<int> &found) const
{
    std::vector<spot> spots;

    for (size_t i = 0; i < found.size(); i++) {
        const bool is_marked = i < expected.size() && expected[i].line == found[i];
        spots.push_back(is_marked ? expected[i] : spot{found[i], 1});
    }
    check(spots);
}

void marked_text::check_line(int found) const
{
    check_lines(found ? std::vector<int>{found} : std::vector<int>{});
}
