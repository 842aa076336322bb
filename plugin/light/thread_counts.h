// SPDX-License-Identifier: GPL-3.0-or-later
// Where the counts of light code are in the module's section, and how the code finds
// those of its thread.
//
// In a program, the functions of a unit share one array, and a thread-local variable of
// the unit has the address of this thread's: a count is one load and one addition.  In a
// library, and for functions that come after the array is complete, each function has an
// array of its own, from whose address the thread's is as far as the module's
// thread-local `distance` says: a library has little room for thread-local variables.
#ifndef THREAD_COUNTS_H
#define THREAD_COUNTS_H

namespace lineprof {

struct thread_counts {
    tree section;  // address of the function's first count in the module's section
    tree variable; // thread-local address of this thread's array; NULL_TREE: by distance
    int first;     // the function's first count in that array
};

// Whether units of what is compiled here may have such variables: of a program, on this
// machine.
bool program_may_have_bases();

// Room for so many counts.
thread_counts allocate_counts(int count);

// Appends to SEQ: BASE becomes the address of this thread's array.
void find_thread_counts(gimple_seq *seq, const thread_counts &counts, tree base);

// All functions of the unit that GCC knows of have their room.  Once a unit.
void finish_unit_counts();

} // namespace lineprof

#endif
