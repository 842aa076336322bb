// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_map>

#include "gcc/unit_language.h"
#include "marks/fortran_marks.h"
#include "places/fortran_text.h"

namespace lineprof {
namespace {

bool has_prefix(const_tree name, const char *prefix)
{
    return name && !strncmp(IDENTIFIER_POINTER(name), prefix, strlen(prefix));
}

// What stands in a `common` or an `equivalence` is a part of a variable that the compiler
// made; where it is read alone, the read stands where it was declared.
bool is_read_at_declaration(const gimple *stmt)
{
    if (!gimple_assign_load_p(stmt))
        return false;
    const_tree read = gimple_assign_rhs1(stmt);
    if (TREE_CODE(read) != COMPONENT_REF || !DECL_P(TREE_OPERAND(read, 0)))
        return false;
    return DECL_IGNORED_P(TREE_OPERAND(read, 0)) &&
           EXPR_LOCATION(read) == gimple_location(stmt);
}

// What chooses a branch of a `select case`; strings are looked up by a function first.
bool is_select(const gimple *stmt)
{
    if (gimple_code(stmt) == GIMPLE_SWITCH)
        return true;
    const_tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && // and one for wide characters
           has_prefix(DECL_NAME(callee), "_gfortran_select_string");
}

// Whether STMT gives a branch of a `select type` the object under its type.
bool sets_selector(const gimple *stmt)
{
    const_tree to = is_gimple_assign(stmt) ? gimple_assign_lhs(stmt) : NULL_TREE;
    return to && VAR_P(to) && has_prefix(DECL_NAME(to), "__tmp_");
}

// Whether AT is where such a branch begins, with a read of the object's address or not.
bool begins_type_branch(gimple_stmt_iterator at)
{
    if (sets_selector(gsi_stmt(at)))
        return true;
    const bool reads = gimple_assign_load_p(gsi_stmt(at));
    gsi_next(&at);
    return reads && !gsi_end_p(at) && sets_selector(gsi_stmt(at));
}

// Whether NAME is that of a variable by which the compiler counts the iterations of a
// `do concurrent`, or goes through those that its mask has chosen: a word and a number.
bool is_counter(const_tree var)
{
    return var && VAR_P(var) &&
           (has_prefix(DECL_NAME(var), "count.") || has_prefix(DECL_NAME(var), "mi."));
}

const_tree counter_in(const gimple *stmt)
{
    for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
        if (is_counter(gimple_op(stmt, i)))
            return gimple_op(stmt, i);
    return NULL_TREE;
}

// Where control may come from elsewhere, or go.
bool ends_straight_code(const gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_ASSIGN:
    case GIMPLE_CALL:
        return false;
    default:
        return true;
    }
}

const int most_steps = 32; // straight code of control is short; other may be very long

// What counts the iterations of a `do concurrent` in the straight code around AT;
// NULL_TREE if nothing does.
const_tree counter_around(gimple_stmt_iterator at)
{
    int steps = 0;
    for (auto before = at; !gsi_end_p(before) && steps < most_steps; gsi_prev(&before)) {
        steps++;
        if (gsi_stmt(before) != gsi_stmt(at) && ends_straight_code(gsi_stmt(before)))
            break;
        if (const_tree counter = counter_in(gsi_stmt(before)))
            return counter;
    }
    for (steps = 0; !gsi_end_p(at) && steps < most_steps; gsi_next(&at)) {
        steps++;
        if (const_tree counter = counter_in(gsi_stmt(at)))
            return counter;
        if (ends_straight_code(gsi_stmt(at)))
            break;
    }
    return NULL_TREE;
}

// The variable that STMT changes, or changes a part of; NULL_TREE if it is none.
const_tree changed_variable(const gimple *stmt)
{
    const_tree to = gimple_get_lhs(stmt);
    while (to && handled_component_p(to))
        to = TREE_OPERAND(to, 0);
    return to && VAR_P(to) ? to : NULL_TREE;
}

// The name of the index that gets its first value just before COUNTER, in the straight
// code around AT: the compiler's variable has it, and a number; "" if none does.
std::string index_set_with(const_tree counter, gimple_stmt_iterator at)
{
    int steps = 0;
    while (!gsi_end_p(at) && changed_variable(gsi_stmt(at)) != counter) {
        if (ends_straight_code(gsi_stmt(at)) || ++steps == most_steps)
            return "";
        gsi_next(&at);
    }
    for (; !gsi_end_p(at) && steps < most_steps; gsi_prev(&at), steps++) {
        if (ends_straight_code(gsi_stmt(at)))
            break;
        const_tree var = changed_variable(gsi_stmt(at));
        const std::string name =
            var && DECL_NAME(var) ? IDENTIFIER_POINTER(DECL_NAME(var)) : "";
        if (!is_counter(var) && name.find('.') != std::string::npos)
            return name.substr(0, name.find('.'));
    }
    return "";
}

// Where the loop stands that COUNTER belongs to, where AT is the first use of that: later
// ones are put at the last statement inside, which may be a loop of this sort itself.
location_t concurrent_of(const_tree counter, gimple_stmt_iterator at)
{
    static std::unordered_map<unsigned, location_t> known;
    const auto found = known.find(DECL_UID(counter));
    if (found != known.end())
        return found->second;
    const location_t loc = gimple_location(gsi_stmt(at));
    return known[DECL_UID(counter)] =
               fortran_concurrent(loc, index_set_with(counter, at));
}

// The `associate` that gives a variable its value in the straight code that begins with
// AT; UNKNOWN_LOCATION if none does.
location_t associate_of(gimple_stmt_iterator at)
{
    const location_t loc = gimple_location(gsi_stmt(at));
    for (; !gsi_end_p(at) && !ends_straight_code(gsi_stmt(at)); gsi_next(&at)) {
        const_tree var = changed_variable(gsi_stmt(at));
        if (gimple_location(gsi_stmt(at)) != loc)
            break;
        if (var && DECL_NAME(var))
            return begins_fortran_associate(DECL_SOURCE_LOCATION(var))
                       ? DECL_SOURCE_LOCATION(var)
                       : UNKNOWN_LOCATION;
    }
    return UNKNOWN_LOCATION;
}

location_t next_location(gimple_stmt_iterator at, const place &other);

location_t location_in(gimple *stmt, const place &other)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_BIND:
        return next_location(gsi_start(*gimple_bind_body_ptr(as_a<gbind *>(stmt))),
                             other);
    case GIMPLE_TRY:
        return next_location(gsi_start(*gimple_try_eval_ptr(stmt)), other);
    case GIMPLE_LABEL:
        return UNKNOWN_LOCATION;
    default:
        const location_t loc = gimple_location(stmt);
        return place_of(loc).line && !same_place(place_of(loc), other) ? loc
                                                                       : UNKNOWN_LOCATION;
    }
}

// The first location from AT on that is on another line than OTHER.
location_t next_location(gimple_stmt_iterator at, const place &other)
{
    for (; !gsi_end_p(at); gsi_next(&at)) {
        const location_t loc = location_in(gsi_stmt(at), other);
        if (loc != UNKNOWN_LOCATION)
            return loc;
    }
    return UNKNOWN_LOCATION;
}

// What tells types apart in a `select type` is put where the module or program ends, and
// so are the jumps out of its branches.  The branch that comes next is in its place.
location_t misplaced_start(gimple_stmt_iterator at)
{
    const location_t loc = gimple_location(gsi_stmt(at));
    if (gimple_code(gsi_stmt(at)) == GIMPLE_GOTO)
        return UNKNOWN_LOCATION;
    const location_t branch = next_location(at, place_of(loc));
    if (branch == UNKNOWN_LOCATION || !stands_before(branch, loc))
        return loc;
    // Else it is what gives a function's result its first value.
    const location_t select = fortran_select_around(branch);
    return stands_before(DECL_SOURCE_LOCATION(current_function_decl), select) &&
                   !same_place(place_of(select), place_of(branch))
               ? select
               : UNKNOWN_LOCATION;
}

// Whether AT calls what the library has for whole arrays, where its result goes to a
// variable that the compiler made.
bool fills_temporary(gimple_stmt_iterator at)
{
    if (!is_gimple_call(gsi_stmt(at)) || gimple_call_num_args(gsi_stmt(at)) == 0)
        return false;
    const_tree to = gimple_call_arg(gsi_stmt(at), 0);
    return TREE_CODE(to) == ADDR_EXPR && VAR_P(TREE_OPERAND(to, 0)) &&
           has_prefix(DECL_NAME(TREE_OPERAND(to, 0)), "atmp.");
}

// A call that first forgets what a variable for its result holds, or that needs one of
// the compiler's for it, is put where the statement around it is: the last one of a loop
// whose condition it is in.  What prepares that variable is in its place.
location_t own_location(gimple_stmt_iterator at)
{
    const location_t loc = gimple_location(gsi_stmt(at));
    if (!is_gimple_call(gsi_stmt(at)))
        return loc;
    const bool fills = fills_temporary(at);
    gsi_prev(&at);
    if (gsi_end_p(at) || !place_of(gimple_location(gsi_stmt(at))).line)
        return loc;
    const bool prepares =
        gimple_clobber_p(gsi_stmt(at)) || (fills && is_gimple_assign(gsi_stmt(at)));
    return prepares ? gimple_location(gsi_stmt(at)) : loc;
}

// Whether AT takes a function's result from its variable, at the end of the function.
bool takes_result(gimple_stmt_iterator at)
{
    if (!is_gimple_assign(gsi_stmt(at)) ||
        !ends_fortran_unit(gimple_location(gsi_stmt(at))))
        return false;
    gsi_next(&at);
    return !gsi_end_p(at) && gimple_code(gsi_stmt(at)) == GIMPLE_RETURN;
}

// Whether STMT gives VAR the value that its type asks for: that of a descriptor or
// pointer without a target, or the default one of a derived type.  Arrays and strings
// whose size is computed are others.
bool is_default_value(const_tree var, const gimple *stmt)
{
    if (RECORD_OR_UNION_TYPE_P(TREE_TYPE(var)))
        return true;
    return POINTER_TYPE_P(TREE_TYPE(var)) && gimple_assign_single_p(stmt) &&
           integer_zerop(gimple_assign_rhs1(stmt));
}

// Whether an array of a derived type, of a size that is known, is declared at LOC in
// BLOCK.
bool declares_array_of_type(const_tree block, location_t loc)
{
    for (const_tree var = BLOCK_VARS(block); var; var = DECL_CHAIN(var))
        if (VAR_P(var) && !TREE_STATIC(var) && !DECL_ARTIFICIAL(var) &&
            DECL_SOURCE_LOCATION(var) == loc && TREE_CODE(TREE_TYPE(var)) == ARRAY_TYPE &&
            RECORD_OR_UNION_TYPE_P(TREE_TYPE(TREE_TYPE(var))) &&
            TREE_CODE(DECL_SIZE(var)) == INTEGER_CST)
            return true;
    for (const_tree part = BLOCK_SUBBLOCKS(block); part; part = BLOCK_CHAIN(part))
        if (declares_array_of_type(part, loc))
            return true;
    return false;
}

// Whether AT is where a variable that is declared there gets such a value.
bool begins_default_value(gimple_stmt_iterator at)
{
    const location_t loc = gimple_location(gsi_stmt(at));
    const_tree block = DECL_INITIAL(current_function_decl);
    if (block && TREE_CODE(block) == BLOCK && declares_array_of_type(block, loc))
        return true;
    for (int steps = 0; !gsi_end_p(at) && steps < most_steps; gsi_next(&at), steps++) {
        if (ends_straight_code(gsi_stmt(at)) || gimple_location(gsi_stmt(at)) != loc)
            break;
        const_tree var = changed_variable(gsi_stmt(at));
        if (var && DECL_SOURCE_LOCATION(var) == loc && !DECL_IGNORED_P(var))
            return is_default_value(var, gsi_stmt(at));
    }
    return false;
}

// Whether STMT gives back the memory of a variable that the compiler made, as for the
// mask of a loop.
bool frees_temporary(const gimple *stmt)
{
    if (!gimple_call_builtin_p(stmt, BUILT_IN_FREE))
        return false;
    const_tree var = gimple_call_arg(stmt, 0);
    return VAR_P(var) && DECL_NAME(var) &&
           strchr(IDENTIFIER_POINTER(DECL_NAME(var)), '.');
}

// Whether VAR counts the elements that a statement on whole arrays works on: loops that
// the front end makes when it translates one, or has put in its place before (`matmul`).
bool is_element_counter(const_tree var)
{
    return var && VAR_P(var) &&
           (has_prefix(DECL_NAME(var), "S.") || has_prefix(DECL_NAME(var), "count.") ||
            has_prefix(DECL_NAME(var), "__var_"));
}

// Whether AT compares, for the condition behind it.
bool compares_for_next(gimple_stmt_iterator at)
{
    const gimple *stmt = gsi_stmt(at);
    gsi_next(&at);
    return is_gimple_assign(stmt) &&
           TREE_CODE_CLASS(gimple_assign_rhs_code(stmt)) == tcc_comparison &&
           !gsi_end_p(at) && gimple_code(gsi_stmt(at)) == GIMPLE_COND &&
           gimple_cond_lhs(gsi_stmt(at)) == gimple_assign_lhs(stmt);
}

location_t written_start(gimple_stmt_iterator at)
{
    const location_t loc = own_location(at);
    if (begins_type_branch(at))
        return fortran_select_around(loc);
    if (ends_fortran_unit(loc))
        return misplaced_start(at);
    if (const_tree counter = counter_around(at))
        return concurrent_of(counter, at);
    const location_t associate = associate_of(at);
    if (associate != UNKNOWN_LOCATION)
        return associate;
    // The branch of a `select` is put at the last statement inside.
    return is_select(gsi_stmt(at)) ? fortran_select(loc) : loc;
}

} // namespace

location_t fortran_statement_start(gimple_stmt_iterator at)
{
    // What stands at a directive prepares the construct, or its threads.
    const bool at_directive = (flag_openmp || flag_openacc || flag_openmp_simd) &&
                              is_fortran_directive(gimple_location(gsi_stmt(at)));
    if (at_directive || is_read_at_declaration(gsi_stmt(at)) ||
        frees_temporary(gsi_stmt(at)) || takes_result(at) || begins_default_value(at))
        return UNKNOWN_LOCATION;
    const location_t written = written_start(at);
    if (written == UNKNOWN_LOCATION)
        return written;
    // A statement on several lines is put at its last one.
    const location_t start = fortran_statement(written);
    // On the line of the procedure's name stands what the compiler made for itself.
    const place name = place_of(DECL_SOURCE_LOCATION(current_function_decl));
    return same_place(place_of(start), name) ? UNKNOWN_LOCATION : start;
}

bool is_fortran_finaliser(const gimple *stmt)
{
    const_tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && has_prefix(DECL_NAME(callee), "__final_");
}

const_tree end_of_element_loop(gimple_stmt_iterator at)
{
    if (unit_language() != LINEPROF_LANGUAGE_FORTRAN)
        return NULL_TREE;
    const_tree var = NULL_TREE;
    if (compares_for_next(at)) {
        var = gimple_assign_rhs1(gsi_stmt(at));
        gsi_next(&at);
    } else if (gimple_code(gsi_stmt(at)) == GIMPLE_COND) {
        var = gimple_cond_lhs(gsi_stmt(at));
    }
    return is_element_counter(var)
               ? gimple_cond_true_label(as_a<const gcond *>(gsi_stmt(at)))
               : NULL_TREE;
}

} // namespace lineprof
