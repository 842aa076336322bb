// SPDX-License-Identifier: GPL-3.0-or-later
// aarch64: x16 is the counter's address, x15 and x17 are for what comes up.  With the
// instructions of LSE a counter is changed by one; without, a store that fails if
// anything came in between.
#include "gcc/gcc_headers.h"

#include "emit/machine.h"
#include "lineprof/abi.h"

namespace lineprof {
namespace {

const int block_at = offsetof(lineprof_frame, block);
const int line_at = offsetof(lineprof_frame, line);
const int calling_at = offsetof(lineprof_frame, calling);
const int skip_at = offsetof(lineprof_counter, skip);
static_assert(offsetof(lineprof_counter, hits) == 0, "where find_counter() leads");

std::string instruction(const std::string &text)
{
    return text + "\n\t";
}

std::string member(const char *op, const char *name, int offset)
{
    return instruction(std::string(op) + "\t" + name + ", [%0, #" +
                       std::to_string(offset) + "]");
}

// A constant, 16 bits at a time.
std::string set(const std::string &name, unsigned value)
{
    std::string text =
        instruction("movz\t" + name + ", #" + std::to_string(value & 0xffff));
    if (value >> 16)
        text += instruction("movk\t" + name + ", #" + std::to_string(value >> 16) +
                            ", lsl #16");
    return text;
}

// OP on what x16 points to and AMOUNT; what it becomes is in x17, too.
std::string change(const char *op, const char *amount)
{
    return "\n3:\t" + instruction("ldxr\tx17, [x16]") +
           instruction(std::string(op) + "\tx17, x17, " + amount) +
           instruction("stxr\tw15, x17, [x16]") + instruction("cbnz\tw15, 3b");
}

// The counter, in x2.  The barrier makes it wait for all that the old line computes.
std::string read_counter(int clock)
{
    const std::string read = instruction("mrs\tx2, cntvct_el0");
    switch (clock) {
    case LINEPROF_CLOCK_TSC:
        return instruction("isb") + read;
    case LINEPROF_CLOCK_FAST:
        return read;
    default:
        return ""; // the runtime reads it
    }
}

} // namespace

const char *const machine::supported = "64-bit code";
const char *const machine::event_frame_constraint = "r";
const std::vector<const char *> machine::counting_clobbers = {"x15", "x16", "x17", "cc"};
const std::vector<const char *> machine::event_clobbers = {
    "x0", "x1", "x2", "x15", "x16", "x17", "x30", "cc", "memory"};

bool machine::is_supported()
{
    return !TARGET_ILP32;
}

const char *machine::value_constraint(machine_mode mode)
{
    switch (GET_MODE_CLASS(mode)) {
    case MODE_INT:
    case MODE_PARTIAL_INT:
        return known_le(GET_MODE_SIZE(mode), 16) ? "r" : NULL;
    case MODE_FLOAT:
        return TARGET_FLOAT ? "w" : NULL;
    case MODE_VECTOR_INT:
    case MODE_VECTOR_FLOAT:
        return TARGET_SIMD && known_le(GET_MODE_SIZE(mode), 16) ? "w" : NULL;
    default:
        return NULL;
    }
}

std::string machine::skip_if_off()
{
    return instruction("cbz\t%0, 2f");
}

std::string machine::find_counter(int counter)
{
    const std::string block = member("ldr", "x16", block_at);
    if (counter < 4096)
        return block + instruction("add\tx16, x16, #" + std::to_string(counter));
    return block + set("x17", counter) + instruction("add\tx16, x16, x17");
}

std::string machine::count_hit(int)
{
    if (TARGET_LSE)
        return set("x17", 1) + instruction("stadd\tx17, [x16]");
    return change("add", "#1");
}

std::string machine::add_hits(int)
{
    if (TARGET_LSE)
        return instruction("stadd\t%1, [x16]");
    return change("add", "%1");
}

std::string machine::count_down(int)
{
    std::string text = member("ldr", "x17", line_at) + instruction("cbnz\tx17, 1f") +
                       instruction("add\tx16, x16, #" + std::to_string(skip_at));
    if (TARGET_LSE)
        text += instruction("mov\tx15, #-1") + instruction("ldadd\tx15, x17, [x16]") +
                instruction("sub\tx17, x17, #1");
    else
        text += change("sub", "#1");
    return text + instruction("tbz\tx17, #63, 2f");
}

std::string machine::set_calling(int cell)
{
    return set("x17", cell) + member("str", "x17", calling_at);
}

std::string machine::skip_if_current(int cell)
{
    return set("x15", cell) + member("ldr", "x17", line_at) +
           instruction("cmp\tx17, x15") + instruction("b.eq\t2f");
}

std::string machine::call_event(int cell, int clock)
{
    return read_counter(clock) + instruction("ldr\tx16, %1") +
           instruction("mov\tx0, %0") + set("x1", cell) + instruction("blr\tx16");
}

} // namespace lineprof
