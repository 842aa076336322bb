// SPDX-License-Identifier: GPL-3.0-or-later
// Where statements begin in a template, which its instances have lost: the place of a
// declaration is that of the name it declares.
#include "gcc/gcc_headers.h"

#include "marks/mark_parts.h"
#include "marks/pragma_marks.h"
#include "places/c_text.h"

namespace lineprof {
namespace {

tree call_operator(tree closure)
{
    for (tree field = TYPE_FIELDS(closure); field; field = DECL_CHAIN(field)) {
        tree member =
            TREE_CODE(field) == TEMPLATE_DECL ? DECL_TEMPLATE_RESULT(field) : field;
        if (TREE_CODE(member) == FUNCTION_DECL && DECL_NAME(member) &&
            id_equal(DECL_NAME(member), "operator()"))
            return member;
    }
    return NULL_TREE;
}

struct lambda_search {
    location_t loc; // of the call operator
    tree found;
    hash_set<tree> *seen;
};

tree find_lambda(tree *slot, int *walk_subtrees, void *data)
{
    auto &search = *static_cast<lambda_search *>(data);
    tree node = *slot;
    if (TYPE_P(node))
        *walk_subtrees = 0;
    if (TREE_CODE(node) == DECL_EXPR && VAR_P(DECL_EXPR_DECL(node)))
        return walk_tree(&DECL_INITIAL(DECL_EXPR_DECL(node)), find_lambda, data,
                         search.seen);
    if (TREE_CODE(node) != LAMBDA_EXPR || !LAMBDA_EXPR_CLOSURE(node))
        return NULL_TREE;
    tree function = call_operator(LAMBDA_EXPR_CLOSURE(node));
    if (!function || DECL_SOURCE_LOCATION(function) != search.loc)
        return NULL_TREE;
    search.found = function;
    return node; // ends the walk
}

tree pattern_of(tree function);

// The same for the body of a lambda, which does not know what it was made from: it
// stands in the template of the function around it.
tree pattern_of_lambda(tree function)
{
    tree closure = DECL_CONTEXT(function);
    if (!closure || !TYPE_P(closure) || !LAMBDA_TYPE_P(closure))
        return NULL_TREE;
    tree around = TYPE_CONTEXT(closure);
    if (!around || TREE_CODE(around) != FUNCTION_DECL)
        return NULL_TREE;
    tree pattern = pattern_of(around);
    if (!pattern)
        return NULL_TREE;
    hash_set<tree> seen;
    lambda_search search = {DECL_SOURCE_LOCATION(function), NULL_TREE, &seen};
    walk_tree(&DECL_SAVED_TREE(pattern), find_lambda, &search, &seen);
    return search.found;
}

// The template that FUNCTION is an instance of, as it was written; NULL_TREE if none.
tree pattern_of(tree function)
{
    if (tree pattern = pattern_of_lambda(function))
        return pattern;
    tree general = NULL_TREE;
    for (tree at = function; DECL_LANG_SPECIFIC(at) && DECL_TEMPLATE_INFO(at);) {
        at = TI_TEMPLATE(DECL_TEMPLATE_INFO(at));
        if (TREE_CODE(at) != TEMPLATE_DECL)
            break;
        general = DECL_TEMPLATE_RESULT(at);
    }
    return general && general != function && TREE_CODE(general) == FUNCTION_DECL
               ? general
               : NULL_TREE;
}

expanded_location written_place(location_t loc)
{
    return expand_location(get_pure_location(loc));
}

bool is_same_file(const expanded_location &a, const expanded_location &b)
{
    return a.file == b.file || (a.file && b.file && !filename_cmp(a.file, b.file));
}

// Whether A stands before B, in the same file.
bool is_before(const expanded_location &a, const expanded_location &b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

void collect_statements(tree stmt, statement_starts &starts);

void collect_list(tree list, statement_starts &starts)
{
    for (tree_stmt_iterator at = tsi_start(list); !tsi_end_p(at); tsi_next(&at))
        collect_statements(tsi_stmt(at), starts);
}

// Where statements begin in STMT, by the front end's markers.
void collect_statements(tree stmt, statement_starts &starts)
{
    if (!stmt)
        return;
    if (is_marker(stmt))
        starts.push_back({EXPR_LOCATION(stmt), written_place(EXPR_LOCATION(stmt))});
    switch (TREE_CODE(stmt)) {
    case STATEMENT_LIST:
        collect_list(stmt, starts);
        break;
    case RANGE_FOR_STMT:
        collect_statements(RANGE_FOR_BODY(stmt), starts);
        break;
    case MUST_NOT_THROW_EXPR:
        collect_statements(TREE_OPERAND(stmt, 0), starts);
        break;
    case TRY_BLOCK:
        collect_statements(TRY_HANDLERS(stmt), starts);
        // fall through
    default:
        if (tree *loop = loop_of_pragma(stmt))
            collect_statements(*loop, starts);
        for (tree *slot : statement_slots(stmt))
            collect_statements(*slot, starts);
    }
}

} // namespace

statement_starts statements_of_pattern(tree function)
{
    statement_starts starts;
    if (tree pattern = pattern_of(function))
        collect_statements(DECL_SAVED_TREE(pattern), starts);
    return starts;
}

location_t start_of_statement(location_t loc, const statement_starts &starts)
{
    const expanded_location where = written_place(loc);
    const statement_start *nearest = nullptr;
    for (const statement_start &start : starts)
        if (is_same_file(where, start.where) && !is_before(where, start.where) &&
            (!nearest || is_before(nearest->where, start.where)))
            nearest = &start;
    if (!nearest || same_place(place_of(nearest->loc), place_of(loc)))
        return loc;
    return is_in_statement(loc, nearest->loc) ? nearest->loc : loc;
}

} // namespace lineprof
