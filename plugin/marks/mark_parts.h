// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of marks have in common; for those files alone, see marks.h.
#ifndef MARK_PARTS_H
#define MARK_PARTS_H

#include "marks/marks.h"

namespace lineprof {

void add_line(line_set &lines, const place &where);

// A volatile asm statement that holds nothing but a comment.
tree build_empty_asm(const char *text, location_t loc);

// The front end's, and ours.
bool is_marker(const_tree stmt);
tree build_mark(location_t loc);
bool is_mark(tree stmt);
gimple *build_gimple_mark(location_t loc);
gimple *build_call_mark(call_mark of, location_t loc);

// GIMPLE: whether STMT is what the gimplifier made of a mark, which is to become one.
bool is_early_mark(const gimple *stmt);

// The declaration that STMT is; NULL_TREE if it is none.
const_tree declaration_in(const_tree stmt);

// Whether a declaration does something when control reaches it.
bool initialises(const_tree decl_expr);

// Statements that are only the frame of others: their marker does not count.
bool is_frame(const_tree stmt);

// The attribute statement `[[fallthrough]];`.
bool is_fallthrough(const_tree stmt);

// An `if` that the compiler decides, of which nothing is left at run time but a branch.
bool is_decided(const_tree if_stmt);

// Where STMT holds statements that may stand alone, in no list: the body of a loop, a
// branch.
std::vector<tree *> statement_slots(tree stmt);

// Notes the lines of the marks that the lowering of a loop will bring.
void note_loop_lines(tree stmt, line_set &lines);

// Marks the closing brace at which a destructor or cleanup function runs.
void mark_cleanup_of(tree stmt, line_set &lines);

// The function that the body of a coroutine has been moved to, where NODE refers to it
// and it has not been handed to the compiler yet; else NULL_TREE.
tree coroutine_body(tree node);

// Which part of a coroutine a function is.  From 15 on GCC hands over all three, the
// first first; before that what the first refers to, and is parsed with it.
enum class coroutine_part { none, start, body, destroyer };
coroutine_part coroutine_part_of(tree function);

struct statement_start {
    location_t loc;
    expanded_location where; // the same, as many are compared
};
using statement_starts = std::vector<statement_start>;

// Where statements begin in the template that FUNCTION is an instance of; none if it is
// no instance.
statement_starts statements_of_pattern(tree function);

// Where the statement of a declaration or expression begins that has LOC, one of STARTS;
// LOC where that is not known.
location_t start_of_statement(location_t loc, const statement_starts &starts);

// Marks the statements of a function whose front end made no markers.  Returns the
// functions that the body has been split into.
std::vector<tree> mark_statements(tree function, line_set &lines);

} // namespace lineprof

#endif
