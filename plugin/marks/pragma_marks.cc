// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "gcc/unit_language.h"
#include "marks/mark_parts.h"
#include "marks/pragma_marks.h"
#include "places/pragma_text.h"

namespace lineprof {
namespace {

bool is_between(const_tree stmt, tree_code first, tree_code last)
{
    return TREE_CODE(stmt) >= first && TREE_CODE(stmt) <= last;
}

// Constructs that a pragma makes, but not those that may only stand inside another one
// with nothing beside them.
bool is_pragma(const_tree stmt)
{
    return !is_part_of_pragma(stmt) && (TREE_CODE(stmt) == OMP_MASTER ||
                                        is_between(stmt, OACC_PARALLEL, OMP_SECTION));
}

// Pragmas that stand alone: what waits is a call, what moves data a construct.  The C++
// front end has markers for them.
bool is_lone_pragma(const_tree stmt)
{
    if (unit_language() != LINEPROF_LANGUAGE_C)
        return false;
    if (TREE_CODE(stmt) == OACC_UPDATE || TREE_CODE(stmt) == OMP_TARGET_UPDATE ||
        is_between(stmt, OACC_ENTER_DATA, OACC_EXIT_DATA) ||
        is_between(stmt, OMP_TARGET_ENTER_DATA, OMP_TARGET_EXIT_DATA))
        return true;
    const_tree callee =
        TREE_CODE(stmt) == CALL_EXPR ? get_callee_fndecl(stmt) : NULL_TREE;
    return callee && fndecl_built_in_p(callee, BUILT_IN_NORMAL);
}

// The atomic operation that STMT is, or whose value it assigns; NULL_TREE if none.
tree atomic_in(tree stmt)
{
    while (stmt &&
           (TREE_CODE(stmt) == CLEANUP_POINT_EXPR || TREE_CODE(stmt) == EXPR_STMT))
        stmt = TREE_OPERAND(stmt, 0);
    while (stmt && (CONVERT_EXPR_P(stmt) || TREE_CODE(stmt) == NON_LVALUE_EXPR))
        stmt = TREE_OPERAND(stmt, 0);
    if (stmt && (TREE_CODE(stmt) == MODIFY_EXPR || TREE_CODE(stmt) == INIT_EXPR))
        stmt = TREE_OPERAND(stmt, 1);
    while (stmt && CONVERT_EXPR_P(stmt))
        stmt = TREE_OPERAND(stmt, 0);
    return stmt && is_between(stmt, OMP_ATOMIC, OMP_ATOMIC_CAPTURE_NEW) ? stmt
                                                                        : NULL_TREE;
}

tree find_in_directive(tree *slot, int *, void *)
{
    return EXPR_P(*slot) && is_in_directive(EXPR_LOCATION(*slot)) ? *slot : NULL_TREE;
}

// C++ puts the operation at its pragma, as C does with the operator; else C may put what
// it made up for it there, but the operation itself, STMT, on the token that comes next.
location_t atomic_pragma(tree stmt, tree atomic)
{
    for (int i = 0; i < TREE_OPERAND_LENGTH(atomic); i++)
        if (tree inside = walk_tree_without_duplicates(&TREE_OPERAND(atomic, i),
                                                       find_in_directive, NULL))
            return EXPR_LOCATION(inside);
    if (unit_language() != LINEPROF_LANGUAGE_C)
        return EXPR_LOCATION(atomic);
    return token_at(EXPR_LOCATION(stmt)) == "_Pragma"
               ? EXPR_LOCATION(stmt)
               : pragma_above(EXPR_LOCATION(stmt), "atomic");
}

// Whether a construct at LOC is where its pragma stands.  The operator's tokens are the
// expansion of a macro to GCC.
bool is_at_pragma(location_t loc)
{
    if (is_in_directive(loc))
        return true;
    const location_t start = get_pure_location(loc);
    return unit_language() == LINEPROF_LANGUAGE_C &&
           (token_at(start) == "_Pragma" ||
            linemap_location_from_macro_expansion_p(line_table, start));
}

// Where marks belong that the construct STMT needs.  The C parser makes no marker for a
// pragma; without one, the line before it would pay for the whole parallel region.  The
// statement under `#pragma omp atomic` is parsed as a part of the pragma.
std::vector<location_t> missing_marks(tree stmt, const line_set &lines)
{
    if (!stmt)
        return {};
    if (tree atomic = atomic_in(stmt)) {
        const location_t pragma = atomic_pragma(stmt, atomic);
        const std::vector<location_t> found = statements_after_directive(pragma);
        // In a macro's expansion the line is that of its use.
        for (const location_t loc : {pragma, EXPR_LOCATION(stmt)})
            if (found.empty() && place_of(loc).line)
                return {loc};
        return found;
    }
    const location_t loc = EXPR_LOCATION(stmt);
    // A combined pragma is several constructs, one inside the other.  C++ puts some of
    // them at the end of what they rule, but has a marker for them.
    if (!(is_pragma(stmt) || is_lone_pragma(stmt)) || !is_at_pragma(loc) ||
        lines.count(place_of(loc)))
        return {};
    return {loc};
}

bool is_pragma_loop(tree stmt)
{
    // Without, another one stands inside it.
    return loop_of_pragma(stmt) && OMP_FOR_INIT(stmt) != NULL_TREE;
}

// Where the header of one of a nest's loops stands, as far as the front end knows.
location_t header_location(const_tree nest, int loop)
{
    for (const_tree part : {OMP_FOR_INIT(nest), OMP_FOR_COND(nest)}) {
        const_tree expr = TREE_VEC_ELT(part, loop);
        if (!EXPR_P(expr) || !place_of(EXPR_LOCATION(expr)).line ||
            is_in_directive(EXPR_LOCATION(expr)))
            continue;
        return EXPR_LOCATION(expr);
    }
    return UNKNOWN_LOCATION;
}

// The C++ front end puts inner loops where the outermost is, and in instances of
// templates all of them at the pragma: there the text is surer, if it agrees on the
// outermost.
std::vector<location_t> header_locations(const_tree nest)
{
    const int count = TREE_VEC_LENGTH(OMP_FOR_INIT(nest));
    std::vector<location_t> known;
    for (int loop = 0; loop < count; loop++)
        known.push_back(header_location(nest, loop));
    if (unit_language() != LINEPROF_LANGUAGE_CXX)
        return known;
    const std::vector<location_t> written = loop_headers(EXPR_LOCATION(nest), count);
    const bool agrees = int(written.size()) == count &&
                        (known[0] == UNKNOWN_LOCATION ||
                         same_place(place_of(known[0]), place_of(written[0])));
    return agrees ? written : known;
}

// Of a loop with a `scan` GCC makes two, one of what is above the directive and one of
// what is below: the first part of the body, or the body if it has no parts.
tree *first_part(tree *body)
{
    tree *found = body;
    while (*found && TREE_CODE(*found) != OMP_SCAN) {
        if (TREE_CODE(*found) == BIND_EXPR) {
            found = &BIND_EXPR_BODY(*found);
        } else if (TREE_CODE(*found) == STATEMENT_LIST && STATEMENT_LIST_HEAD(*found)) {
            tree_stmt_iterator at = tsi_start(*found);
            while (!tsi_one_before_end_p(at) && TREE_CODE(tsi_stmt(at)) != OMP_SCAN &&
                   (is_marker(tsi_stmt(at)) || is_mark(tsi_stmt(at))))
                tsi_next(&at);
            found = tsi_stmt_ptr(at);
        } else {
            return body;
        }
    }
    return *found && OMP_BODY(*found) ? &OMP_BODY(*found) : body;
}

} // namespace

bool is_part_of_pragma(const_tree stmt)
{
    return TREE_CODE(stmt) == OMP_SCAN || TREE_CODE(stmt) == OMP_SECTION;
}

tree *body_of_pragma(tree stmt)
{
    const bool has_body = is_between(stmt, OACC_PARALLEL, OMP_TASK) ||
                          is_between(stmt, OMP_TEAMS, OMP_SECTION) ||
                          TREE_CODE(stmt) == OMP_MASTER;
    return has_body ? &OMP_BODY(stmt) : nullptr;
}

tree *loop_of_pragma(tree stmt)
{
    switch (TREE_CODE(stmt)) {
    case OMP_FOR:
    case OMP_SIMD:
    case OMP_DISTRIBUTE:
    case OMP_TASKLOOP:
    case OMP_LOOP:
    case OACC_LOOP:
        return &OMP_FOR_BODY(stmt);
    default:
        return nullptr;
    }
}

bool is_marker_of_atomic(location_t loc, tree stmt)
{
    return atomic_in(stmt) &&
           (is_in_directive(loc) ||
            linemap_location_from_macro_expansion_p(line_table, get_pure_location(loc)));
}

bool is_marked_as_pragma(tree stmt)
{
    while (stmt && TREE_CODE(stmt) == BIND_EXPR)
        stmt = BIND_EXPR_BODY(stmt);
    return stmt && (atomic_in(stmt) || is_pragma(stmt));
}

void mark_if_pragma(tree_stmt_iterator *at, line_set &lines)
{
    for (const location_t loc : missing_marks(tsi_stmt(*at), lines)) {
        add_line(lines, place_of(loc));
        tsi_link_before(at, build_mark(loc), TSI_SAME_STMT);
    }
}

void mark_sole_pragma(tree *slot, line_set &lines)
{
    const std::vector<location_t> locations = missing_marks(*slot, lines);
    if (locations.empty())
        return;
    tree list = alloc_stmt_list();
    for (const location_t loc : locations) {
        add_line(lines, place_of(loc));
        append_to_statement_list_force(build_mark(loc), &list);
    }
    append_to_statement_list_force(*slot, &list);
    *slot = list;
}

void mark_pragma_loop(tree stmt, line_set &lines)
{
    if (!is_pragma_loop(stmt))
        return;
    tree list = alloc_stmt_list();
    for (const location_t loc : header_locations(stmt)) {
        if (loc == UNKNOWN_LOCATION)
            continue;
        add_line(lines, place_of(loc));
        append_to_statement_list_force(build_mark(loc), &list);
    }
    tree *body = first_part(&OMP_FOR_BODY(stmt));
    append_to_statement_list_force(*body, &list);
    *body = list;
}

} // namespace lineprof
