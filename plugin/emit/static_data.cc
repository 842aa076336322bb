// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/static_data.h"
#include "lineprof/abi.h"

namespace lineprof {
namespace {

tree kept_trees = NULL_TREE; // a GGC root

const ggc_root_tab kept_trees_root[] = {
    {&kept_trees, 1, sizeof kept_trees, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB
};

} // namespace

tree section_bound(const char *which, const char *section)
{
    const std::string name = std::string(which) + section;
    tree var = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()),
                          ptr_type_node);
    TREE_PUBLIC(var) = 1;
    DECL_EXTERNAL(var) = 1;
    DECL_ARTIFICIAL(var) = 1;
    DECL_VISIBILITY(var) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(var) = 1;
    declare_weak(var);
    return address_of(var);
}

std::string versioned(const char *name)
{
    return std::string("__lineprof_") + name + "_v" +
           std::to_string(LINEPROF_ABI_VERSION);
}

tree keep(tree node)
{
    kept_trees = tree_cons(NULL_TREE, node, kept_trees);
    return node;
}

void register_kept_trees()
{
    register_callback("lineprof", PLUGIN_REGISTER_GGC_ROOTS, NULL,
                      const_cast<ggc_root_tab *>(kept_trees_root));
}

tree u32_type()
{
    return unsigned_intSI_type_node;
}

tree u64_type()
{
    return unsigned_intDI_type_node;
}

tree address_of(tree decl)
{
    return build1(NOP_EXPR, ptr_type_node, build_fold_addr_expr(decl));
}

tree string_address(const std::string &text)
{
    return build1(NOP_EXPR, ptr_type_node,
                  build_string_literal(text.size() + 1, text.c_str()));
}

void struct_builder::add(tree type, tree value, size_t offset)
{
    members_.push_back({type, value, offset});
}

void struct_builder::add_u32(uint64_t value, size_t offset)
{
    add(u32_type(), build_int_cst(u32_type(), value), offset);
}

void struct_builder::add_u64(uint64_t value, size_t offset)
{
    add(u64_type(), build_int_cst(u64_type(), value), offset);
}

void struct_builder::add_pointer(tree value, size_t offset)
{
    add(ptr_type_node, value ? value : null_pointer_node, offset);
}

void struct_builder::add_string(const std::string &text, size_t offset)
{
    add_pointer(string_address(text), offset);
}

tree struct_builder::build_type() const
{
    tree type = make_node(RECORD_TYPE);
    tree last = NULL_TREE;
    for (const member &row : members_) {
        tree field = build_decl(UNKNOWN_LOCATION, FIELD_DECL, NULL_TREE, row.type);
        DECL_CONTEXT(field) = type;
        if (last)
            DECL_CHAIN(last) = field;
        else
            TYPE_FIELDS(type) = field;
        last = field;
    }
    layout_type(type);
    return type;
}

void struct_builder::finish(size_t size, tree type)
{
    type_ = type ? type : build_type();
    vec<constructor_elt, va_gc> *elements = NULL;
    tree to = TYPE_FIELDS(type_);
    for (const member &row : members_) {
        CONSTRUCTOR_APPEND_ELT(elements, to, row.value);
        to = DECL_CHAIN(to);
    }
    size_t at = 0;
    for (tree field = TYPE_FIELDS(type_); field; field = DECL_CHAIN(field))
        gcc_assert(size_t(int_byte_position(field)) == members_[at++].offset);
    gcc_assert(size_t(int_size_in_bytes(type_)) == size);
    value_ = build_constructor(type_, elements);
    TREE_CONSTANT(value_) = TREE_STATIC(value_) = 1;
}

tree array_value(tree element, const std::vector<tree> &values)
{
    tree type = build_array_type_nelts(element, values.size());
    vec<constructor_elt, va_gc> *elements = NULL;
    for (size_t i = 0; i < values.size(); i++)
        CONSTRUCTOR_APPEND_ELT(elements, size_int(i), values[i]);
    tree value = build_constructor(type, elements);
    TREE_CONSTANT(value) = TREE_STATIC(value) = 1;
    return value;
}

tree local_variable(const char *name, tree type, tree value, bool read_only)
{
    static int count;
    tree var = build_decl(UNKNOWN_LOCATION, VAR_DECL, NULL_TREE, type);
    char full[64];
    targetm.asm_out.generate_internal_label(full, name, count++);
    DECL_NAME(var) = get_identifier(full);
    SET_DECL_ASSEMBLER_NAME(var, DECL_NAME(var));
    TREE_STATIC(var) = 1;
    TREE_USED(var) = 1;
    TREE_READONLY(var) = read_only;
    DECL_ARTIFICIAL(var) = 1;
    DECL_IGNORED_P(var) = 1;
    DECL_INITIAL(var) = value;
    return var;
}

void put_in_section(tree variable, const char *section, unsigned align)
{
    set_decl_section_name(variable, section);
    SET_DECL_ALIGN(variable, align);
    DECL_USER_ALIGN(variable) = 1;
    DECL_PRESERVE_P(variable) = 1;
}

void finalize_variable(tree var)
{
    varpool_node::finalize_decl(var);
    // Variables that come after the analysis of the unit must be analysed by hand.
    if (symtab->state > CONSTRUCTION) {
        varpool_node *node = varpool_node::get(var);
        if (!node->analyzed)
            node->analyze();
    }
}

} // namespace lineprof
