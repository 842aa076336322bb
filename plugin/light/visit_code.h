// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of code that has a timed copy: where a visit may begin, and what is told of
// it (enum lineprof_visit).
#ifndef VISIT_CODE_H
#define VISIT_CODE_H

#include "lineprof/abi.h"

namespace lineprof {

// What is told of the line of number SITE, or -1 for none, of FUNCTION.
int visit_word(int kind, int site, int flags, tree function);

// What is told of COUNT sites from SITE on.
int sites_word(int kind, int site, int count);

// Whether so many sites can be told apart.
bool can_tell_sites(size_t count);

// Counts one at an index from BASE on, and goes to LABEL where a visit may begin.
gasm *build_count_or_jump(tree base, int index, tree label);

// There: ANSWER, a variable, is not 0 if one does.  BASE becomes this thread's.  CFA: a
// value; or NULL where the stack pointer tells activations apart.
gasm *build_begin_visit(tree base, int index, tree answer, tree cfa);

// KEEPS_MEMORY: the compiler must go on knowing what memory holds.
gasm *build_tell_visit(int what, bool keeps_memory);

// The same of what has an answer: ANSWER, a variable, is not 0 if it is yes.
gasm *build_ask(int what, tree answer, bool keeps_memory);

// What is told of the sites of WHAT, outside of visits, of the function with RECORD, a
// struct lineprof_function.  SECONDS, NS: values.
gasm *build_tell_lasted(int what, tree record, tree seconds, tree ns);

// Where it is, control comes now and then, but not so seldom that the compiler would take
// no pains over it (timed_blocks_pass.h).
gimple *build_seldom();

// Memory is as it is: nothing is moved past it.
gasm *build_barrier();

} // namespace lineprof

#endif
