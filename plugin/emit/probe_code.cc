// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <string>

#include "emit/light_machine.h"
#include "emit/machine.h"
#include "emit/probe_code.h"
#include "emit/runtime_glue.h"
#include "places/source.h"

namespace lineprof {
namespace {

const char end_label[] = "\n2:";

std::string event_text(const line_event &event, const plugin_options &options)
{
    const bool samples = options.mode == LINEPROF_MODE_ADAPTIVE;
    const bool times = options.mode != LINEPROF_MODE_HITS;
    std::string text = machine::skip_if_off();
    if (event.hit || samples)
        text += machine::find_counter(event.counter);
    if (event.hit)
        text += machine::count_hit(event.counter);
    // Where every visit is timed, the event sees to this.
    if (event.calls && options.mode != LINEPROF_MODE_EXACT)
        text += machine::set_calling(event.cell);
    if (samples)
        text += machine::count_down(event.counter) + "\n1:\t";
    // A line that is current already stays so.
    if (times)
        text += machine::skip_if_current(event.cell) +
                machine::call_event(event.cell, options.clock);
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

std::vector<const char *> without_memory(std::vector<const char *> clobbers)
{
    clobbers.erase(
        std::remove_if(clobbers.begin(), clobbers.end(),
                       [](const char *name) { return !strcmp(name, "memory"); }),
        clobbers.end());
    return clobbers;
}

} // namespace

gasm *build_asm(const char *text, std::initializer_list<asm_operand> outputs,
                std::initializer_list<asm_operand> inputs,
                const std::vector<const char *> &clobbers)
{
    vec<tree, va_gc> *clobber_list = NULL;
    for (const char *name : clobbers)
        vec_safe_push(clobber_list,
                      build_tree_list(NULL_TREE, build_string(strlen(name), name)));
    gasm *stmt = gimple_build_asm_vec(ggc_strdup(text), operand_list(inputs),
                                      operand_list(outputs), clobber_list, NULL);
    gimple_asm_set_volatile(stmt, true);
    suppress_warning(stmt, opt_code(N_OPTS)); // all of them
    return stmt;
}

location_t assembler_location(location_t loc)
{
    const char *file = place_of(loc).file;
    return file && strpbrk(file, "\"\n") ? BUILTINS_LOCATION : loc;
}

bool target_is_supported()
{
    if (machine::is_supported())
        return true;
    sorry("lineprof profiles only %s", machine::supported);
    return false;
}

void probe_code::add_line_event(gimple_seq *seq, tree frame,
                                const line_event &event) const
{
    const std::string text = event_text(event, options_);
    gasm *stmt;
    if (options_.mode == LINEPROF_MODE_HITS) {
        const asm_operand base = {"r", frame};
        stmt = build_asm(text.c_str(), no_operands, {base}, machine::counting_clobbers);
    } else {
        const asm_operand base = {machine::event_frame_constraint, frame};
        const asm_operand pointer = {"m", event_pointer()};
        stmt = build_asm(text.c_str(), no_operands, {base, pointer},
                         event.keeps_memory ? without_memory(machine::event_clobbers)
                                            : machine::event_clobbers);
    }
    gimple_seq_add_stmt(seq, stmt);
}

void probe_code::add_hit(gimple_seq *seq, tree frame, int counter) const
{
    const std::string text = machine::skip_if_off() + machine::find_counter(counter) +
                             machine::count_hit(counter) + end_label;
    const asm_operand base = {"r", frame};
    gimple_seq_add_stmt(
        seq, build_asm(text.c_str(), no_operands, {base}, machine::counting_clobbers));
}

void probe_code::add_hits(gimple_seq *seq, tree frame, int counter, tree count) const
{
    const std::string text = machine::skip_if_off() + machine::find_counter(counter) +
                             machine::add_hits(counter) + end_label;
    const asm_operand base = {"r", frame}, amount = {"r", count};
    gimple_seq_add_stmt(seq, build_asm(text.c_str(), no_operands, {base, amount},
                                       machine::counting_clobbers));
}

asm_operand place_operand(tree place)
{
    const char *constraint = light_machine::place_constraint;
    return {constraint, *constraint == 'm' ? place : build_fold_addr_expr(place)};
}

gasm *build_count(tree base, int index, tree amount)
{
    const std::string text =
        light_machine::count_only(index * int(sizeof(lineprof_count)), amount);
    const asm_operand first = {"r", base}, more = {"r", amount};
    gasm *stmt =
        amount
            ? build_asm(text.c_str(), no_operands, {first, more}, light_machine::clobbers)
            : build_asm(text.c_str(), no_operands, {first}, light_machine::clobbers);
    gimple_asm_set_inline(stmt, true);
    return stmt;
}

gasm *build_checked_count(tree base, int index, tree amount)
{
    const std::string text =
        light_machine::count_or_trigger(index * int(sizeof(lineprof_count)), amount);
    const asm_operand renewed = {"=r", base}, same = {"0", base};
    const asm_operand trigger = place_operand(trigger_pointer()), more = {"r", amount};
    gasm *stmt = amount ? build_asm(text.c_str(), {renewed}, {trigger, more, same},
                                    light_machine::clobbers)
                        : build_asm(text.c_str(), {renewed}, {trigger, same},
                                    light_machine::clobbers);
    gimple_asm_set_inline(stmt, true);
    return stmt;
}

} // namespace lineprof
