// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include <string>

#include "probe_code.h"
#include "runtime_glue.h"
#include "static_data.h"

namespace lineprof {
namespace {

const int hits_at = offsetof(lineprof_cell, hits);
const int ticks_at = offsetof(lineprof_cell, ticks);
const int line_at = offsetof(lineprof_frame, line);
const int last_at = offsetof(lineprof_frame, last);
const int bias_at = offsetof(lineprof_frame, bias);
const int cost_at = offsetof(lineprof_block, probe_ticks);

// One instruction in both assembler dialects.
std::string both(const std::string &att, const std::string &intel)
{
    return "{" + att + "|" + intel + "}\n\t";
}

std::string at_t(int offset, const char *base)
{
    return std::to_string(offset) + "(" + base + ")";
}

std::string word(int offset, const char *base)
{
    return std::string("QWORD PTR [") + base + "+" + std::to_string(offset) + "]";
}

// `op register, memory` and `op memory, register`
std::string from_memory(const char *op, int offset, const char *base, const char *reg)
{
    return both(std::string(op) + "q\t" + at_t(offset, base) + ", %%" + reg,
                std::string(op) + "\t" + reg + ", " + word(offset, base));
}

std::string to_memory(const char *op, const char *reg, int offset, const char *base)
{
    return both(std::string(op) + "q\t%%" + reg + ", " + at_t(offset, base),
                std::string(op) + "\t" + word(offset, base) + ", " + reg);
}

std::string constant_to_memory(const char *op, int value, int offset, const char *base)
{
    const std::string number = std::to_string(value);
    return both(std::string(op) + "q\t$" + number + ", " + at_t(offset, base),
                std::string(op) + "\t" + word(offset, base) + ", " + number);
}

std::string registers(const char *op, const char *from, const char *to)
{
    return both(std::string(op) + "q\t%%" + from + ", %%" + to,
                std::string(op) + "\t" + to + ", " + from);
}

// rax = the clock.  The barrier makes the counter wait for all that the old line
// computes; without it the processor reads it too early.
std::string read_counter(bool ordered)
{
    return std::string(ordered ? "lfence\n\t" : "") + "rdtsc\n\t" +
           both("shlq\t$32, %%rdx", "shl\trdx, 32") + registers("or", "rdx", "rax");
}

const char frame_operand[] = "%0";
const char block_operand[] = "%1";

// From a reading in rax: virtual time, never before the last one; charge it to the
// old line, begin the new one.  Changes rdx.
std::string charge(const line_event &event, const char *fr, const char *bl)
{
    std::string text = from_memory("sub", bias_at, fr, "rax");
    text += from_memory("mov", cost_at, bl, "rdx");
    text += to_memory("add", "rdx", bias_at, fr);
    text += from_memory("mov", last_at, fr, "rdx");
    text += registers("cmp", "rdx", "rax");
    text += both("cmovbq\t%%rdx, %%rax", "cmovb\trax, rdx");
    text += to_memory("mov", "rax", last_at, fr);
    text += registers("sub", "rdx", "rax");
    if (event.previous) {
        text += to_memory("add", "rax", event.previous + ticks_at, bl);
    } else {
        text += from_memory("mov", line_at, fr, "rdx");
        text += both("addq\t%%rax, " + std::to_string(ticks_at) + "(" + bl + ",%%rdx)",
                     std::string("add\tQWORD PTR [") + bl + "+rdx+" +
                         std::to_string(ticks_at) + "], rax");
    }
    return text;
}

std::string begin_line(const line_event &event, const char *fr, const char *bl)
{
    std::string text = constant_to_memory("mov", event.line, line_at, fr);
    if (event.hit)
        text += constant_to_memory("add", 1, event.line + hits_at, bl);
    return text;
}

// Some clocks can only be called.
tree call_clock(gimple_seq *seq)
{
    tree pointer = create_tmp_reg(TREE_TYPE(clock_pointer()));
    tree now = create_tmp_reg(u64_type());
    gimple_seq_add_stmt(seq, gimple_build_assign(pointer, clock_pointer()));
    gcall *call = gimple_build_call(pointer, 0);
    gimple_call_set_lhs(call, now);
    gimple_seq_add_stmt(seq, call);
    return now;
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

void probe_code::add_line_event(gimple_seq *seq, const probe_variables &vars,
                                const line_event &event) const
{
    if (options_.mode == LINEPROF_MODE_HITS) {
        const std::string text = begin_line(event, frame_operand, block_operand);
        gimple_seq_add_stmt(seq,
                            build_asm(text.c_str(),
                                      {
        },
                                      {{"r", vars.frame}, {"r", vars.block}}, {"cc"}));
        return;
    }
    if (options_.clock == LINEPROF_CLOCK_TSC || options_.clock == LINEPROF_CLOCK_FAST) {
        const std::string text = read_counter(options_.clock == LINEPROF_CLOCK_TSC) +
                                 charge(event, frame_operand, block_operand) +
                                 begin_line(event, frame_operand, block_operand);
        gimple_seq_add_stmt(seq, build_asm(text.c_str(),
                                           {
        },
                                           {{"r", vars.frame}, {"r", vars.block}},
                                           {"rax", "rdx", "cc", "memory"}));
        return;
    }
    tree now = call_clock(seq);
    tree used_up = create_tmp_reg(u64_type());
    const std::string text = charge(event, "%2", "%3") + begin_line(event, "%2", "%3");
    gimple_seq_add_stmt(seq, build_asm(text.c_str(),
                                       {
                                           {"=a", used_up}
    },
                                       {{"0", now}, {"r", vars.frame}, {"r", vars.block}},
                                       {"rdx", "cc", "memory"}));
}

void probe_code::add_hit(gimple_seq *seq, const probe_variables &vars, int line) const
{
    const std::string text = constant_to_memory("add", 1, line + hits_at, "%0");
    gimple_seq_add_stmt(seq, build_asm(text.c_str(),
                                       {
    },
                                       {{"r", vars.block}}, {"cc"}));
}

void probe_code::add_hits(gimple_seq *seq, const probe_variables &vars, int line,
                          tree count) const
{
    const std::string offset = std::to_string(line + hits_at);
    const std::string text =
        both("addq\t%1, " + offset + "(%0)", "add\tQWORD PTR [%0+" + offset + "], %1");
    gimple_seq_add_stmt(seq, build_asm(text.c_str(),
                                       {
    },
                                       {{"r", vars.block}, {"r", count}}, {"cc"}));
}

} // namespace lineprof
