// SPDX-License-Identifier: GPL-3.0-or-later
// x86-64.  Calls are made below the red zone and leave all registers as they are, so that
// the code around them need not know of them.
#include "emit/light_machine.h"
#include "emit/x86_64_text.h"
#include "lineprof/abi.h"

namespace lineprof {
namespace {

// An operand, which is spelled right for the dialect.
std::string push(const std::string &operand)
{
    return both("pushq\t" + operand, "push\t" + operand);
}

std::string push_register(const std::string &name)
{
    return both("pushq\t%%" + name, "push\t" + name);
}

std::string pop_register(const std::string &name)
{
    return both("popq\t%%" + name, "pop\t" + name);
}

std::string push_number(int number)
{
    const std::string text = std::to_string(number);
    return both("pushq\t$" + text, "push\t" + text);
}

std::string move_stack(int bytes)
{
    const std::string number = std::to_string(bytes);
    return both("leaq\t" + number + "(%%rsp), %%rsp", "lea\trsp, [rsp+" + number + "]");
}

std::string call(const std::string &operand)
{
    return both("call\t*" + operand, "call\t" + operand);
}

// AMOUNT: an operand, or nothing for one.
std::string add_to_count(int offset, const std::string &amount)
{
    const std::string number = std::to_string(offset);
    const std::string att = number + "(%0)", intel = "QWORD PTR [%0+" + number + "]";
    return amount.empty()
               ? both("addq\t$1, " + att, "add\t" + intel + ", 1")
               : both("addq\t" + amount + ", " + att, "add\t" + intel + ", " + amount);
}

const char pop_base[] = "{popq\t%0|pop\t%0}\n\t";

// Below the red zone, and back.
std::string skip_red_zone()
{
    return both("addq\t$-128, %%rsp", "add\trsp, -128");
}

std::string unskip_red_zone()
{
    return both("subq\t$-128, %%rsp", "sub\trsp, -128");
}

// Returns whether WHAT was there.
bool replace(std::string &text, const std::string &what, const std::string &by)
{
    const size_t at = text.find(what);
    if (at == std::string::npos)
        return false;
    text.replace(at, what.size(), by);
    return true;
}

std::string load_from_stack(const std::string &op, int bytes)
{
    const std::string number = std::to_string(bytes);
    return both(op + "q\t" + number + "(%%rsp), %%rax",
                op + "\trax, [rsp+" + number + "]");
}

// Of what was told, the offset is so many bytes above the return address, then the base.
std::string silence(int above)
{
    return push_register("rax") + push_register("rcx") +
           load_from_stack("mov", above + 24) + load_from_stack("add", above + 32) +
           both("andq\t$-16, %%rax", "and\trax, -16") +
           both("movabsq\t$-4611686018427387904, %%rcx",
                "movabs\trcx, -4611686018427387904") +
           both("movq\t%%rcx, (%%rax)", "mov\t[rax], rcx") + pop_register("rcx") +
           pop_register("rax");
}

} // namespace

const bool light_machine::exists = true;
const char *const light_machine::place_constraint = "m";
const char *const light_machine::answer_constraint = "=@ccc"; // the carry flag
const std::vector<const char *> light_machine::clobbers = {"cc"};
const std::vector<const char *> light_machine::visit_clobbers = {};

// The call is out of the way, in a subsection of its own.
std::string light_machine::count_or_trigger(int offset, bool has_amount)
{
    return add_to_count(offset, has_amount ? "%2" : "") + "jns\t2f\n\t" +
           "\n1:\t.subsection 1\n2:\t" + skip_red_zone() + push("%0") +
           push_number(offset) + (has_amount ? push("%2") : push_number(1)) + call("%1") +
           pop_base + unskip_red_zone() + "jmp\t1b\n\t" + ".previous";
}

std::string light_machine::count_only(int offset, bool has_amount)
{
    return add_to_count(offset, has_amount ? "%1" : "");
}

std::string light_machine::count_or_jump(int offset)
{
    return add_to_count(offset, "") + "jns\t%l1";
}

// Flags stay from the call on.
std::string light_machine::begin_visit(int offset, bool has_cfa)
{
    return skip_red_zone() + (has_cfa ? push("%4") : "") + push("%0") +
           push_number(offset | (has_cfa ? LINEPROF_HAS_CFA : 0)) + call("%2") +
           pop_base + move_stack(128 + (has_cfa ? 8 : 0));
}

// What is called has a return address below it.
const bool light_machine::has_own_stack = true;

std::string light_machine::tell_visit(int what)
{
    return skip_red_zone() + push_number(what) + call("%0") + unskip_red_zone();
}

// Flags stay from the call on.
std::string light_machine::ask(int what)
{
    return skip_red_zone() + push_number(what) + call("%1") + move_stack(128);
}

// The record's address needs a register.
std::string light_machine::tell_lasted(int what)
{
    return skip_red_zone() + push_register("rax") +
           both("leaq\t%1, %%rax", "lea\trax, %1") + push_register("rax") +
           both("movq\t8(%%rsp), %%rax", "mov\trax, [rsp+8]") + push("%3") + push("%2") +
           push_number(what) + call("%0") + pop_register("rax") + unskip_red_zone();
}

// In %H an operand is a place eight bytes on.
std::string light_machine::without_red_zone(const std::string &text)
{
    std::string near = text;
    if (!replace(near, skip_red_zone(), ""))
        return "";
    replace(near, unskip_red_zone(), "");
    replace(near, move_stack(128), "");
    replace(near, move_stack(128 + 8), move_stack(8));
    for (const std::string number : {"0", "1", "2"})
        replace(near, call("%" + number), call("%H" + number));
    return near;
}

std::string light_machine::silence_count()
{
    return silence(8) + do_nothing();
}

std::string light_machine::silence_visit()
{
    return silence(0) + begin_nothing();
}

const bool light_machine::has_bases = true;

std::string light_machine::base(const std::string &counts, const std::string &variable)
{
    return "\t.balign 8\n\t.quad\t" + counts + "\n\t.long\t" + variable +
           "@tpoff\n\t.long\t0\n";
}

std::string light_machine::do_nothing()
{
    return both("ret\t$16", "ret\t16");
}

// The answer is no.
std::string light_machine::begin_nothing()
{
    return "clc\n\t" + both("ret\t$8", "ret\t8");
}

std::string light_machine::hear_nothing()
{
    return both("ret\t$8", "ret\t8");
}

std::string light_machine::hear_nothing_of_lasted()
{
    return both("ret\t$32", "ret\t32");
}

} // namespace lineprof
