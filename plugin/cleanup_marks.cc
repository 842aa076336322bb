// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "mark_parts.h"

namespace lineprof {
namespace {

// Destructors and cleanup functions run at the closing brace of their scope.
void mark_cleanup(tree *cleanup, location_t brace, line_set &lines)
{
    if (!*cleanup || !place_of(brace).line)
        return;
    add_line(lines, place_of(brace));
    tree list = alloc_stmt_list();
    append_to_statement_list_force(build_mark(brace), &list);
    append_to_statement_list_force(*cleanup, &list);
    *cleanup = list;
}

} // namespace

void mark_cleanup_of(tree stmt, line_set &lines)
{
    if (TREE_CODE(stmt) == CLEANUP_STMT && !CLEANUP_EH_ONLY(stmt) && CLEANUP_EXPR(stmt)) {
        // The C++ front end has put the brace's location on the destructor's call.
        const location_t brace = EXPR_LOCATION(CLEANUP_EXPR(stmt));
        if (token_at(brace) == "}")
            mark_cleanup(&CLEANUP_EXPR(stmt), brace, lines);
    } else if (TREE_CODE(stmt) == TRY_FINALLY_EXPR) {
        mark_cleanup(&TREE_OPERAND(stmt, 1), closing_brace(EXPR_LOCATION(stmt)), lines);
    }
}

} // namespace lineprof
