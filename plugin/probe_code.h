// SPDX-License-Identifier: GPL-3.0-or-later
// The code of a probe: straight sequences of asm statements, which no later pass
// takes apart, so that every counter is changed by one instruction and sanitizers
// leave it alone.
#ifndef PROBE_CODE_H
#define PROBE_CODE_H

#include "plugin_options.h"

namespace lineprof {

// What a function's probes work on: local variables set at its entry.
struct probe_variables {
    tree frame; // struct lineprof_frame *
    tree block; // struct lineprof_block *
};

// A change of the current line.  Offsets are those of cells in the block.
struct line_event {
    int line;     // the line that becomes current
    int previous; // the one that was; 0: whichever the frame says
    bool hit;     // count LINE
};

// Whether code can be made for the target that GCC compiles for now; reports it
// with sorry() if not.
bool target_is_supported();

class probe_code {
  public:
    explicit probe_code(const plugin_options &options) : options_(options)
    {
    }

    // Appends to SEQ.
    void add_line_event(gimple_seq *seq, const probe_variables &vars,
                        const line_event &event) const;
    void add_hit(gimple_seq *seq, const probe_variables &vars, int line) const;
    void add_hits(gimple_seq *seq, const probe_variables &vars, int line,
                  tree count) const;

  private:
    const plugin_options &options_;
};

// An asm statement; operands are constraint and value.
struct asm_operand {
    const char *constraint;
    tree value;
};
gasm *build_asm(const char *text, std::initializer_list<asm_operand> outputs,
                std::initializer_list<asm_operand> inputs,
                std::initializer_list<const char *> clobbers);

} // namespace lineprof

#endif
