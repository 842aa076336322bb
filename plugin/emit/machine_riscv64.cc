// SPDX-License-Identifier: GPL-3.0-or-later
// riscv64: t0 is the counter's address, t1 and t2 are for what comes up.
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

// The largest constant that fits into an instruction.
const int most_immediate = 2047;

std::string instruction(const std::string &text)
{
    return text + "\n\t";
}

std::string member(const char *op, const char *name, int offset)
{
    return instruction(std::string(op) + "\t" + name + ", " + std::to_string(offset) +
                       "(%0)");
}

// The assembler makes it as many instructions as it takes.
std::string set(const char *name, int value)
{
    return instruction(std::string("li\t") + name + ", " + std::to_string(value));
}

// The counter, in a2.  The barrier makes it wait for what the old line reads and writes.
std::string read_counter(int clock)
{
    const std::string read = instruction("rdtime\ta2");
    switch (clock) {
    case LINEPROF_CLOCK_TSC:
        return instruction("fence") + read;
    case LINEPROF_CLOCK_FAST:
        return read;
    default:
        return ""; // the runtime reads it
    }
}

} // namespace

const char *const machine::supported = "64-bit code with atomic instructions";
const char *const machine::event_frame_constraint = "r";
const std::vector<const char *> machine::counting_clobbers = {"t0", "t1", "t2"};
const std::vector<const char *> machine::event_clobbers = {"a0", "a1", "a2", "t0",
                                                           "t1", "t2", "ra", "memory"};

bool machine::is_supported()
{
    return TARGET_64BIT && TARGET_ATOMIC;
}

// Vectors have none.
const char *machine::value_constraint(machine_mode mode)
{
    switch (GET_MODE_CLASS(mode)) {
    case MODE_INT:
    case MODE_PARTIAL_INT:
        return known_le(GET_MODE_SIZE(mode), 16) ? "r" : NULL;
    case MODE_FLOAT:
        return TARGET_HARD_FLOAT && known_le(GET_MODE_SIZE(mode), UNITS_PER_FP_REG) ? "f"
                                                                                    : "r";
    default:
        return NULL;
    }
}

std::string machine::skip_if_off()
{
    return instruction("beqz\t%0, 2f");
}

std::string machine::find_counter(int counter)
{
    const std::string block = member("ld", "t0", block_at);
    if (counter <= most_immediate)
        return block + instruction("addi\tt0, t0, " + std::to_string(counter));
    return block + set("t1", counter) + instruction("add\tt0, t0, t1");
}

std::string machine::count_hit(int)
{
    return set("t1", 1) + instruction("amoadd.d\tzero, t1, (t0)");
}

std::string machine::add_hits(int)
{
    return instruction("amoadd.d\tzero, %1, (t0)");
}

// What was there before it was counted down says whether it is negative now.
std::string machine::count_down(int)
{
    return member("ld", "t1", line_at) + instruction("bnez\tt1, 1f") +
           instruction("addi\tt0, t0, " + std::to_string(skip_at)) + set("t1", -1) +
           instruction("amoadd.d\tt1, t1, (t0)") + instruction("bgtz\tt1, 2f");
}

std::string machine::set_calling(int cell)
{
    return set("t1", cell) + member("sd", "t1", calling_at);
}

std::string machine::skip_if_current(int cell)
{
    return set("t1", cell) + member("ld", "t2", line_at) + instruction("beq\tt1, t2, 2f");
}

std::string machine::call_event(int cell, int clock)
{
    return read_counter(clock) + instruction("ld\tt0, %1") + instruction("mv\ta0, %0") +
           set("a1", cell) + instruction("jalr\tt0");
}

} // namespace lineprof
