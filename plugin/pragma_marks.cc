// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "mark_parts.h"
#include "pragma_marks.h"

namespace lineprof {
namespace {

tree find_other_line(tree *slot, int *, void *data)
{
    const place where =
        EXPR_P(*slot) ? place_of(EXPR_LOCATION(*slot)) : place{nullptr, 0};
    return where.line && !same_place(where, *static_cast<place *>(data)) ? *slot
                                                                         : NULL_TREE;
}

// The statement under `#pragma omp atomic` is parsed as a part of the pragma, and has
// no marker.
void mark_atomic(tree_stmt_iterator *at, line_set &lines)
{
    place pragma = place_of(EXPR_LOCATION(tsi_stmt(*at)));
    tree inside =
        walk_tree_without_duplicates(tsi_stmt_ptr(*at), find_other_line, &pragma);
    if (!inside)
        return;
    add_line(lines, place_of(EXPR_LOCATION(inside)));
    tsi_link_before(at, build_mark(EXPR_LOCATION(inside)), TSI_SAME_STMT);
}

bool is_atomic(const_tree stmt)
{
    return TREE_CODE(stmt) >= OMP_ATOMIC && TREE_CODE(stmt) <= OMP_ATOMIC_CAPTURE_NEW;
}

// Constructs that a pragma makes, but not those that may only stand inside another one
// with nothing beside them.
bool is_pragma(const_tree stmt)
{
    switch (TREE_CODE(stmt)) {
    case OMP_PARALLEL:
    case OMP_TASK:
    case OMP_TASKLOOP:
    case OMP_FOR:
    case OMP_SIMD:
    case OMP_SECTIONS:
    case OMP_SINGLE:
    case OMP_MASTER:
    case OMP_CRITICAL:
    case OMP_ORDERED:
    case OMP_TASKGROUP:
    case OMP_TARGET:
    case OACC_PARALLEL:
    case OACC_KERNELS:
        return true;
    default:
        return false;
    }
}

// The C parser makes no marker for a pragma; without one, the line before it would pay
// for the whole parallel region.
void mark_pragma(tree_stmt_iterator *at, line_set &lines)
{
    const location_t loc = EXPR_LOCATION(tsi_stmt(*at));
    if (!place_of(loc).line)
        return;
    add_line(lines, place_of(loc));
    tsi_link_before(at, build_mark(loc), TSI_SAME_STMT);
}

bool after_mark(tree_stmt_iterator at)
{
    tsi_prev(&at);
    return !tsi_end_p(at) && is_mark(tsi_stmt(at));
}

} // namespace

void mark_if_pragma(tree_stmt_iterator *at, line_set &lines)
{
    tree stmt = tsi_stmt(*at);
    if (is_atomic(stmt))
        mark_atomic(at, lines);
    else if (is_pragma(stmt) && !after_mark(*at))
        mark_pragma(at, lines);
}

} // namespace lineprof
