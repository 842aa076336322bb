// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of C and C++ shows, and the compiler does not tell.  Each answers
// nowhere where the text cannot be read so far, or holds no such thing.
#ifndef C_SCAN_H
#define C_SCAN_H

#include "text/code_reader.h"
#include "text/line_source.h"

namespace lineprof {

// The brace that closes the block that INSIDE stands in.  A brace there is passed over.
spot closing_brace_in(const line_source &lines, spot inside);

// Which brace can open a body: any, as of a lambda that has no parameters, or only one
// behind the parameters.
enum class body { any, behind_parameters };

// The brace that opens the body of the C++ function whose name is at NAME: not in
// parentheses, nor one that initialises a member (`: n{0}`).
spot body_brace_in(const line_source &lines, spot name, body wanted);

// Whether AT stands in the declaration or expression that begins at START, or in the
// header of what does, and in no braces there.
bool is_in_statement_in(const line_source &lines, spot at, spot start);

// The brace that ends the statement whose first word is at START; nowhere if it ends
// otherwise.
spot last_brace_in(const line_source &lines, spot start);

// The same of a statement whose header, up to what is in parentheses, is a macro's use.
spot last_brace_behind_macro_in(const line_source &lines, spot start);

// The `while` that ends the `do` loop whose body follows START, reading one group of each
// conditional.
spot while_of_do_in(const line_source &lines, spot start, group chosen);

// What follows the first two parts of a C or C++ `for`.
struct for_step {
    bool is_range = false; // `for (x : list)`, which has no such parts
    spot step;             // where the step, or the `)` in place of one, begins
};

// That of the `for` at START.
for_step step_of_for_in(const line_source &lines, spot start);

// The first of the lines in front of LINE, in which a name is declared, that belong to
// its declaration: the return type, attributes, a template's header.
int declaration_start_in(const line_source &lines, int line);

} // namespace lineprof

#endif
