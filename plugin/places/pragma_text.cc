// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <vector>

#include "places/file_lines.h"
#include "places/pragma_text.h"
#include "text/pragma_scan.h"

namespace lineprof {

bool is_in_directive(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return false;
    const text_place from = text_place_of(start);
    return is_directive_in(from.lines, from.at.line);
}

location_t pragma_above(location_t loc, const char *word)
{
    const int most_lines = 100;
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const text_place from = text_place_of(start);
    const int lowest = from.at.line - most_lines;
    spot above = from.at;
    while ((above = pragma_above_in(from.lines, above.line, lowest, word)).line) {
        const location_t found = from.location_of(above);
        if (found == UNKNOWN_LOCATION)
            continue;
        const spot at = text_place_of(found).at;
        if (!is_in_comment_in(from.lines, at, from.at.line))
            return rules_in(from.lines, at, from.at) ? found : UNKNOWN_LOCATION;
    }
    return UNKNOWN_LOCATION;
}

namespace {

// Whether the definition of a macro holds the end of a statement, or a block.
bool holds_statement(const cpp_hashnode *name)
{
    if (!cpp_user_macro_p(name))
        return true; // no longer defined
    const cpp_macro *macro = name->value.macro;
    for (unsigned i = 0; macro->kind == cmk_macro && i < macro->count; i++) {
        const cpp_ttype type = macro->exp.tokens[i].type;
        if (type == CPP_SEMICOLON || type == CPP_OPEN_BRACE)
            return true;
    }
    return false;
}

// The macros whose expansion LOC is in, the one used at START last.
std::vector<cpp_hashnode *> macros_around(location_t loc, location_t start)
{
    std::vector<cpp_hashnode *> macros;
    for (loc = get_pure_location(loc); loc != start;) {
        const line_map_macro *map = linemap_check_macro(linemap_lookup(line_table, loc));
        macros.push_back(map->macro);
        loc = get_pure_location(expansion_point(map));
    }
    return macros;
}

// What reads on behind the use of MACRO at AT.
code_reader behind_use(const text_place &at, cpp_hashnode *macro)
{
    code_reader code = behind_word_in(at.lines, at.at);
    if (cpp_fun_like_macro_p(macro))
        skip_parentheses(code);
    return code;
}

} // namespace

std::vector<location_t> statements_after_directive(location_t loc)
{
    // The operator's tokens are the expansion of a macro to GCC.
    const location_t start = get_pure_location(
        linemap_resolve_location(line_table, loc, LRK_MACRO_EXPANSION_POINT, NULL));
    if (!is_written(start))
        return {};
    const text_place from = text_place_of(start);
    if (is_in_directive(start) || token_in(from.lines, from.at) == "_Pragma")
        return from.locations_of(statements_next(behind_pragma_in(from.lines, from.at)));
    const std::vector<cpp_hashnode *> macros = macros_around(loc, start);
    if (macros.empty() || std::any_of(macros.begin(), macros.end(), holds_statement))
        return {};
    return from.locations_of(statements_next(behind_use(from, macros.back())));
}

std::vector<location_t> loop_headers(location_t loc, int count)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return {};
    const text_place from = text_place_of(start);
    if (!is_in_directive(loc) && token_in(from.lines, from.at) != "for")
        return {};
    return from.locations_of(loop_headers_in(from.lines, from.at, count));
}

} // namespace lineprof
