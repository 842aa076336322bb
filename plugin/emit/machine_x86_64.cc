// SPDX-License-Identifier: GPL-3.0-or-later
// x86-64: rax is the block.
#include "gcc/gcc_headers.h"

#include "emit/machine.h"
#include "emit/x86_64_text.h"
#include "lineprof/abi.h"

namespace lineprof {
namespace {

const int block_at = offsetof(lineprof_frame, block);
const int line_at = offsetof(lineprof_frame, line);
const int calling_at = offsetof(lineprof_frame, calling);
const int hits_at = offsetof(lineprof_counter, hits);
const int skip_at = offsetof(lineprof_counter, skip);

const char frame_operand[] = "%0";

// A word of memory; BASE as an asm template spells the register.
struct word {
    std::string att, intel;
    word(const char *base, int offset)
        : att(std::to_string(offset) + "(" +
              (*base == '%' ? base : "%%" + std::string(base)) + ")"),
          intel(std::string("QWORD PTR [") + base + "+" + std::to_string(offset) + "]")
    {
    }
};

// OP on memory alone, with a constant, with a register.
std::string on(const char *op, const word &at)
{
    return both(std::string(op) + "q\t" + at.att, std::string(op) + "\t" + at.intel);
}

std::string on(const char *op, const word &at, int value)
{
    const std::string number = std::to_string(value);
    return both(std::string(op) + "q\t$" + number + ", " + at.att,
                std::string(op) + "\t" + at.intel + ", " + number);
}

std::string load(const char *to, const word &at)
{
    return both("movq\t" + at.att + ", %%" + to,
                std::string("mov\t") + to + ", " + at.intel);
}

std::string jump(const char *op, const char *label)
{
    return std::string(op) + "\t" + label + "\n\t";
}

// The counter, in rdx and rax.  The barrier makes it wait for all that the old line
// computes; without it the processor reads it too early.
std::string read_counter(int clock)
{
    switch (clock) {
    case LINEPROF_CLOCK_TSC:
        return "lfence\n\trdtsc\n\t";
    case LINEPROF_CLOCK_FAST:
        return "rdtsc\n\t";
    default:
        return ""; // the runtime reads it
    }
}

} // namespace

const char *const machine::supported = "64-bit code";
const char *const machine::event_frame_constraint = "D"; // rdi
const std::vector<const char *> machine::counting_clobbers = {"rax", "cc"};
const std::vector<const char *> machine::event_clobbers = {"rax", "rdx", "rsi", "cc",
                                                           "memory"};

bool machine::is_supported()
{
    return TARGET_64BIT && !TARGET_X32;
}

const char *machine::value_constraint(machine_mode mode)
{
    switch (GET_MODE_CLASS(mode)) {
    case MODE_INT:
    case MODE_PARTIAL_INT:
        return known_le(GET_MODE_SIZE(mode), 16) ? "r" : NULL;
    case MODE_FLOAT:
        if (mode == XFmode || !TARGET_SSE2)
            return mode == TFmode ? "x" : "t";
        return "x";
    case MODE_DECIMAL_FLOAT:
        // Those of one word have no register of their own kind.
        if (mode != TDmode)
            return "r";
        // GCC 11 takes none for those of two.
        return TARGET_SSE2 && GCCPLUGIN_VERSION >= 12000 ? "x" : NULL;
    case MODE_VECTOR_INT:
    case MODE_VECTOR_FLOAT:
        if (!TARGET_SSE2 || known_lt(GET_MODE_SIZE(mode), 4))
            return NULL;
        return known_gt(GET_MODE_SIZE(mode), 32) ? "v" : "x";
    default:
        return NULL;
    }
}

std::string machine::skip_if_off()
{
    const std::string frame = frame_operand;
    return both("testq\t" + frame + ", " + frame, "test\t" + frame + ", " + frame) +
           jump("jz", "2f");
}

std::string machine::find_counter(int)
{
    return load("rax", word(frame_operand, block_at));
}

std::string machine::count_hit(int counter)
{
    return on("inc", word("rax", counter + hits_at));
}

std::string machine::add_hits(int counter)
{
    const word at("rax", counter + hits_at);
    return both("addq\t%1, " + at.att, "add\t" + at.intel + ", %1");
}

std::string machine::count_down(int counter)
{
    return on("cmp", word(frame_operand, line_at), 0) + jump("jne", "1f") +
           on("dec", word("rax", counter + skip_at)) + jump("jns", "2f");
}

std::string machine::set_calling(int cell)
{
    return on("mov", word(frame_operand, calling_at), cell);
}

std::string machine::skip_if_current(int cell)
{
    return on("cmp", word(frame_operand, line_at), cell) + jump("je", "2f");
}

std::string machine::call_event(int cell, int clock)
{
    const std::string line = std::to_string(cell);
    return read_counter(clock) + both("movl\t$" + line + ", %%esi", "mov\tesi, " + line) +
           both("call\t*%1", "call\t%1");
}

} // namespace lineprof
