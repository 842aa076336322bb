// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/code_reader.h"

#include "text/characters.h"

namespace lineprof {

code_reader::code_reader(const line_source &lines, spot begin, group chosen)
    : lines_(&lines), line_(begin.line), at_(begin.column - 1),
      last_line_(begin.line + most_lines), chosen_(chosen)
{
    readable_ = lines_->line(line_, text_);
}

char code_reader::next()
{
    while (readable_) {
        if (at_ >= text_.size())
            next_line();
        else if (const char c = step())
            return c;
    }
    return 0;
}

char code_reader::next_statement()
{
    char c = next();
    for (; c == '#' && begins_line(); c = next())
        obey_directive();
    return c;
}

std::string code_reader::word() const
{
    if (at_ == 0) // beyond the end
        return "";
    size_t end = at_ - 1;
    if (end > 0 && is_word(text_[end - 1]))
        return "";
    while (end < text_.size() && is_word(text_[end]))
        end++;
    return text_.substr(at_ - 1, end - at_ + 1);
}

void code_reader::skip_directive()
{
    while (readable_ && !text_.empty() && text_[text_.size() - 1] == '\\')
        next_line();
    at_ = text_.size();
}

void code_reader::obey_directive()
{
    const std::string directive = trimmed(text_.substr(at_));
    const bool is_left_out =
        directive.compare(0, 4, "if 0") == 0 ||
        (chosen_ == group::second && directive.compare(0, 2, "if") == 0);
    skip_directive();
    if (is_left_out)
        skip_group();
    else if (directive.compare(0, 2, "el") == 0) // the group before it was read
        while (readable_ && !skip_group())
            ;
}

bool code_reader::skip_group()
{
    bool is_last = false;
    int depth = 1;
    while (readable_ && depth > 0) {
        next_line();
        const std::string line = trimmed(text_);
        if (line.empty() || line[0] != '#')
            continue;
        const std::string directive = trimmed(line.substr(1));
        is_last = directive.compare(0, 5, "endif") == 0;
        depth += directive.compare(0, 2, "if") == 0;
        depth -= is_last || (depth == 1 && directive.compare(0, 2, "el") == 0);
    }
    at_ = text_.size();
    return is_last;
}

void code_reader::next_line()
{
    at_ = 0;
    if (text_.empty() || text_[text_.size() - 1] != '\\')
        quote_ = 0;
    readable_ = ++line_ <= last_line_ && lines_->line(line_, text_);
}

char code_reader::step()
{
    const char c = text_[at_++];
    const char after = at_ < text_.size() ? text_[at_] : 0;
    if (in_comment_) {
        in_comment_ = !(c == '*' && after == '/');
        at_ += !in_comment_;
    } else if (!raw_end_.empty()) {
        if (!text_.compare(at_ - 1, raw_end_.size(), raw_end_)) {
            at_ += raw_end_.size() - 1;
            raw_end_.clear();
        }
    } else if (quote_) {
        at_ += c == '\\';
        quote_ = c == quote_ ? 0 : quote_;
    } else if (c == '/' && after == '/') {
        quote_ = '\n'; // as far as the line goes, which a backslash makes longer
        at_ = text_.size();
    } else if (c == '/' && after == '*') {
        in_comment_ = true;
        at_++;
    } else if (c == '"' && is_raw()) {
        raw_end_ = ')' + text_.substr(at_, text_.find('(', at_) - at_) + '"';
        return c;
    } else if (c == '"' || (c == '\'' && !separates_digits())) {
        quote_ = c;
        return c;
    } else {
        return is_space(c) ? 0 : c;
    }
    return 0;
}

bool code_reader::is_raw() const
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    size_t start = at_ - 1;
    while (start > 0 && is_word(text_[start - 1]))
        start--;
    for (const char *prefix : prefixes)
        if (!text_.compare(start, at_ - 1 - start, prefix))
            return true;
    return false;
}

bool code_reader::separates_digits() const
{
    size_t start = at_ - 1;
    while (start > 0 &&
           (is_letter_or_digit(text_[start - 1]) || text_[start - 1] == '\''))
        start--;
    return is_digit(text_[start]);
}

std::string token_in(const line_source &lines, spot at)
{
    std::string line;
    if (at.column < 1 || !lines.line(at.line, line))
        return "";
    const size_t start = at.column - 1;
    if (start >= line.size())
        return "";
    size_t end = start;
    while (end < line.size() && is_word(line[end]))
        end++;
    return line.substr(start, end == start ? 1 : end - start);
}

} // namespace lineprof
