// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/light_machine.h"
#include "emit/runtime_glue.h"
#include "emit/static_data.h"
#include "light/thread_counts.h"

namespace lineprof {
namespace {

// The unit's array and the thread-local variable that leads to it; its type is an array
// of one count until it is finished.
tree unit_counts, unit_base;
int unit_count;
bool is_finished;

tree counts_type(int count)
{
    return build_array_type_nelts(u64_type(),
                                  count * int(sizeof(lineprof_count) / sizeof(uint64_t)));
}

tree declare_counts(int count)
{
    tree variable = local_variable("LPcounts", counts_type(count), NULL_TREE, false);
    put_in_section(variable, LINEPROF_COUNTS_SECTION,
                   sizeof(lineprof_count) * BITS_PER_UNIT);
    TREE_ADDRESSABLE(variable) = 1;
    DECL_ATTRIBUTES(variable) =
        tree_cons(get_identifier("no_sanitize"), NULL_TREE, DECL_ATTRIBUTES(variable));
    return keep(variable);
}

// With -flto another process would put out the variable, under a name that is not known
// here.
bool unit_has_base()
{
    return program_may_have_bases() && !flag_generate_lto && !in_lto_p;
}

void declare_unit_counts()
{
    unit_counts = declare_counts(1);
    unit_base =
        keep(local_variable("LPbase", ptr_type_node, address_of(unit_counts), false));
    TREE_THIS_VOLATILE(unit_base) = 1; // triggers change it, which GCC does not see
    TREE_SIDE_EFFECTS(unit_base) = 1;
    DECL_PRESERVE_P(unit_base) = 1;
    set_decl_tls_model(unit_base, TLS_MODEL_LOCAL_EXEC);
}

std::string assembler_name(tree variable)
{
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(variable));
    return name + (*name == '*');
}

// Tells the runtime of the variable: a struct lineprof_base, one of whose members has no
// counterpart in trees.
void list_base()
{
    const std::string text =
        "\t.pushsection " LINEPROF_BASES_SECTION ", \"aw\", @progbits\n" +
        light_machine::base(assembler_name(unit_counts), assembler_name(unit_base)) +
        "\t.popsection";
    symtab->finalize_toplevel_asm(build_string(int(text.size()), text.c_str()));
}

} // namespace

bool program_may_have_bases()
{
    return light_machine::has_bases && !flag_shlib && !(flag_pic && !flag_pie);
}

thread_counts allocate_counts(int count)
{
    if (is_finished || !unit_has_base()) {
        tree own = declare_counts(count);
        finalize_variable(own);
        return {build_fold_addr_expr(own), NULL_TREE, 0};
    }
    if (!unit_counts)
        declare_unit_counts();
    const int first = unit_count;
    unit_count += count;
    tree address = build2(POINTER_PLUS_EXPR, ptr_type_node, address_of(unit_counts),
                          size_int(first * sizeof(lineprof_count)));
    return {address, unit_base, first};
}

void find_thread_counts(gimple_seq *seq, const thread_counts &counts, tree base)
{
    if (counts.variable) {
        gimple_seq_add_stmt(seq, gimple_build_assign(base, counts.variable));
        return;
    }
    tree distance = create_tmp_reg(TREE_TYPE(distance_variable()));
    tree offset = create_tmp_reg(sizetype);
    gimple_seq_add_stmt(seq, gimple_build_assign(distance, distance_variable()));
    gimple_seq_add_stmt(seq, gimple_build_assign(offset, NOP_EXPR, distance));
    gimple_seq_add_stmt(
        seq, gimple_build_assign(base, POINTER_PLUS_EXPR, counts.section, offset));
}

void finish_unit_counts()
{
    if (is_finished)
        return;
    is_finished = true;
    if (!unit_counts)
        return;
    TREE_TYPE(unit_counts) = counts_type(unit_count);
    DECL_SIZE(unit_counts) = DECL_SIZE_UNIT(unit_counts) = NULL_TREE;
    layout_decl(unit_counts, 0);
    finalize_variable(unit_counts);
    finalize_variable(unit_base);
    varpool_node::get(unit_base)->force_output = 1;
    list_base();
}

} // namespace lineprof
