// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/frame_address.h"
#include "emit/static_data.h"

namespace lineprof {
namespace {

// The Fortran and Go front ends do not declare every built-in.
tree dwarf_cfa_decl()
{
    tree decl = builtin_decl_explicit(BUILT_IN_DWARF_CFA);
    if (decl)
        return decl;
    static tree own;
    if (!own) {
        own = keep(build_fn_decl("__builtin_dwarf_cfa",
                                 build_function_type_list(ptr_type_node, NULL_TREE)));
        set_decl_built_in_function(own, BUILT_IN_NORMAL, BUILT_IN_DWARF_CFA);
    }
    return own;
}

} // namespace

tree add_cfa(gimple_seq *seq)
{
    tree cfa = create_tmp_reg(ptr_type_node);
    gcall *find_cfa = gimple_build_call(dwarf_cfa_decl(), 0);
    gimple_call_set_lhs(find_cfa, cfa);
    gimple_call_set_nothrow(find_cfa, true);
    gimple_seq_add_stmt(seq, find_cfa);
    return cfa;
}

} // namespace lineprof
