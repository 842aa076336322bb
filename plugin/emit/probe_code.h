// SPDX-License-Identifier: GPL-3.0-or-later
// The code of a probe: straight sequences of asm statements, which no later pass
// takes apart, so that no counter is changed in part and sanitizers leave it alone.
// The machine's instructions are in machine.h.
#ifndef PROBE_CODE_H
#define PROBE_CODE_H

#include <vector>

#include "gcc/plugin_options.h"

namespace lineprof {

// A change of the current line.  Offsets are those in the block of the line that
// becomes current.
struct line_event {
    int cell;
    int counter;
    bool hit;                  // count it
    bool calls;                // functions are called from it
    bool keeps_memory = false; // what memory holds must stay known across it
};

// Whether code can be made for the target that GCC compiles for now; reports it
// with sorry() if not.
bool target_is_supported();

class probe_code {
  public:
    explicit probe_code(const plugin_options &options) : options_(options)
    {
    }

    // Appends to SEQ.  FRAME is a local variable, set at the function's entry: a
    // struct lineprof_frame *, NULL while nothing is recorded.  COUNTER is an offset.
    void add_line_event(gimple_seq *seq, tree frame, const line_event &event) const;
    void add_hit(gimple_seq *seq, tree frame, int counter) const;
    void add_hits(gimple_seq *seq, tree frame, int counter, tree count) const;

  private:
    const plugin_options &options_;
};

// What light code counts with: adds AMOUNT, a variable, or NULL_TREE for one, to the
// count of an index from BASE on.  With a check for the trigger, BASE is a variable that
// becomes that of this thread; without, it is so already.
gasm *build_checked_count(tree base, int index, tree amount);
gasm *build_count(tree base, int index, tree amount);

// An asm statement; operands are constraint and value.
struct asm_operand {
    const char *constraint;
    tree value;
};
inline const std::initializer_list<asm_operand> no_operands;
gasm *build_asm(const char *text, std::initializer_list<asm_operand> outputs,
                std::initializer_list<asm_operand> inputs,
                const std::vector<const char *> &clobbers);

// PLACE, an lvalue, as light_machine has it.
asm_operand place_operand(tree place);

// Where to say that an asm statement is which belongs to LOC: in front of one GCC writes
// its place for the assembler, with the file's name as it is.
location_t assembler_location(location_t loc);

} // namespace lineprof

#endif
