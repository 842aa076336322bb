// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/early_bases.h"
#include "emit/function_builder.h"
#include "emit/static_data.h"
#include "lineprof/abi.h"

namespace lineprof {
namespace {

// *(TYPE *)(ADDRESS + OFFSET)
tree word_at(tree type, tree address, size_t offset)
{
    return build2(MEM_REF, type, address, build_int_cst(ptr_type_node, offset));
}

tree emit()
{
    function_builder f(versioned("early_bases").c_str(),
                       build_function_type_list(void_type_node, NULL_TREE));
    tree own = f.local(ptr_type_node);
    tree base = f.local(ptr_type_node);
    tree end = f.local(ptr_type_node);
    tree variable = f.local(ptr_type_node);
    tree is_static = f.local(ptr_type_node);
    tree thread_pointer =
        build_fold_addr_expr(builtin_decl_explicit(BUILT_IN_THREAD_POINTER));
    tree set_up = build_fold_addr_expr(declare_weak_function(
        "__libc_setup_tls", build_function_type_list(void_type_node, NULL_TREE)));

    f.assign(is_static, build1(NOP_EXPR, ptr_type_node, set_up));
    f.begin_if(not_null(is_static));
    f.return_value(NULL_TREE);
    f.end_if();
    f.assign(own, call(thread_pointer, ptr_type_node, {}));
    f.assign(base, section_bound("__start_", LINEPROF_BASES_SECTION));
    f.assign(end, section_bound("__stop_", LINEPROF_BASES_SECTION));
    f.begin_loop(build2(LT_EXPR, boolean_type_node, base, end));
    tree place = word_at(integer_type_node, base, offsetof(lineprof_base, place));
    f.assign(variable, build2(POINTER_PLUS_EXPR, ptr_type_node, own,
                              build1(NOP_EXPR, sizetype, place)));
    f.begin_if(is_null(word_at(ptr_type_node, variable, 0)));
    f.assign(word_at(ptr_type_node, variable, 0),
             word_at(ptr_type_node, base, offsetof(lineprof_base, counts)));
    f.end_if();
    f.assign(base, build2(POINTER_PLUS_EXPR, ptr_type_node, base,
                          size_int(sizeof(lineprof_base))));
    f.end_loop();
    f.return_value(NULL_TREE);
    f.finish();
    return keep(f.decl());
}

} // namespace

tree early_bases_function()
{
    static tree function = emit();
    return function;
}

} // namespace lineprof
