// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <map>
#include <tuple>

#include "light/silent_places.h"

namespace lineprof {
namespace {

// Adds a line map for what comes from LINE on in FILE.  All files have been left by now.
bool add_map(const char *file, int line)
{
    const bool is_traced = line_table->trace_includes; // -H would tell of it
    line_table->trace_includes = false;
    const bool added = linemap_add(line_table, line_table->depth ? LC_RENAME : LC_ENTER,
                                   true, file, line) != NULL;
    line_table->trace_includes = is_traced;
    return added;
}

location_t make_place(const expanded_location &at, location_t otherwise)
{
    static const char *last_file;
    if (at.file != last_file && !add_map(at.file, at.line))
        return otherwise;
    last_file = at.file;
    if (!linemap_line_start(line_table, at.line, std::max(at.column, 120) + 1))
        return otherwise; // there are too many
    return linemap_position_for_column(line_table, at.column);
}

tree silence_operand(tree *slot, int *, void *)
{
    if (!EXPR_P(*slot))
        return NULL_TREE;
    suppress_warning(*slot, opt_code(N_OPTS));
    if (EXPR_HAS_LOCATION(*slot))
        SET_EXPR_LOCATION(*slot, silent_place(EXPR_LOCATION(*slot)));
    return NULL_TREE;
}

// Whether STMT is a call of what a system header defines, as the wrappers of
// _FORTIFY_SOURCE.
bool calls_system_code(const gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && DECL_DECLARED_INLINE_P(callee) &&
           in_system_header_at(DECL_SOURCE_LOCATION(callee));
}

} // namespace

location_t silent_place(location_t loc)
{
    static std::map<std::tuple<const char *, int, int>, location_t> known;
    const location_t pure = LOCATION_LOCUS(loc);
    const expanded_location at = expand_location(pure);
    if (pure <= BUILTINS_LOCATION || !at.file || in_system_header_at(pure))
        return pure;
    const auto [found, is_new] = known.insert({
        {at.file, at.line, at.column},
        pure
    });
    if (is_new)
        found->second = make_place(at, pure);
    return found->second;
}

// What is inlined from system headers is warned of because the block says where.
//
// The warnings are suppressed, too, as far as they ask for that: system headers may be
// warned of.
void silence(gimple *stmt)
{
    tree block = calls_system_code(stmt) ? NULL_TREE : gimple_block(stmt);
    gimple_set_location(stmt, silent_place(gimple_location(stmt)));
    gimple_set_block(stmt, block);
    suppress_warning(stmt, opt_code(N_OPTS));
    walk_stmt_info info = {};
    walk_gimple_op(stmt, silence_operand, &info);
}

} // namespace lineprof
