// SPDX-License-Identifier: GPL-3.0-or-later
// aarch64: x16 is a count's address, x15 and x17 are for what it becomes.  Calls are made
// with x17 pointing to what is told, which the return address of the code itself follows,
// as functions that call nothing keep that in x30.  They leave all other registers as
// they are; x16 is the answer.
#include "gcc/gcc_headers.h"

#include "emit/light_machine.h"
#include "lineprof/abi.h"

namespace lineprof {
namespace {

std::string instruction(const std::string &text)
{
    return text + "\n\t";
}

// A constant, 16 bits at a time.
std::string set(const std::string &name, int64_t value)
{
    std::string text =
        instruction("movz\t" + name + ", #" + std::to_string(value & 0xffff));
    for (int shift = 16; shift < 64; shift += 16)
        if (const int64_t part = value >> shift & 0xffff)
            text += instruction("movk\t" + name + ", #" + std::to_string(part) +
                                ", lsl #" + std::to_string(shift));
    return text;
}

std::string find_count(int offset)
{
    const int low = offset & 0xfff, high = offset >> 12;
    std::string text =
        instruction("add\tx16, %0, #" + std::to_string(high) + ", lsl #12");
    return (high ? text + instruction("add\tx16, x16, #" + std::to_string(low))
                 : instruction("add\tx16, %0, #" + std::to_string(low)));
}

// AMOUNT: an operand, or nothing for one.  What the count becomes is in x17.
std::string add_to_count(int offset, const std::string &amount)
{
    std::string text = find_count(offset);
    if (TARGET_LSE) {
        const std::string what = amount.empty() ? "x17" : amount;
        if (amount.empty())
            text += set(what, 1);
        return text + instruction("ldadd\t" + what + ", x15, [x16]") +
               instruction("add\tx17, x15, " + what);
    }
    return text + "\n3:\t" + instruction("ldxr\tx17, [x16]") +
           instruction("add\tx17, x17, " + (amount.empty() ? "#1" : amount)) +
           instruction("stxr\tw15, x17, [x16]") + instruction("cbnz\tw15, 3b");
}

std::string move_stack(const char *op, int bytes)
{
    return instruction(std::string(op) + "\tsp, sp, #" + std::to_string(bytes));
}

// The function whose address is at a symbol.
std::string call(const std::string &operand)
{
    return instruction("adrp\tx16, " + operand) +
           instruction("ldr\tx16, [x16, #:lo12:" + operand + "]") +
           instruction("mov\tx17, sp") + instruction("blr\tx16");
}

// Of what was told, the offset is so many bytes above x17, then the base.  Where the
// stack is does not matter: GCC may have put a frame there.
std::string silence(int above)
{
    return instruction("ldp\tx16, x17, [x17, #" + std::to_string(above) + "]") +
           instruction("add\tx16, x16, x17") + instruction("and\tx16, x16, #-16") +
           set("x17", INT64_MIN / 2) + instruction("str\tx17, [x16]");
}

} // namespace

const bool light_machine::exists = true;
const char *const light_machine::place_constraint = "S";
const char *const light_machine::answer_constraint = "=r";
const std::vector<const char *> light_machine::clobbers = {"x15", "x16", "x17", "cc"};
const std::vector<const char *> light_machine::visit_clobbers = {"x16", "x17", "cc"};

// A branch by a bit does not reach far.
std::string light_machine::count_or_trigger(int offset, bool has_amount)
{
    return add_to_count(offset, has_amount ? "%2" : "") +
           instruction("tbnz\tx17, #63, 1f") + instruction("b\t2f") +
           "\n1:\t.subsection 1\n2:\t" + move_stack("sub", 32) +
           (has_amount ? instruction("str\t%2, [sp]")
                       : set("x16", 1) + instruction("str\tx16, [sp]")) +
           set("x16", offset) + instruction("stp\tx16, %0, [sp, #8]") +
           instruction("str\tx30, [sp, #24]") + call("%1") +
           instruction("ldp\t%0, x30, [sp, #16]") + move_stack("add", 32) +
           instruction("b\t1b") + ".previous";
}

std::string light_machine::count_only(int offset, bool has_amount)
{
    return add_to_count(offset, has_amount ? "%1" : "");
}

std::string light_machine::count_or_jump(int offset)
{
    return add_to_count(offset, "") + instruction("tbnz\tx17, #63, 4f") +
           instruction("b\t%l1") + "\n4:";
}

std::string light_machine::begin_visit(int offset, bool)
{
    return move_stack("sub", 32) + set("x16", offset | LINEPROF_HAS_CFA) +
           instruction("stp\tx16, %0, [sp]") + instruction("stp\t%4, x30, [sp, #16]") +
           call("%2") + instruction("ldr\t%0, [sp, #8]") +
           instruction("ldr\tx30, [sp, #24]") + move_stack("add", 32) + "mov\t%1, x16";
}

// What calls nothing may have its caller's.
const bool light_machine::has_own_stack = false;

std::string light_machine::tell_lasted(int what)
{
    return move_stack("sub", 48) + set("x16", what) + instruction("stp\tx16, %2, [sp]") +
           instruction("adrp\tx16, %1") + instruction("add\tx16, x16, #:lo12:%1") +
           instruction("stp\t%3, x16, [sp, #16]") + instruction("str\tx30, [sp, #40]") +
           call("%0") + instruction("ldr\tx30, [sp, #40]") + move_stack("add", 48);
}

std::string light_machine::tell_visit(int what)
{
    return set("x16", what) + instruction("stp\tx16, x30, [sp, #-16]!") + call("%0") +
           "ldp\tx16, x30, [sp], #16";
}

std::string light_machine::ask(int what)
{
    return set("x16", what) + instruction("stp\tx16, x30, [sp, #-16]!") + call("%1") +
           instruction("ldr\tx30, [sp, #8]") + move_stack("add", 16) + "mov\t%0, x16";
}

std::string light_machine::silence_count()
{
    return silence(8);
}

std::string light_machine::silence_visit()
{
    return silence(0) + begin_nothing();
}

std::string light_machine::without_red_zone(const std::string &)
{
    return "";
}

const bool light_machine::has_bases = false;

std::string light_machine::base(const std::string &, const std::string &)
{
    return "";
}

std::string light_machine::do_nothing()
{
    return "";
}

// The answer is no.
std::string light_machine::begin_nothing()
{
    return instruction("mov\tx16, #0");
}

std::string light_machine::hear_nothing()
{
    return "";
}

std::string light_machine::hear_nothing_of_lasted()
{
    return "";
}

} // namespace lineprof
