// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "marks/mark_parts.h"
#include "places/c_text.h"

namespace lineprof {
namespace {

// The cleanup itself where it runs on a condition: the complete object's destructor alone
// destroys virtual bases.
tree *innermost_cleanup(tree *cleanup)
{
    for (;;) {
        if (TREE_CODE(*cleanup) == COND_EXPR)
            cleanup = &COND_EXPR_THEN(*cleanup);
        else if (TREE_CODE(*cleanup) == IF_STMT)
            cleanup = &THEN_CLAUSE(*cleanup);
        else
            return cleanup;
    }
}

// The end of an object's life, which is no code.
bool is_clobber(tree cleanup)
{
    while (TREE_CODE(cleanup) == EXPR_STMT || TREE_CODE(cleanup) == CLEANUP_POINT_EXPR ||
           CONVERT_EXPR_P(cleanup))
        cleanup = TREE_OPERAND(cleanup, 0);
    return TREE_CODE(cleanup) == MODIFY_EXPR && TREE_CLOBBER_P(TREE_OPERAND(cleanup, 1));
}

// Destructors and cleanup functions run at the closing brace of their scope.
void mark_cleanup(tree *cleanup, location_t brace, line_set &lines)
{
    cleanup = innermost_cleanup(cleanup);
    if (!*cleanup || !place_of(brace).line || is_clobber(*cleanup))
        return;
    add_line(lines, place_of(brace));
    tree list = alloc_stmt_list();
    append_to_statement_list_force(build_mark(brace), &list);
    append_to_statement_list_force(*cleanup, &list);
    *cleanup = list;
}

// What ends a handler is no destructor, though it has the place of the brace where the
// handler belongs to the body of a function.
bool ends_handler(tree cleanup)
{
    STRIP_NOPS(cleanup);
    const_tree callee =
        TREE_CODE(cleanup) == CALL_EXPR ? get_callee_fndecl(cleanup) : NULL_TREE;
    return callee && id_equal(DECL_NAME(callee), "__cxa_end_catch");
}

// Where the destructor runs that CLEANUP calls.  The C++ front end has put the brace's
// place on the call; in an instance of a template that of a statement's first word, where
// the scope is the statement's own, as is what the header of a loop declares.
location_t place_of_cleanup(tree cleanup)
{
    static const char *const words[] = {"for", "while", "if", "switch", "catch"};
    const location_t loc = EXPR_LOCATION(cleanup);
    const std::string token = token_at(loc);
    for (const char *word : words)
        if (token == word)
            return closing_brace_of_statement(loc);
    return token == "}" ? loc : UNKNOWN_LOCATION;
}

// What a statement that suspends a coroutine holds meanwhile, in a variable that GCC has
// made for it: the awaiter, what `co_yield` was given, or a temporary; or what the
// function is suspended with first and last.  It ends with the statement, though the call
// has the place of the brace that ends the function.
bool is_held_by_statement(const_tree decl)
{
    static const char *const prefixes[] = {"Aw", "Yd", "D.", "T"}; // and a number
    if (!decl || !VAR_P(decl) || !DECL_ARTIFICIAL(decl) || !DECL_NAME(decl))
        return false;
    const std::string name = IDENTIFIER_POINTER(DECL_NAME(decl));
    if (name == "Is" || name == "Fs")
        return true;
    for (const std::string prefix : prefixes)
        if (name.compare(0, prefix.size(), prefix) == 0 && ISDIGIT(name[prefix.size()]))
            return true;
    return false;
}

} // namespace

void mark_cleanup_of(tree stmt, line_set &lines)
{
    if (TREE_CODE(stmt) == CLEANUP_STMT && !CLEANUP_EH_ONLY(stmt) && CLEANUP_EXPR(stmt)) {
        if (!ends_handler(CLEANUP_EXPR(stmt)) &&
            !is_held_by_statement(CLEANUP_DECL(stmt)))
            mark_cleanup(&CLEANUP_EXPR(stmt), place_of_cleanup(CLEANUP_EXPR(stmt)),
                         lines);
    } else if (TREE_CODE(stmt) == TRY_FINALLY_EXPR) {
        mark_cleanup(&TREE_OPERAND(stmt, 1), closing_brace(EXPR_LOCATION(stmt)), lines);
    }
}

} // namespace lineprof
