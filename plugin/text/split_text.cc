// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/split_text.h"

#include <algorithm>

namespace lineprof {

split_text::split_text(std::string text, line_ends ends)
    : text_(std::move(text)), ends_(ends)
{
    for (size_t at = 0; at < text_.size(); at = next_line(end_of_line(at)))
        starts_.push_back(at);
}

// Where the line that goes through START ends, without what ends it.
size_t split_text::end_of_line(size_t start) const
{
    size_t end = std::min(text_.find('\n', start), text_.size());
    if (ends_ == line_ends::old_ones_too)
        return size_t(std::find(text_.begin() + start, text_.begin() + end, '\r') -
                      text_.begin());
    if (end > start && text_[end - 1] == '\r')
        end--;
    return end;
}

// Where the next one begins.
size_t split_text::next_line(size_t end) const
{
    end += end < text_.size() && text_[end] == '\r';
    const bool is_feed = end < text_.size() && text_[end] == '\n';
    return end + is_feed;
}

bool split_text::line(int number, std::string &out) const
{
    if (number < 1 || size_t(number) > starts_.size())
        return false;
    const size_t start = starts_[number - 1];
    out.assign(text_, start, end_of_line(start) - start);
    return true;
}

} // namespace lineprof
