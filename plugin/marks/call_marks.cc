// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/unit_info.h"
#include "marks/call_marks.h"
#include "marks/mark_parts.h"
#include "marks/unit.h"

namespace lineprof {
namespace {

bool has_prefix(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

// It is instructions, not a call, whatever the options: what is small by itself, and what
// handles so much memory as is known here.
bool is_instructions(const gcall *call, tree callee)
{
    if (!fndecl_built_in_p(callee, BUILT_IN_NORMAL) || is_inexpensive_builtin(callee) ||
        has_prefix(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)), "__builtin_"))
        return true;
    switch (DECL_FUNCTION_CODE(callee)) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMCMP:
        return TREE_CODE(gimple_call_arg(call, 2)) == INTEGER_CST;
    default:
        return false;
    }
}

// It has no code of its own.  What a library makes of its functions to check their
// arguments has that of the function.
bool is_never_called(tree callee)
{
    return lookup_attribute("always_inline", DECL_ATTRIBUTES(callee)) &&
           (!DECL_EXTERNAL(callee) || IDENTIFIER_POINTER(DECL_NAME(callee))[0] == '_');
}

// What the language's exceptions and guards are made of.
bool is_of_language(tree callee)
{
    return has_prefix(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)), "__cxa_");
}

bool comes_back_once(const gcall *call)
{
    return !(gimple_call_flags(call) & (ECF_NORETURN | ECF_RETURNS_TWICE)) &&
           !gimple_call_tail_p(call) && !gimple_call_must_tail_p(call);
}

struct walk_state {
    tree function;
    unit &out;
    place line; // of the last mark
    std::vector<outside_call> calls;
};

// Of what another unit has, only the whole program tells whether it is profiled.
bool is_outside(const gimple *stmt, walk_state &state)
{
    const gcall *call = dyn_cast<const gcall *>(stmt);
    tree callee = call && !gimple_call_internal_p(call) ? gimple_call_fndecl(call) : NULL;
    if (!callee || callee == state.function || !comes_back_once(call))
        return false;
    if (fndecl_built_in_p(callee))
        return !is_instructions(call, callee);
    if (is_never_called(callee) || is_of_language(callee))
        return false;
    const bool is_elsewhere = DECL_EXTERNAL(callee) && !DECL_INITIAL(callee);
    return is_elsewhere || !state.out.selects(callee);
}

tree visit_call(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    walk_state &state = *static_cast<walk_state *>(info->info);
    gimple *stmt = gsi_stmt(*at);
    *handled = is_mark(stmt);
    if (*handled) {
        state.line = place_of(gimple_location(stmt));
        return NULL_TREE;
    }
    if (!state.line.line || !is_outside(stmt, state))
        return NULL_TREE;
    tree callee = gimple_call_fndecl(stmt);
    const int number = int(state.calls.size());
    const location_t loc = gimple_location(stmt);
    state.calls.push_back({state.line, symbol_name(callee), qualified_name(callee)});
    gsi_insert_before(at, build_call_mark({number, true}, loc), GSI_SAME_STMT);
    gsi_insert_after(at, build_call_mark({number, false}, loc), GSI_NEW_STMT);
    *handled = true;
    return NULL_TREE;
}

} // namespace

std::vector<outside_call> place_call_marks(tree function, gimple_seq *body, unit &out)
{
    walk_state state = {
        function, out, {nullptr,     0},
          {           }
    };
    walk_stmt_info info = {};
    info.info = &state;
    walk_gimple_seq_mod(body, visit_call, NULL, &info);
    return state.calls;
}

} // namespace lineprof
