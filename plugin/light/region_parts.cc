// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <cstring>

#include "emit/static_data.h"
#include "light/region_parts.h"
#include "light/visit_code.h"
#include "marks/unit.h"

namespace lineprof {
namespace {

// Of GCC's library: what is handed a function runs it; so may what waits for others, as
// it runs tasks.
const char library_prefix[] = "GOMP_";
const char *const waiting[] = {"barrier", "taskwait", "taskgroup_end", "loop_end",
                               "sections_end"};

bool is_handed_function(const gimple *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        tree value = gimple_call_arg(call, i);
        if (TREE_CODE(value) == ADDR_EXPR &&
            TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL)
            return true;
    }
    return false;
}

gasm *build_tell(int what, tree record)
{
    tree none = build_int_cst(u64_type(), 0);
    return build_tell_lasted(what, record, none, none);
}

} // namespace

bool is_region_part(tree function)
{
    return strstr(IDENTIFIER_POINTER(DECL_NAME(function)), part_suffix) != NULL;
}

bool may_run_parts(const gimple *call)
{
    tree callee = gimple_call_fndecl(call);
    if (!callee || strncmp(IDENTIFIER_POINTER(DECL_NAME(callee)), library_prefix,
                           strlen(library_prefix)) != 0)
        return false;
    for (const char *name : waiting)
        if (strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), name))
            return true;
    return is_handed_function(call);
}

std::vector<gimple *> tell_part(function *fn, tree record)
{
    std::vector<gimple *> ends;
    edge e;
    edge_iterator at;

    FOR_EACH_EDGE (e, at, EXIT_BLOCK_PTR_FOR_FN(fn)->preds) {
        gimple_stmt_iterator last = gsi_last_nondebug_bb(e->src);
        if (gsi_end_p(last) || gimple_code(gsi_stmt(last)) != GIMPLE_RETURN)
            continue;
        ends.push_back(build_tell(LINEPROF_VISIT_PART_ENDS, record));
        gsi_insert_before(&last, ends.back(), GSI_SAME_STMT);
    }
    gsi_insert_on_edge_immediate(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn)),
                                 build_tell(LINEPROF_VISIT_PART, record));
    return ends;
}

} // namespace lineprof
