// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "fortran_text.h"

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
         where.line - line < most_continuations && text_of_line({where.file, line}, text);
         line--)
        if (!is_fixed_comment(text) && !is_fixed_continuation(text))
            return line;
    return where.line;
}

} // namespace

location_t fixed_form_statement(location_t loc)
{
    const place where = place_of(loc);
    if (!where.line || !is_fixed_form(where.file))
        return loc;
    const int first = fixed_statement_line(where);
    const location_t found =
        first == where.line ? UNKNOWN_LOCATION : location_on_line(loc, first);
    return found == UNKNOWN_LOCATION ? loc : found;
}

} // namespace lineprof
