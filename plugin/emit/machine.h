// SPDX-License-Identifier: GPL-3.0-or-later
// What of the inserted code depends on the machine.  There is a file for each,
// machine_<name>.cc, and a build of the plugin has that of the machine which its GCC
// compiles for.
#ifndef MACHINE_H
#define MACHINE_H

#include <string>
#include <vector>

namespace lineprof {

// The text of an asm statement is put together from the parts below.  Its operand 0 is
// the frame; label 1 is the event, label 2 the probe's end.
//
// A counter must be changed such that a signal handler which changes it in between loses
// nothing: by one instruction, or so that the change is tried again.
class machine {
  public:
    // Whether code can be made in the mode that GCC compiles for now; and for which.
    static bool is_supported();
    static const char *const supported;

    // The constraint for a register that can hold a value of MODE; NULL if there is none.
    static const char *value_constraint(machine_mode mode);

    // To the end if nothing is recorded.
    static std::string skip_if_off();

    // Makes a counter accessible for what follows; an offset in the frame's block.
    static std::string find_counter(int counter);
    static std::string count_hit(int counter);
    static std::string add_hits(int counter); // as many as operand 1 says

    // To the event while a visit is timed.  If not, count the line's visits down, and
    // skip to the end as long as it is not the one to be timed.
    static std::string count_down(int counter);

    // Note that functions may be called from the line of that cell.
    static std::string set_calling(int cell);

    // To the end if the line is current.
    static std::string skip_if_current(int cell);

    // Read the processor's counter, if the code does that for this clock, and call the
    // event, whose address is operand 1, by the convention in abi.h.
    static std::string call_event(int cell, int clock);

    // The frame, where the event is called.
    static const char *const event_frame_constraint;

    // What the parts change: all but call_event(), and all.
    static const std::vector<const char *> counting_clobbers;
    static const std::vector<const char *> event_clobbers;
};

} // namespace lineprof

#endif
