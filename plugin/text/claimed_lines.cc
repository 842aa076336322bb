// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/claimed_lines.h"

#include <algorithm>
#include <cstdlib>

#include "text/characters.h"

namespace lineprof {
namespace {

// `# 12 "file" 1`, `#line 12 "file"` and the same without a file.
struct line_marker {
    enum { none, unclear, clear } kind;
    int line;
    std::string file; // as before, if empty
};

// A string literal's value as far as names of files need it.
std::string quoted(const std::string &text, size_t at)
{
    std::string value;
    if (at >= text.size() || text[at] != '"')
        return value;
    for (at++; at < text.size() && text[at] != '"'; at++) {
        if (text[at] == '\\' && at + 1 < text.size())
            at++;
        value += text[at];
    }
    return value;
}

line_marker read_marker(const std::string &text)
{
    const char *const space = " \t";
    size_t at = text.find_first_not_of(space);
    if (at == std::string::npos || text[at] != '#')
        return {line_marker::none, 0, ""};
    at = std::min(text.find_first_not_of(space, at + 1), text.size());
    const bool is_line = text.compare(at, 4, "line") == 0 && !is_identifier(text[at + 4]);
    if (is_line)
        at = std::min(text.find_first_not_of(space, at + 4), text.size());
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    if (end == at || end - at > 9)
        return {is_line ? line_marker::unclear : line_marker::none, 0, ""};
    const size_t name = std::min(text.find_first_not_of(space, end), text.size());
    return {line_marker::clear, atoi(text.c_str() + at), quoted(text, name)};
}

bool is_blank(const std::string &text)
{
    return trimmed(text).empty();
}

bool is_directive(const std::string &text)
{
    return trimmed(text)[0] == '#';
}

// The preprocessor puts a marker inside a line where a macro of a system header was
// used, and what follows in the columns where it stood.  A pragma that was an operator
// becomes a line of its own; what is left of the line is its text.
void lay_over(std::string &line, const std::string &more)
{
    if (is_blank(line) || (is_directive(line) && !is_blank(more)))
        line.clear();
    else if (is_directive(more))
        return;
    for (size_t at = 0; at < more.size(); at++) {
        if (at >= line.size())
            line += more[at];
        else if (is_space(line[at]))
            line[at] = more[at];
    }
}

bool has_markers(const line_source &input)
{
    std::string text;
    for (int at = 1; input.line(at, text); at++)
        if (read_marker(text).kind != line_marker::none)
            return true;
    return false;
}

} // namespace

// AGAIN: the line before was a part of the same one.
void claimed_lines::add(const std::string &file, int line, const std::string &text,
                        bool again)
{
    claims &all = files_[file];
    all.last = std::max(all.last, line);
    const auto [at, is_new] = all.by_line.try_emplace(line, claim{text, false});
    claim &known = at->second;
    if (again)
        lay_over(known.text, text);
    else if (is_blank(known.text))
        known.text = text;
    else if (!is_new && !is_blank(text) && text != known.text)
        known.is_ambiguous = true;
}

claimed_lines::claimed_lines(const line_source &input, const std::string &name,
                             written_fn written)
    : written_(written)
{
    if (has_markers(input))
        read(input, name);
}

void claimed_lines::read(const line_source &input, std::string file)
{
    std::string last_file, text;
    int line = 1, last_line = 0;
    bool is_clear = true;
    for (int at = 1; input.line(at, text); at++) {
        const line_marker marker = read_marker(text);
        if (marker.kind == line_marker::none) {
            const bool again = line == last_line && file == last_file;
            if (is_clear && line > 0)
                add(file, line, text, again);
            last_line = line++;
            last_file = file;
            continue;
        }
        is_preprocessed_ |= at == 1;
        is_clear = marker.kind == line_marker::clear;
        line = marker.line;
        if (!marker.file.empty())
            file = marker.file;
    }
}

bool claimed_lines::find(const char *file, int line, bool &known, std::string &out) const
{
    const auto found = files_.find(file);
    if (found == files_.end() || line < 1)
        return false;
    const claims &all = found->second;
    const auto at = all.by_line.find(line);
    if (at != all.by_line.end()) {
        known = !at->second.is_ambiguous;
        out = at->second.text;
    } else if (!is_preprocessed_ && written_(file, line, out)) {
        known = true;
    } else {
        known = line <= all.last; // left out between others, as it is blank
        out.clear();
    }
    return true;
}

} // namespace lineprof
