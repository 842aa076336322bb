// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "emit/light_machine.h"
#include "emit/probe_code.h"
#include "emit/runtime_glue.h"
#include "light/visit_code.h"

namespace lineprof {
namespace {

int offset_of(int index)
{
    return index * int(sizeof(lineprof_count));
}

int word_of(int kind, int site, unsigned tag)
{
    return int(unsigned(kind) | unsigned(site) << LINEPROF_VISIT_SITE_SHIFT |
               tag << LINEPROF_VISIT_TAG_SHIFT);
}

std::vector<const char *> with_memory(std::vector<const char *> clobbers, bool keeps)
{
    if (!keeps)
        clobbers.push_back("memory");
    return clobbers;
}

} // namespace

int visit_word(int kind, int site, int flags, tree function)
{
    tree name = DECL_NAME(function); // the same with -g and without
    return word_of(kind | flags, std::max(site, 0),
                   ((name ? htab_hash_string(IDENTIFIER_POINTER(name)) : 0) +
                    unsigned(DECL_SOURCE_LINE(function))) &
                       ((1u << LINEPROF_VISIT_TAG_BITS) - 1));
}

int sites_word(int kind, int site, int count)
{
    const int most = (1 << LINEPROF_VISIT_TAG_BITS) - 1;
    return word_of(kind, site, unsigned(std::min(count, most)));
}

bool can_tell_sites(size_t count)
{
    return count < size_t(1) << LINEPROF_VISIT_SITE_BITS;
}

gasm *build_count_or_jump(tree base, int index, tree label)
{
    const std::string text = light_machine::count_or_jump(offset_of(index));
    vec<tree, va_gc> *inputs = NULL, *clobbers = NULL, *labels = NULL;
    vec_safe_push(
        inputs, build_tree_list(build_tree_list(NULL_TREE, build_string(1, "r")), base));
    for (const char *name : light_machine::clobbers)
        vec_safe_push(clobbers,
                      build_tree_list(NULL_TREE, build_string(strlen(name), name)));
    vec_safe_push(labels, build_tree_list(NULL_TREE, label));
    gasm *stmt =
        gimple_build_asm_vec(ggc_strdup(text.c_str()), inputs, NULL, clobbers, labels);
    gimple_asm_set_volatile(stmt, true);
    gimple_asm_set_inline(stmt, true);
    suppress_warning(stmt, opt_code(N_OPTS)); // all of them
    return stmt;
}

gasm *build_begin_visit(tree base, int index, tree answer, tree cfa)
{
    const std::string text = light_machine::begin_visit(offset_of(index), cfa);
    const asm_operand renewed = {"=r", base}, same = {"0", base};
    const asm_operand said = {light_machine::answer_constraint, answer};
    const asm_operand visit = place_operand(visit_pointer());
    const asm_operand place = {"r", cfa};
    gasm *stmt = cfa ? build_asm(text.c_str(), {renewed, said}, {visit, same, place},
                                 light_machine::visit_clobbers)
                     : build_asm(text.c_str(), {renewed, said}, {visit, same},
                                 light_machine::visit_clobbers);
    gimple_asm_set_inline(stmt, true);
    return stmt;
}

gasm *build_tell_visit(int what, bool keeps_memory)
{
    const std::string text = light_machine::tell_visit(what);
    gasm *stmt = build_asm(text.c_str(), no_operands, {place_operand(tell_pointer())},
                           with_memory(light_machine::clobbers, keeps_memory));
    gimple_asm_set_inline(stmt, true);
    return stmt;
}

gasm *build_ask(int what, tree answer, bool keeps_memory)
{
    const std::string text = light_machine::ask(what);
    gasm *stmt = build_asm(text.c_str(),
                           {
                               {light_machine::answer_constraint, answer}
    },
                           {place_operand(tell_pointer())},
                           with_memory(light_machine::visit_clobbers, keeps_memory));
    gimple_asm_set_inline(stmt, true);
    return stmt;
}

gasm *build_tell_lasted(int what, tree record, tree seconds, tree ns)
{
    const std::string text = light_machine::tell_lasted(what);
    gasm *stmt = build_asm(text.c_str(), no_operands,
                           {
                               place_operand(lasted_pointer()),
                               place_operand(record),
                               {"r", seconds},
                               {"r", ns     }
    },
                           light_machine::clobbers);
    gimple_asm_set_inline(stmt, true);
    return stmt;
}

// As likely as what is returned where something has failed: two in a hundred.
gimple *build_seldom()
{
    return gimple_build_predict(PRED_NEGATIVE_RETURN, NOT_TAKEN);
}

gasm *build_barrier()
{
    return build_asm("", no_operands, no_operands, {"memory"});
}

} // namespace lineprof
