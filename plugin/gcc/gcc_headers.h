// SPDX-License-Identifier: GPL-3.0-or-later
// GCC's headers in the order they need, and the differences between its major
// versions.  Every file of the plugin includes this one first and no other GCC
// header; but those of text/ know nothing of GCC.
#ifndef GCC_HEADERS_H
#define GCC_HEADERS_H

// clang-format off
#include "gcc-plugin.h"
#include "plugin-version.h"

#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "tree.h"
#include "cp/cp-tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "builtins.h"
#include "except.h"
#include "value-range.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-predict.h"
#include "gimple-pretty-print.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-inline.h"
#include "tree-pass.h"
#include "tree-iterator.h"
#include "tree-nested.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "dominance.h"
#include "cgraph.h"
#include "context.h"
#include "diagnostic.h"
#include "diagnostic-core.h"
#include "file-prefix-map.h"
#include "intl.h"
#include "langhooks.h"
#include "opts.h"
#include "options.h"
#include "stor-layout.h"
#include "toplev.h"
#include "tm.h"
#include "varasm.h"
#include "memmodel.h"
#include "rtl.h"
#include "rtl-iter.h"
#include "emit-rtl.h"
#include "sbitmap.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-operands.h"
#include "gimple-ssa.h"
#include "tree-ssanames.h"
#include "tree-into-ssa.h"
// clang-format on

// The C++ compiler alone has it, and the others need to load the plugin, too.
void clear_fold_cache() __attribute__((weak));

// From GCC 15 on this is a macro for a function that the C++ compiler alone has.
#undef seen_error

// GCC 16 has it no more: there it is plain const_cast.
#ifndef CONST_CAST_TREE
#    define CONST_CAST_TREE(node) const_cast<tree>(node)
#endif

#if GCCPLUGIN_VERSION < 12000
inline void suppress_warning(gimple *stmt, opt_code)
{
    gimple_set_no_warning(stmt, true);
}
inline void suppress_warning(tree expr, opt_code)
{
    TREE_NO_WARNING(expr) = 1;
}
#endif

// GCC 11 has no built-in for sizes that are not constant.
#if GCCPLUGIN_VERSION < 12000
const built_in_function BUILT_IN_DYNAMIC_OBJECT_SIZE = END_BUILTINS;
#endif

// The branch of `if consteval`, which GCC 11 does not know.
inline bool is_if_consteval(const_tree if_stmt)
{
#if GCCPLUGIN_VERSION < 12000
    return false && if_stmt;
#else
    return IF_STMT_CONSTEVAL_P(if_stmt);
#endif
}

// The flag that asks for markers, among the options of a function that has its own; up to
// GCC 11 it is none of them.  What it is unless the command line says otherwise, and how
// it is changed.
#if GCCPLUGIN_VERSION < 12000
inline bool markers_by_default(tree, bool others)
{
    return others;
}
inline void set_markers_of_options(tree, bool)
{
}
#else
inline bool markers_by_default(tree options, bool)
{
    return TREE_OPTIMIZATION(options)->x_optimize &&
           debug_info_level >= DINFO_LEVEL_NORMAL && dwarf_debuginfo_p();
}
inline void set_markers_of_options(tree options, bool wanted)
{
    TREE_OPTIMIZATION(options)->x_debug_nonbind_markers_p = wanted;
}
#endif

// STMT, of C++, for everything but evaluation by the compiler, and back again.  Up to GCC
// 15 constexpr bodies have been put aside for that before a plugin sees them; later the
// front end evaluates what the plugin has left, and an asm makes it fail.  There STMT
// becomes `if consteval {} else STMT`.
#if GCCPLUGIN_VERSION < 16000
inline tree not_evaluated(tree stmt)
{
    return stmt;
}
inline tree without_evaluation(tree stmt)
{
    return stmt;
}
#else
inline tree not_evaluated(tree stmt)
{
    tree branch =
        build4_loc(EXPR_LOCATION(stmt), IF_STMT, void_type_node, boolean_false_node,
                   build_empty_stmt(EXPR_LOCATION(stmt)), stmt, NULL_TREE);
    IF_STMT_CONSTEVAL_P(branch) = 1;
    TREE_SIDE_EFFECTS(branch) = 1;
    return branch;
}
inline tree without_evaluation(tree stmt)
{
    const bool is_branch = TREE_CODE(stmt) == IF_STMT && IF_STMT_CONSTEVAL_P(stmt);
    return is_branch && ELSE_CLAUSE(stmt) ? ELSE_CLAUSE(stmt) : stmt;
}
#endif

// By their newer names.
#if GCCPLUGIN_VERSION < 14000
inline gimple *last_nondebug_stmt(basic_block block)
{
    return last_stmt(block);
}
inline void make_eh_edge(gimple *stmt)
{
    make_eh_edges(stmt);
}
#endif

#if GCCPLUGIN_VERSION < 14000
inline location_t expansion_point(const line_map_macro *map)
{
    return MACRO_MAP_EXPANSION_POINT_LOCATION(map);
}
#else
inline location_t expansion_point(const line_map_macro *map)
{
    return map->get_expansion_point_location();
}
#endif

#endif
