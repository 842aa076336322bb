// SPDX-License-Identifier: GPL-3.0-or-later
// What of light code and its timed copy depends on the machine, as machine.h for the
// rest. Where there is none, functions count with frames in every mode.
#ifndef LIGHT_MACHINE_H
#define LIGHT_MACHINE_H

#include <string>
#include <vector>

namespace lineprof {

// Texts of asm statements.  An offset is that of a count from a base.
class light_machine {
  public:
    static const bool exists;

    // The constraint of an operand that is a place in memory, or its address.
    static const char *const place_constraint;

    // What the parts change besides their operands; and begin_visit().
    static const std::vector<const char *> clobbers, visit_clobbers;

    // Add to the count, as many as operand 2 says, or one; and call the trigger, whose
    // address is in operand 1, if that makes it 0 or more.  Operand 0 is the base.
    static std::string count_or_trigger(int offset, bool has_amount);
    // The same without the trigger: operand 1 says how many.
    static std::string count_only(int offset, bool has_amount);

    // Add one to the count, and jump to label 1 if that makes it 0 or more.
    static std::string count_or_jump(int offset);
    // Then: ask `visit`, operand 2, whether to go on in the timed copy.  Operand 1 is the
    // answer; operand 4 the CFA, if there is one.
    static std::string begin_visit(int offset, bool has_cfa);
    static const char *const answer_constraint;
    // Whether the stack pointer tells activations apart where nothing moves it.
    static const bool has_own_stack;

    // Call `tell`, operand 0.
    static std::string tell_visit(int what);
    // The same where `tell`, operand 1, has an answer: operand 0.
    static std::string ask(int what);

    // Call `lasted`, operand 0, for the function with the record that is operand 1;
    // operands 2 and 3 are what the clock was, seconds and nanoseconds.
    static std::string tell_lasted(int what);

    // TEXT, one of the above, for a function that has nothing below its stack pointer: it
    // calls the `near` of what it calls, which is the module's next member.  Nothing if
    // there is no difference, or TEXT is none of these.
    static std::string without_red_zone(const std::string &text);

    // Whether a thread-local variable is as far from the thread's pointer as the linker
    // says, and the text of a struct lineprof_base of one.
    static const bool has_bases;
    static std::string base(const std::string &counts, const std::string &variable);

    // The bodies of functions: for `trigger` one that makes the count so low that it
    // never comes up again, and one that does nothing; the same for `visit`; and one that
    // does nothing for `tell`, and for `lasted`.
    static std::string silence_count();
    static std::string do_nothing();
    static std::string silence_visit();
    static std::string begin_nothing();
    static std::string hear_nothing();
    static std::string hear_nothing_of_lasted();
};

} // namespace lineprof

#endif
