// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "marks/fortran_pragmas.h"
#include "places/fortran_text.h"

namespace lineprof {
namespace {

// Directives that stand alone and wait, or tell of something, are calls.
bool is_lone_directive(const gimple *stmt)
{
    const_tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL) ||
        !is_fortran_directive(gimple_location(stmt)))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(callee));
    return strstr(name, "GOMP_") || strstr(name, "GOACC_") ||
           strstr(name, "sync_synchronize") || strstr(name, "thread_fence");
}

// Constructs that are parts of others.
bool is_part(const gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_OMP_ATOMIC_LOAD:
    case GIMPLE_OMP_ATOMIC_STORE:
    case GIMPLE_OMP_CONTINUE:
    case GIMPLE_OMP_RETURN:
    case GIMPLE_OMP_SCAN:
    case GIMPLE_OMP_SECTION:
    case GIMPLE_OMP_SECTIONS_SWITCH:
        return true;
    default:
        return false;
    }
}

std::string name_of_index(const gimple *loop, unsigned i)
{
    const_tree var = gimple_omp_for_index(loop, i);
    return DECL_P(var) && DECL_NAME(var) ? IDENTIFIER_POINTER(DECL_NAME(var)) : "";
}

// The index as it is written; "" where the compiler counts instead.  A variable that it
// made is named by what that stands for, and a number.
std::string index_of(const gimple *loop, unsigned i)
{
    const std::string name = name_of_index(loop, i);
    return name.compare(0, 6, "count.") == 0 ? "" : name.substr(0, name.find('.'));
}

std::vector<location_t> headers_of(const gimple *loop)
{
    std::vector<std::string> indices;
    for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++)
        indices.push_back(index_of(loop, i));
    return fortran_loop_headers(gimple_location(loop), indices);
}

tree find_loop(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    *handled = gimple_code(gsi_stmt(*at)) == GIMPLE_OMP_FOR;
    if (!*handled)
        return NULL_TREE;
    *static_cast<gimple **>(info->info) = gsi_stmt(*at);
    return integer_one_node; // ends the walk
}

// Whether the construct that LOOP, with these headers, belongs to has put another one
// inside.
bool has_inner_part(gimple *loop, const std::vector<location_t> &headers)
{
    gimple *inner = nullptr;
    walk_stmt_info info = {};
    info.info = &inner;
    walk_gimple_seq(gimple_omp_body(loop), find_loop, NULL, &info);
    if (!inner)
        return false;
    const std::vector<location_t> others = headers_of(inner);
    return !others.empty() && same_place(place_of(others[0]), place_of(headers[0]));
}

// The first of the two parts that a `scan` directive divides the body of a loop in, which
// stands in it, or in blocks in there; nullptr if there is none.
gimple *scanned_part(gimple_seq body)
{
    for (auto at = gsi_start(body); !gsi_end_p(at); gsi_next(&at)) {
        gimple *stmt = gsi_stmt(at);
        if (gimple_code(stmt) == GIMPLE_OMP_SCAN)
            return stmt;
        if (gbind *block = dyn_cast<gbind *>(stmt))
            if (gimple *found = scanned_part(gimple_bind_body(block)))
                return found;
    }
    return nullptr;
}

} // namespace

gimple_seq *fortran_iteration(gimple *loop)
{
    gimple *part = scanned_part(gimple_omp_body(loop));
    return gimple_omp_body_ptr(part ? part : loop);
}

bool is_fortran_pragma(const gimple *stmt)
{
    return is_gimple_omp(stmt) || is_lone_directive(stmt);
}

pragma_places places_of_pragma(gimple *stmt)
{
    pragma_places places = {{}, {}, false};
    const location_t loc = gimple_location(stmt);
    const bool is_loop = gimple_code(stmt) == GIMPLE_OMP_FOR;
    // A loop may have been put at the last statement inside, which may have a directive.
    const bool is_own =
        is_loop ? rules_fortran_loop(loc, index_of(stmt, 0)) : is_fortran_directive(loc);
    if (gimple_code(stmt) == GIMPLE_OMP_ATOMIC_LOAD && is_own)
        places.before = fortran_atomic(loc);
    else if (!is_part(stmt) && is_own)
        places.before = {fortran_directive(loc)};
    if (!is_loop)
        return places;
    places.has_elements = name_of_index(stmt, 0).compare(0, 2, "S.") == 0;
    const std::vector<location_t> headers = headers_of(stmt);
    if (!places.has_elements && !headers.empty() && !has_inner_part(stmt, headers))
        places.inside = headers;
    return places;
}

} // namespace lineprof
