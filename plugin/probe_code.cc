// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include <string>

#include "probe_code.h"
#include "runtime_glue.h"
#include "static_data.h"

namespace lineprof {
namespace {

const int block_at = offsetof(lineprof_frame, block);
const int line_at = offsetof(lineprof_frame, line);
const int calling_at = offsetof(lineprof_frame, calling);
const int hits_at = offsetof(lineprof_counter, hits);
const int skip_at = offsetof(lineprof_counter, skip);

// Of the asm statements: the frame.
const char frame_operand[] = "%0";

// One instruction in both assembler dialects.
std::string both(const std::string &att, const std::string &intel)
{
    return "{" + att + "|" + intel + "}\n\t";
}

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

// Nothing is recorded: past everything.  Then rax = the block.
std::string skip_if_off()
{
    const std::string frame = frame_operand;
    return both("testq\t" + frame + ", " + frame, "test\t" + frame + ", " + frame) +
           jump("jz", "2f");
}

std::string find_block()
{
    return load("rax", word(frame_operand, block_at));
}

std::string count_hit(int counter)
{
    return on("inc", word("rax", counter + hits_at));
}

const char end_label[] = "\n2:";

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

// A line that is current already stays so.
std::string make_current(const line_event &event, int clock)
{
    const std::string line = std::to_string(event.cell);
    return on("cmp", word(frame_operand, line_at), event.cell) + jump("je", "2f") +
           read_counter(clock) + both("movl\t$" + line + ", %%esi", "mov\tesi, " + line) +
           both("call\t*%1", "call\t%1");
}

// While no visit is timed, it is the countdown of the line that decides.
std::string unless_counted_down(const line_event &event)
{
    return on("cmp", word(frame_operand, line_at), 0) + jump("jne", "1f") +
           on("dec", word("rax", event.counter + skip_at)) + jump("jns", "2f") + "\n1:\t";
}

std::string event_text(const line_event &event, const plugin_options &options)
{
    const bool samples = options.mode == LINEPROF_MODE_ADAPTIVE;
    const bool times = options.mode != LINEPROF_MODE_HITS;
    std::string text = skip_if_off();
    if (event.hit || samples)
        text += find_block();
    if (event.hit)
        text += count_hit(event.counter);
    // Where every visit is timed, the event sees to this.
    if (event.calls && options.mode != LINEPROF_MODE_EXACT)
        text += on("mov", word(frame_operand, calling_at), event.cell);
    if (samples)
        text += unless_counted_down(event);
    if (times)
        text += make_current(event, options.clock);
    return text + end_label;
}

vec<tree, va_gc> *operand_list(std::initializer_list<asm_operand> operands)
{
    vec<tree, va_gc> *list = NULL;
    for (const asm_operand &row : operands) {
        tree constraint = build_string(strlen(row.constraint), row.constraint);
        vec_safe_push(list,
                      build_tree_list(build_tree_list(NULL_TREE, constraint), row.value));
    }
    return list;
}

} // namespace

gasm *build_asm(const char *text, std::initializer_list<asm_operand> outputs,
                std::initializer_list<asm_operand> inputs,
                std::initializer_list<const char *> clobbers)
{
    vec<tree, va_gc> *clobber_list = NULL;
    for (const char *name : clobbers)
        vec_safe_push(clobber_list,
                      build_tree_list(NULL_TREE, build_string(strlen(name), name)));
    gasm *stmt = gimple_build_asm_vec(ggc_strdup(text), operand_list(inputs),
                                      operand_list(outputs), clobber_list, NULL);
    gimple_asm_set_volatile(stmt, true);
    suppress_warning(stmt, opt_code(0));
    return stmt;
}

bool target_is_supported()
{
    if (TARGET_64BIT && !TARGET_X32)
        return true;
    sorry("lineprof profiles only 64-bit code");
    return false;
}

void probe_code::add_line_event(gimple_seq *seq, tree frame,
                                const line_event &event) const
{
    const std::string text = event_text(event, options_);
    gasm *stmt;
    // The call finds the frame in rdi.
    if (options_.mode == LINEPROF_MODE_HITS)
        stmt = build_asm(text.c_str(),
                         {
        },
                         {{"r", frame}}, {"rax", "cc"});
    else
        stmt = build_asm(text.c_str(),
                         {
        },
                         {{"D", frame}, {"m", event_pointer()}},
                         {"rax", "rdx", "rsi", "cc", "memory"});
    gimple_seq_add_stmt(seq, stmt);
}

void probe_code::add_hit(gimple_seq *seq, tree frame, int counter) const
{
    const std::string text =
        skip_if_off() + find_block() + count_hit(counter) + end_label;
    gimple_seq_add_stmt(seq, build_asm(text.c_str(),
                                       {
    },
                                       {{"r", frame}}, {"rax", "cc"}));
}

void probe_code::add_hits(gimple_seq *seq, tree frame, int counter, tree count) const
{
    const word at("rax", counter + hits_at);
    const std::string text = skip_if_off() + find_block() +
                             both("addq\t%1, " + at.att, "add\t" + at.intel + ", %1") +
                             end_label;
    gimple_seq_add_stmt(seq, build_asm(text.c_str(),
                                       {
    },
                                       {{"r", frame}, {"r", count}}, {"rax", "cc"}));
}

} // namespace lineprof
