// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <string>

#include "gcc/unit_language.h"
#include "marks/mark_parts.h"
#include "marks/pragma_marks.h"

namespace lineprof {
namespace {

// Never reaches the assembler: the probe pass removes every mark.
const char mark_text[] = "#lineprof mark";

// Behind these stands which call it is: an asm without operands is carried along
// everywhere.
const char call_text[] = "#lineprof call ";
const char return_text[] = "#lineprof return ";

// Until a function is in GIMPLE, a mark is a prediction, of a sort that nobody else
// states: what warns of the code (of a `case` that falls through to another) looks over
// those, as it does not over an asm.
const br_predictor mark_predictor = PRED_COMBINED;

gimple *build_gimple_asm(const char *text, location_t loc)
{
    gasm *mark = gimple_build_asm_vec(text, NULL, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    gimple_set_location(mark, loc);
    return mark;
}

} // namespace

bool place_less::operator()(const place &a, const place &b) const
{
    const int files = a.file == b.file ? 0 : filename_cmp(a.file, b.file);
    return files ? files < 0 : a.line < b.line;
}

void add_line(line_set &lines, const place &where)
{
    if (where.line)
        lines.insert(where);
}

bool is_marker(const_tree stmt)
{
    return TREE_CODE(stmt) == DEBUG_BEGIN_STMT;
}

tree build_empty_asm(const char *text, location_t loc)
{
    tree stmt = build5(ASM_EXPR, void_type_node, build_string(strlen(text), text),
                       NULL_TREE, NULL_TREE, NULL_TREE, NULL_TREE);
    ASM_VOLATILE_P(stmt) = 1;
    TREE_SIDE_EFFECTS(stmt) = 1;
    SET_EXPR_LOCATION(stmt, loc);
    return stmt;
}

tree build_mark(location_t loc)
{
    tree mark = build_predict_expr(mark_predictor, TAKEN);
    TREE_SIDE_EFFECTS(mark) = 1;
    SET_EXPR_LOCATION(mark, loc);
    return unit_language() == LINEPROF_LANGUAGE_CXX ? not_evaluated(mark) : mark;
}

bool is_mark(tree stmt)
{
    if (unit_language() == LINEPROF_LANGUAGE_CXX)
        stmt = without_evaluation(stmt);
    return TREE_CODE(stmt) == PREDICT_EXPR &&
           PREDICT_EXPR_PREDICTOR(stmt) == mark_predictor;
}

bool is_early_mark(const gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_PREDICT &&
           gimple_predict_predictor(stmt) == mark_predictor;
}

gimple *build_gimple_mark(location_t loc)
{
    return build_gimple_asm(mark_text, loc);
}

gimple *build_call_mark(call_mark of, location_t loc)
{
    const std::string text =
        (of.begins ? call_text : return_text) + std::to_string(of.number);
    return build_gimple_asm(ggc_strdup(text.c_str()), loc);
}

call_mark read_call_mark(const gimple *mark)
{
    const char *text = gimple_asm_string(as_a<const gasm *>(mark));
    for (const char *prefix : {call_text, return_text})
        if (!strncmp(text, prefix, strlen(prefix)))
            return {atoi(text + strlen(prefix)), prefix == call_text};
    return {-1, false};
}

const_tree declaration_in(const_tree stmt)
{
    if (TREE_CODE(stmt) == CLEANUP_POINT_EXPR)
        stmt = TREE_OPERAND(stmt, 0);
    return TREE_CODE(stmt) == DECL_EXPR ? stmt : NULL_TREE;
}

bool initialises(const_tree decl_expr)
{
    const_tree decl = DECL_EXPR_DECL(decl_expr);
    if (!VAR_P(decl) || TREE_STATIC(decl) || DECL_EXTERNAL(decl))
        return false;
    const bool has_variable_size =
        DECL_SIZE(decl) && TREE_CODE(DECL_SIZE(decl)) != INTEGER_CST;
    return has_variable_size ||
           (DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node);
}

// Statements that are only the frame of others: their marker does not count.
bool is_frame(const_tree stmt)
{
    switch (TREE_CODE(stmt)) {
    case BIND_EXPR:
    case STATEMENT_LIST:
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
    case DO_STMT:
    case TRY_BLOCK:
    case HANDLER:
    case USING_STMT:
    case CLEANUP_STMT:
    case EH_SPEC_BLOCK:
    case MUST_NOT_THROW_EXPR:
    case DEBUG_BEGIN_STMT:
        return true;
    default:
        return false;
    }
}

bool is_fallthrough(const_tree stmt)
{
    while (TREE_CODE(stmt) == CLEANUP_POINT_EXPR || TREE_CODE(stmt) == EXPR_STMT ||
           CONVERT_EXPR_P(stmt))
        stmt = TREE_OPERAND(stmt, 0);
    return TREE_CODE(stmt) == CALL_EXPR && CALL_EXPR_FN(stmt) == NULL_TREE &&
           CALL_EXPR_IFN(stmt) == IFN_FALLTHROUGH;
}

bool is_decided(const_tree if_stmt)
{
    return TREE_CODE(if_stmt) == IF_STMT &&
           (IF_STMT_CONSTEXPR_P(if_stmt) || is_if_consteval(if_stmt));
}

tree coroutine_body(tree node)
{
    if (TREE_CODE(node) != ADDR_EXPR || TREE_CODE(TREE_OPERAND(node, 0)) != FUNCTION_DECL)
        return NULL_TREE;
    tree function = TREE_OPERAND(node, 0);
    return DECL_SAVED_TREE(function) && !DECL_STRUCT_FUNCTION(function) ? function
                                                                        : NULL_TREE;
}

coroutine_part coroutine_part_of(tree function)
{
    const struct function *fn = DECL_STRUCT_FUNCTION(function);
    if (GCCPLUGIN_VERSION < 15000 || !fn || !fn->coroutine_component)
        return coroutine_part::none;
    const char *suffix = strrchr(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)), '.');
    if (suffix && !strcmp(suffix, ".actor"))
        return coroutine_part::body;
    if (suffix && !strcmp(suffix, ".destroy"))
        return coroutine_part::destroyer;
    return coroutine_part::start;
}

std::vector<tree *> statement_slots(tree stmt)
{
    switch (TREE_CODE(stmt)) {
    case IF_STMT:
        return {&THEN_CLAUSE(stmt), &ELSE_CLAUSE(stmt)};
    case COND_EXPR:
        if (VOID_TYPE_P(TREE_TYPE(stmt)))
            return {&COND_EXPR_THEN(stmt), &COND_EXPR_ELSE(stmt)};
        return {};
    case FOR_STMT:
        return {&FOR_BODY(stmt)};
    case WHILE_STMT:
        return {&WHILE_BODY(stmt)};
    case DO_STMT:
        return {&DO_BODY(stmt)};
    case SWITCH_STMT:
        return {&SWITCH_STMT_BODY(stmt)};
    case TRY_BLOCK:
        return {&TRY_STMTS(stmt)};
    case HANDLER:
        return {&HANDLER_BODY(stmt)};
    case CLEANUP_STMT:
        return {&CLEANUP_BODY(stmt)};
    case BIND_EXPR:
        return {&BIND_EXPR_BODY(stmt)};
    default:
        if (tree *body = body_of_pragma(stmt))
            return {body};
        return {};
    }
}

bool is_mark(const gimple *stmt)
{
    if (gimple_code(stmt) != GIMPLE_ASM)
        return false;
    return !strcmp(gimple_asm_string(as_a<const gasm *>(stmt)), mark_text) ||
           read_call_mark(stmt).number >= 0;
}

} // namespace lineprof
