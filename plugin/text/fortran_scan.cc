// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/fortran_scan.h"

#include <algorithm>
#include <iterator>

#include "text/characters.h"

namespace lineprof {
namespace {

const int most_continuations = 300; // the standard allows 255 lines

std::string small(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), in_small);
    return text;
}

std::string without_space(const std::string &text)
{
    const size_t first = text.find_first_not_of(" \t\r");
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_blank(const std::string &text)
{
    return text.find_first_not_of(" \t\r") == std::string::npos;
}

bool is_fixed_comment(const std::string &text)
{
    if (is_blank(text) || strchr("cC*dD!#", text[0]))
        return true;
    const size_t first = text.find_first_not_of(" \t");
    return text[first] == '!' && first != 5;
}

bool is_fixed_continuation(const std::string &text)
{
    if (text.size() > 1 && text[0] == '\t')
        return text[1] >= '1' && text[1] <= '9';
    return text.size() > 5 && is_blank(text.substr(0, 5)) && !strchr(" 0", text[5]);
}

// Whether code, in free form, goes on on the next line.
bool goes_on(const std::string &code)
{
    return !code.empty() && code[code.size() - 1] == '&';
}

// What follows the `end` on a line, " " when nothing does; "" when the line does not
// begin with that.
std::string ended_by(const std::string &code)
{
    if (!starts_with(code, "end") || (code.size() > 3 && code[3] == '='))
        return "";
    return code.size() == 3 ? " " : without_space(code.substr(3));
}

// Without a label, which is a number, and the name of a construct.
std::string without_name(const std::string &code)
{
    const std::string rest =
        code.substr(std::min(code.find_first_not_of("0123456789 "), code.size()));
    const size_t colon = rest.find(':');
    return colon < rest.find_first_of("( \t=") ||
                   (colon != std::string::npos && rest.find_first_of("(=") > colon)
               ? without_space(rest.substr(colon + 1))
               : rest;
}

bool is_select(const std::string &code)
{
    return starts_with(code, "select") && code.find('(') != std::string::npos;
}

bool is_do(const std::string &code)
{
    return code == "do" || starts_with(code, "do ");
}

bool is_concurrent(const std::string &code)
{
    return is_do(code) && starts_with(without_space(code.substr(2)), "concurrent");
}

// Whether a directive says `end WORD`.
bool ends_directive(const std::string &directive, const char *word)
{
    const size_t at = directive.find_first_not_of(' ', 5);
    if (at == std::string::npos || directive.compare(at, 3, "end") != 0)
        return false;
    return starts_with(without_space(directive.substr(at + 3)), word);
}

} // namespace

fortran_form fortran_form_of(const std::string &file)
{
    static const char *const fixed[] = {"f", "for", "ftn", "f77", "fpp"};
    const size_t dot = file.rfind('.');
    const std::string own = dot == std::string::npos ? "" : small(file.substr(dot + 1));
    const bool is_fixed =
        std::find(std::begin(fixed), std::end(fixed), own) != std::end(fixed);
    return is_fixed ? fortran_form::fixed : fortran_form::free;
}

// ---- Lines ----

std::string fortran_scan::code_of(int line) const
{
    std::string text;
    if (!lines_->line(line, text))
        return "";
    char quote = 0;
    for (size_t at = 0; at < text.size(); at++) {
        char &c = text[at];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '!')
            text.resize(at);
        else
            c = in_small(c);
    }
    return without_space(text);
}

std::string fortran_scan::unnamed_code_of(int line) const
{
    return without_name(code_of(line));
}

int fortran_scan::fixed_statement(int line) const
{
    std::string text;
    for (int at = line; line - at < most_continuations && lines_->line(at, text); at--)
        if (!is_fixed_comment(text) && !is_fixed_continuation(text))
            return at;
    return line;
}

int fortran_scan::free_statement(int line) const
{
    int first = line;
    for (int at = first - 1; at > 0 && line - at < most_continuations; at--) {
        const std::string code = code_of(at);
        if (code.empty())
            continue; // comments may stand between
        if (!goes_on(code))
            break;
        first = at;
    }
    return first;
}

int fortran_scan::statement(int line) const
{
    return is_fixed_ ? fixed_statement(line) : free_statement(line);
}

bool fortran_scan::has_several_statements(int line) const
{
    return code_of(line).find(';') != std::string::npos;
}

// ---- Constructs ----

int fortran_scan::open_construct(int from, bool (*begins)(const std::string &),
                                 const char *word) const
{
    int depth = 0;
    for (int line = from; line > 0; line--) {
        const std::string code = code_of(line);
        if (starts_with(ended_by(code), word))
            depth++;
        else if (begins(without_name(code)) && depth-- == 0)
            return line;
    }
    return 0;
}

int fortran_scan::select(int line) const
{
    const bool at_end = starts_with(ended_by(code_of(line)), "select");
    return open_construct(line - at_end, is_select, "select");
}

int fortran_scan::select_around(int line) const
{
    return open_construct(line - 1, is_select, "select");
}

int fortran_scan::enclosing_do(int line) const
{
    return open_construct(line - 1, is_do, "do");
}

int fortran_scan::concurrent(int line, const std::string &index) const
{
    const std::string own = unnamed_code_of(line);
    if (starts_with(own, "forall") || starts_with(own, "where"))
        return 0;
    int header = is_concurrent(own) ? line : enclosing_do(line);
    while (header && !index.empty() && !has_index(header, index))
        header = enclosing_do(header);
    return header && is_concurrent(unnamed_code_of(header)) ? header : 0;
}

bool fortran_scan::begins_do(int line) const
{
    return is_do(unnamed_code_of(line));
}

bool fortran_scan::begins_associate(int line) const
{
    return starts_with(unnamed_code_of(line), "associate");
}

bool fortran_scan::ends_unit(int line) const
{
    static const char *const units[] = {" ",          "module",   "submodule", "program",
                                        "subroutine", "function", "procedure"};
    const std::string ended = ended_by(code_of(line));
    for (const char *unit : units)
        if (starts_with(ended, unit))
            return true;
    return false;
}

// ---- Directives ----

std::string fortran_scan::directive_on(int line) const
{
    std::string text;
    if (!lines_->line(line, text))
        return "";
    text = small(without_space(text));
    const bool is_one =
        text.size() > 4 && strchr("!c*", text[0]) &&
        (text.compare(1, 4, "$omp") == 0 || text.compare(1, 4, "$acc") == 0);
    return is_one ? without_space(text.substr(0, text.find('!', 1))) : "";
}

bool fortran_scan::is_directive(int line) const
{
    return !directive_on(line).empty();
}

bool fortran_scan::continues_directive(int line) const
{
    if (!is_directive(line))
        return false;
    std::string text;
    if (is_fixed_)
        return lines_->line(line, text) && text.size() > 5 && !strchr(" 0", text[5]);
    return goes_on(directive_on(line - 1));
}

int fortran_scan::directive(int line) const
{
    int first = line;
    while (line - first < most_continuations && continues_directive(first))
        first--;
    return first;
}

int fortran_scan::next_statement(int line, const char *word) const
{
    const int last = line + most_continuations;
    bool continued = goes_on(code_of(line)); // by the line before
    for (line++; line <= last; line++) {
        const std::string directive = directive_on(line);
        std::string text;
        if (!lines_->line(line, text) || ends_directive(directive, word))
            break;
        const std::string code = code_of(line);
        if (!directive.empty() || code.empty() || (is_fixed_ && is_fixed_comment(text)))
            continue;
        if (!(is_fixed_ ? is_fixed_continuation(text) : continued))
            return line;
        continued = goes_on(code);
    }
    return 0;
}

std::vector<int> fortran_scan::atomic(int line) const
{
    std::vector<int> found;
    std::string directive;
    do
        directive += directive_on(line++);
    while (continues_directive(line));
    const size_t most = directive.find("capture") == std::string::npos ? 1 : 2;
    line--;
    while (found.size() < most && (line = next_statement(line, "atomic")))
        found.push_back(line);
    return found;
}

// ---- Loops ----

std::string fortran_scan::whole_statement(int line) const
{
    std::string whole = code_of(line);
    for (int next = line + 1; next - line < most_continuations && goes_on(whole);
         next++) {
        whole.resize(whole.size() - 1);
        whole += code_of(next);
    }
    return whole;
}

bool fortran_scan::has_index(int line, const std::string &index) const
{
    const std::string header = whole_statement(line);
    for (size_t at = header.find(index); at != std::string::npos;
         at = header.find(index, at + 1)) {
        const size_t after = header.find_first_not_of(' ', at + index.size());
        const bool is_whole = at > 0 && !is_identifier(header[at - 1]);
        if (is_whole && after != std::string::npos && header[after] == '=' &&
            header[after + 1] != '=')
            return true;
    }
    return false;
}

bool fortran_scan::rules_loop(int line, const std::string &index) const
{
    if (!is_directive(line))
        return false;
    const int loop = next_statement(line, "do");
    return loop && begins_do(loop) && (index.empty() || has_index(loop, index));
}

std::vector<int> fortran_scan::loop_headers(int line,
                                            const std::vector<std::string> &indices) const
{
    if (rules_loop(line, indices[0])) {
        line = next_statement(line, "do");
    } else {
        if (!begins_do(line))
            line = enclosing_do(line);
        while (line && !has_index(line, indices[0]))
            line = enclosing_do(line);
    }
    std::vector<int> found;
    for (size_t i = 0; line && i < indices.size() && begins_do(line); i++) {
        found.push_back(line);
        line = next_statement(line, "do");
    }
    return found;
}

} // namespace lineprof
