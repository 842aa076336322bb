// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "gcc/unit_language.h"
#include "places/c_text.h"
#include "places/file_lines.h"
#include "places/pragma_text.h"
#include "text/c_scan.h"

namespace lineprof {

location_t closing_brace(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const text_place from = text_place_of(start);
    return from.location_of(closing_brace_in(from.lines, from.at));
}

namespace {

location_t body_brace(location_t loc, body wanted)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const text_place from = text_place_of(start);
    return from.location_of(body_brace_in(from.lines, from.at, wanted));
}

} // namespace

location_t closing_brace_of_function(location_t loc)
{
    return closing_brace(body_brace(loc, body::any));
}

location_t opening_brace(location_t loc)
{
    return body_brace(loc, body::behind_parameters);
}

bool is_in_statement(location_t loc, location_t start)
{
    const location_t begin = get_pure_location(start);
    const location_t inside = get_pure_location(loc);
    if (!is_written(begin) || !is_written(inside) || is_in_directive(start))
        return false;
    const text_place from = text_place_of(begin);
    return is_in_statement_in(from.lines, text_place_of(inside).at, from.at);
}

location_t closing_brace_of_statement(location_t loc)
{
    const location_t start = get_pure_location(
        linemap_resolve_location(line_table, loc, LRK_MACRO_EXPANSION_POINT, NULL));
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const text_place from = text_place_of(start);
    return from.location_of(linemap_location_from_macro_expansion_p(line_table, loc)
                                ? last_brace_behind_macro_in(from.lines, from.at)
                                : last_brace_in(from.lines, from.at));
}

namespace {

// Where the body of the `do` loop at START begins, or before that.  The C front end puts
// the loop at what follows the `do`.
spot behind_do(const text_place &start)
{
    const bool at_do = unit_language() == LINEPROF_LANGUAGE_CXX &&
                       token_in(start.lines, start.at) == "do";
    return {start.at.line, start.at.column + (at_do ? 2 : 0)};
}

} // namespace

location_t while_of_do(location_t loc, location_t condition)
{
    const location_t start = get_pure_location(loc);
    location_t best = UNKNOWN_LOCATION;
    if (!is_written(start))
        return best;
    const text_place from = text_place_of(start);
    const spot begin = behind_do(from);
    for (const group chosen : {group::first, group::second}) {
        const location_t found =
            from.location_of(while_of_do_in(from.lines, begin, chosen));
        if (found == UNKNOWN_LOCATION || stands_before(condition, found))
            continue;
        if (best == UNKNOWN_LOCATION ||
            (condition != UNKNOWN_LOCATION && stands_before(best, found)))
            best = found;
    }
    return best;
}

for_header header_of_for(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return {false, UNKNOWN_LOCATION};
    const text_place from = text_place_of(start);
    if (token_in(from.lines, from.at) != "for")
        return {false, UNKNOWN_LOCATION};
    const for_step found = step_of_for_in(from.lines, from.at);
    return {found.is_range, from.location_of(found.step)};
}

} // namespace lineprof
