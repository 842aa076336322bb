// SPDX-License-Identifier: GPL-3.0-or-later
// GCC's headers in the order they need, and the differences between its major
// versions.  Every file of the plugin includes this one first and no other GCC
// header.
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
#include "value-range.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-pass.h"
#include "tree-iterator.h"
#include "tree-nested.h"
#include "cfganal.h"
#include "dominance.h"
#include "cgraph.h"
#include "context.h"
#include "diagnostic.h"
#include "diagnostic-core.h"
#include "intl.h"
#include "langhooks.h"
#include "opts.h"
#include "options.h"
#include "stor-layout.h"
#include "toplev.h"
#include "tm.h"
#include "varasm.h"
#include "sbitmap.h"
// clang-format on

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

#endif
