// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "text/fortran_text.h"
#include "text/text_lines.h"

namespace lineprof {
namespace {

const int most_continuations = 300; // the standard allows 255 lines

bool is_fixed_extension(const char *file)
{
    static const char *const extensions[] = {"f", "for", "ftn", "f77", "fpp"};
    const char *dot = strrchr(file, '.');
    for (const char *extension : extensions)
        if (dot && !strcasecmp(dot + 1, extension))
            return true;
    return false;
}

// By the name of the file, unless the command line says otherwise.
bool is_fixed_form(const char *file)
{
    bool fixed = is_fixed_extension(file);
    for (unsigned i = 0; i < save_decoded_options_count; i++) {
        const size_t option = save_decoded_options[i].opt_index;
        if (option == OPT_ffixed_form || option == OPT_ffree_form)
            fixed = option == OPT_ffixed_form;
    }
    return fixed;
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

int fixed_statement_line(place where)
{
    std::string text;
    for (int line = where.line;
         where.line - line < most_continuations && parsed_line(where.file, line, text);
         line--)
        if (!is_fixed_comment(text) && !is_fixed_continuation(text))
            return line;
    return where.line;
}

// A line without its comment and the space around, in small letters.
std::string code_of_line(const char *file, int line)
{
    std::string text;
    if (!parsed_line(file, line, text))
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
            c = TOLOWER(c);
    }
    return without_space(text);
}

int free_statement_line(place where)
{
    int first = where.line;
    for (int line = first - 1; line > 0 && where.line - line < most_continuations;
         line--) {
        const std::string code = code_of_line(where.file, line);
        if (code.empty())
            continue; // comments may stand between
        if (code[code.size() - 1] != '&')
            break;
        first = line;
    }
    return first;
}

location_t on_line(location_t loc, int line)
{
    const location_t found =
        line == place_of(loc).line ? loc : location_on_line(loc, line);
    return found == UNKNOWN_LOCATION ? loc : found;
}

bool starts_with(const std::string &text, const char *prefix)
{
    return text.compare(0, strlen(prefix), prefix) == 0;
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

bool begins_select(const std::string &code)
{
    return starts_with(code, "select") && code.find('(') != std::string::npos;
}

bool begins_do(const std::string &code)
{
    return code == "do" || starts_with(code, "do ");
}

bool begins_concurrent(const std::string &code)
{
    return begins_do(code) && starts_with(without_space(code.substr(2)), "concurrent");
}

// The construct that is open at the end of the line FROM: the line that begins it; 0 when
// there is none.  Its end says WORD.
int open_construct(const char *file, int from, bool (*begins)(const std::string &),
                   const char *word)
{
    int depth = 0;
    for (int line = from; line > 0; line--) {
        const std::string code = code_of_line(file, line);
        if (starts_with(ended_by(code), word))
            depth++;
        else if (begins(without_name(code)) && depth-- == 0)
            return line;
    }
    return 0;
}

// The line of the loop that the statement at WHERE is in; 0 when there is none.
int enclosing_do(const place &where)
{
    return open_construct(where.file, where.line - 1, begins_do, "do");
}

// A directive of OpenMP or OpenACC on a line, or a part of one, from its sentinel on and
// in small letters; "" if the line is none.
std::string directive_on_line(const char *file, int line)
{
    std::string text;
    if (!parsed_line(file, line, text))
        return "";
    text = without_space(text);
    for (char &c : text)
        c = TOLOWER(c);
    const bool is_directive =
        text.size() > 4 && strchr("!c*", text[0]) &&
        (text.compare(1, 4, "$omp") == 0 || text.compare(1, 4, "$acc") == 0);
    return is_directive ? without_space(text.substr(0, text.find('!', 1))) : "";
}

// Whether a directive says `end WORD`.
bool ends_directive(const std::string &directive, const char *word)
{
    const size_t at = directive.find_first_not_of(' ', 5);
    if (at == std::string::npos || directive.compare(at, 3, "end") != 0)
        return false;
    return starts_with(without_space(directive.substr(at + 3)), word);
}

bool continues_directive(const char *file, int line)
{
    if (directive_on_line(file, line).empty())
        return false;
    std::string text;
    if (is_fixed_form(file))
        return parsed_line(file, line, text) && text.size() > 5 && !strchr(" 0", text[5]);
    const std::string before = directive_on_line(file, line - 1);
    return !before.empty() && before[before.size() - 1] == '&';
}

// The next line of code after one, itself not a continuation; 0 where there is none near,
// or the directive `end WORD` stands before it.
int next_statement(const char *file, int line, const char *word)
{
    const bool fixed = is_fixed_form(file);
    const int last = line + most_continuations;
    bool continued = false; // by the line before
    for (line++; line <= last; line++) {
        const std::string directive = directive_on_line(file, line);
        std::string text;
        if (!parsed_line(file, line, text) || ends_directive(directive, word))
            break;
        const std::string code = code_of_line(file, line);
        if (!directive.empty() || code.empty() || (fixed && is_fixed_comment(text)))
            continue;
        if (!(fixed ? is_fixed_continuation(text) : continued))
            return line;
        continued = code[code.size() - 1] == '&';
    }
    return 0;
}

// The code of the statement that begins on a line of free form, and its continuation.
std::string whole_statement(const char *file, int line)
{
    std::string whole = code_of_line(file, line);
    for (int next = line + 1; next - line < most_continuations; next++) {
        if (whole.empty() || whole[whole.size() - 1] != '&')
            break;
        whole.resize(whole.size() - 1);
        whole += code_of_line(file, next);
    }
    return whole;
}

// Whether the header of the loop on a line says `INDEX = ` (and not `==`).
bool has_index(const char *file, int line, const std::string &index)
{
    const std::string header = whole_statement(file, line);
    for (size_t at = header.find(index); at != std::string::npos;
         at = header.find(index, at + 1)) {
        const size_t after = header.find_first_not_of(' ', at + index.size());
        const bool is_whole = at > 0 && !ISIDNUM(header[at - 1]);
        if (is_whole && after != std::string::npos && header[after] == '=' &&
            header[after + 1] != '=')
            return true;
    }
    return false;
}

} // namespace

location_t fortran_statement(location_t loc)
{
    const place where = place_of(loc);
    if (!where.line)
        return loc;
    return on_line(loc, is_fixed_form(where.file) ? fixed_statement_line(where)
                                                  : free_statement_line(where));
}

location_t fortran_select(location_t loc)
{
    const place where = place_of(loc);
    const bool at_end =
        starts_with(ended_by(code_of_line(where.file, where.line)), "select");
    const int line =
        open_construct(where.file, where.line - at_end, begins_select, "select");
    return line ? on_line(loc, line) : loc;
}

location_t fortran_select_around(location_t loc)
{
    const place where = place_of(loc);
    const int line = open_construct(where.file, where.line - 1, begins_select, "select");
    return line ? on_line(loc, line) : loc;
}

location_t fortran_concurrent(location_t loc, const std::string &index)
{
    const place where = place_of(fortran_statement(loc));
    const std::string own = without_name(code_of_line(where.file, where.line));
    if (starts_with(own, "forall") || starts_with(own, "where"))
        return loc;
    int line = begins_concurrent(own) ? where.line : enclosing_do(where);
    while (line && !index.empty() && !has_index(where.file, line, index))
        line = enclosing_do({where.file, line});
    return line && begins_concurrent(without_name(code_of_line(where.file, line)))
               ? on_line(loc, line)
               : loc;
}

bool begins_fortran_do(location_t loc)
{
    const place where = place_of(loc);
    return where.line && begins_do(without_name(code_of_line(where.file, where.line)));
}

bool begins_fortran_associate(location_t loc)
{
    const place where = place_of(loc);
    return where.line &&
           starts_with(without_name(code_of_line(where.file, where.line)), "associate");
}

bool ends_fortran_unit(location_t loc)
{
    static const char *const units[] = {" ",          "module",   "submodule", "program",
                                        "subroutine", "function", "procedure"};
    const place where = place_of(loc);
    if (!where.line)
        return false;
    const std::string ended = ended_by(code_of_line(where.file, where.line));
    for (const char *unit : units)
        if (starts_with(ended, unit))
            return true;
    return false;
}

bool has_several_statements(location_t loc)
{
    const place where = place_of(loc);
    return where.line &&
           code_of_line(where.file, where.line).find(';') != std::string::npos;
}

bool is_fortran_directive(location_t loc)
{
    const place where = place_of(loc);
    return where.line && !directive_on_line(where.file, where.line).empty();
}

location_t fortran_directive(location_t loc)
{
    const place where = place_of(loc);
    int line = where.line;
    while (where.line - line < most_continuations &&
           continues_directive(where.file, line))
        line--;
    return on_line(loc, line);
}

std::vector<location_t> fortran_atomic(location_t loc)
{
    const place where = place_of(fortran_directive(loc));
    std::vector<location_t> found;
    std::string directive;
    int line = where.line;
    do
        directive += directive_on_line(where.file, line++);
    while (continues_directive(where.file, line));
    const size_t most = directive.find("capture") == std::string::npos ? 1 : 2;
    line--;
    while (found.size() < most && (line = next_statement(where.file, line, "atomic")))
        found.push_back(on_line(loc, line));
    return found;
}

bool rules_fortran_loop(location_t loc, const std::string &index)
{
    const place where = place_of(loc);
    if (!is_fortran_directive(loc))
        return false;
    const int line = next_statement(where.file, where.line, "do");
    return line && begins_do(without_name(code_of_line(where.file, line))) &&
           (index.empty() || has_index(where.file, line, index));
}

std::vector<location_t> fortran_loop_headers(location_t loc,
                                             const std::vector<std::string> &indices)
{
    const place where = place_of(loc);
    int line = where.line;
    if (rules_fortran_loop(loc, indices[0])) {
        line = next_statement(where.file, line, "do");
    } else {
        if (!begins_fortran_do(loc))
            line = enclosing_do(where);
        while (line && !has_index(where.file, line, indices[0]))
            line = enclosing_do({where.file, line});
    }
    std::vector<location_t> found;
    for (size_t i = 0; line && i < indices.size(); i++) {
        if (!begins_do(without_name(code_of_line(where.file, line))))
            break;
        found.push_back(on_line(loc, line));
        line = next_statement(where.file, line, "do");
    }
    return found;
}

} // namespace lineprof
