// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "copyable/unset_values.h"
#include "copyable/value_state.h"

namespace lineprof {
namespace {

// Follows the statements from the first to the last until nothing new is found: what is
// known at a label is what is known at all jumps to it, those from behind included.
class value_finder {
  public:
    explicit value_finder(function *fn) : fn_(fn)
    {
    }

    bool find(gimple_seq body)
    {
        walk_stmt_info info = {};
        info.info = this;
        walk_gimple_seq(body, NULL, number_variable, &info);
        for (changed_ = true; changed_ && !found_;) {
            changed_ = false;
            now_ = at_first();
            follow(body);
        }
        if (!found_)
            for (tree decl : by_flags_)
                suppress_warning(decl, OPT_Wuninitialized);
        return found_;
    }

  private:
    // Whether anybody wants to hear of it.
    static bool warns_of_unset()
    {
        return warn_uninitialized || warn_maybe_uninitialized;
    }
    static bool warns_of_freed()
    {
#if GCCPLUGIN_VERSION >= 12000
        return warn_use_after_free;
#else
        return false;
#endif
    }

    // Of each variable: it is set on all ways; on none what it points to is freed.
    static size_t is_set(size_t number)
    {
        return 2 * number;
    }
    static size_t is_kept(size_t number)
    {
        return 2 * number + 1;
    }

    value_state at_first() const
    {
        value_state state = value_state::unknown(2 * numbers_.size());
        for (const auto &row : numbers_) {
            state.add(is_kept(row.second));
            if (TREE_CODE(row.first) == PARM_DECL)
                state.add(is_set(row.second));
        }
        return state;
    }

    bool is_users(const_tree decl) const
    {
        return (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL) && !is_global_var(decl) &&
               !DECL_ARTIFICIAL(decl) && DECL_CONTEXT(decl) == fn_->decl &&
               !(VAR_P(decl) && DECL_HAS_VALUE_EXPR_P(decl)) &&
               !is_empty_type(TREE_TYPE(decl));
    }

    static bool is_empty_type(const_tree type)
    {
        return !TYPE_SIZE(type) || integer_zerop(TYPE_SIZE(type)) || TYPE_EMPTY_P(type) ||
               (RECORD_OR_UNION_TYPE_P(type) && !TYPE_FIELDS(type));
    }

    static tree number_variable(tree *slot, int *, void *data)
    {
        auto *self =
            static_cast<value_finder *>(static_cast<walk_stmt_info *>(data)->info);
        if (DECL_P(*slot) && self->is_users(*slot))
            self->numbers_.emplace(*slot, self->numbers_.size());
        return NULL_TREE;
    }

    // ---- Values ----

    void note_set(tree decl)
    {
        const auto found = numbers_.find(decl);
        if (found == numbers_.end())
            return;
        now_.add(is_set(found->second));
        now_.add(is_kept(found->second));
    }

    void note_use(tree decl)
    {
        const auto found = numbers_.find(decl);
        if (found != numbers_.end())
            found_ = found_ || (warns_of_unset() && !now_.has(is_set(found->second))) ||
                     (warns_of_freed() && !now_.has(is_kept(found->second)));
        if (found != numbers_.end() && !now_.has_anyhow(is_set(found->second)))
            by_flags_.insert(decl);
    }

    static tree visit_use(tree *slot, int *walk_subtrees, void *data)
    {
        auto *self = static_cast<value_finder *>(data);
        if (TREE_CODE(*slot) == ADDR_EXPR) {
            // Who has the address may set it.
            self->note_set(get_base_address(TREE_OPERAND(*slot, 0)));
            *walk_subtrees = 0;
        } else if (DECL_P(*slot)) {
            self->note_use(*slot);
            *walk_subtrees = 0;
        } else if (TYPE_P(*slot)) {
            *walk_subtrees = 0;
        }
        return NULL_TREE;
    }

    void use(tree operand)
    {
        if (operand)
            walk_tree(&operand, visit_use, this, NULL);
    }

    void set(tree target)
    {
        if (!target)
            return;
        tree base = get_base_address(target);
        if (base && DECL_P(base))
            note_set(base);
        if (!DECL_P(target))
            use(target);
    }

    // ---- Statements ----

    void follow(gimple_seq seq)
    {
        for (auto at = gsi_start(seq); !gsi_end_p(at) && !found_; gsi_next(&at))
            follow_statement(gsi_stmt(at));
    }

    void follow_statement(gimple *stmt)
    {
        if (is_gimple_debug(stmt) || gimple_clobber_p(stmt))
            return;
        switch (gimple_code(stmt)) {
        case GIMPLE_LABEL:
            come_to(gimple_label_label(as_a<glabel *>(stmt)));
            break;
        case GIMPLE_BIND:
            follow(gimple_bind_body(as_a<gbind *>(stmt)));
            break;
        case GIMPLE_TRY:
            follow_try(as_a<gtry *>(stmt));
            break;
        case GIMPLE_CATCH:
            follow(gimple_catch_handler(as_a<gcatch *>(stmt)));
            break;
        case GIMPLE_EH_FILTER:
            follow(gimple_eh_filter_failure(stmt));
            break;
        default:
            if (is_gimple_omp(stmt))
                follow_parallel(stmt);
            else
                follow_simple(stmt);
            break;
        }
    }

    void follow_simple(gimple *stmt)
    {
        const unsigned results = gimple_code(stmt) == GIMPLE_ASM
                                     ? gimple_asm_noutputs(as_a<gasm *>(stmt))
                                     : gimple_get_lhs(stmt) != NULL_TREE;
        for (unsigned i = results; i < gimple_num_ops(stmt); i++)
            use_operand(stmt, gimple_op(stmt, i));
        if (gimple_call_builtin_p(stmt, BUILT_IN_FREE) ||
            gimple_call_builtin_p(stmt, BUILT_IN_REALLOC))
            note_freed(gimple_call_arg(stmt, 0), from_malloc);
        else if (is_delete(stmt))
            note_freed(gimple_call_arg(stmt, 0),
                       origin_by_operator(gimple_call_fndecl(stmt)));
        for (unsigned i = 0; i < results; i++)
            set_operand(gimple_op(stmt, i));
        if (gimple_get_lhs(stmt))
            note_origin(stmt);
        note_flag(stmt);
        follow_jumps(stmt);
    }

    // An assembler statement's are in lists of one.
    void set_operand(tree operand)
    {
        set(operand && TREE_CODE(operand) == TREE_LIST ? TREE_VALUE(operand) : operand);
    }

    void use_operand(gimple *stmt, tree operand)
    {
        if (!operand || TREE_CODE(operand) == LABEL_DECL)
            return;
        if (gimple_code(stmt) != GIMPLE_ASM)
            use(operand);
        else if (TREE_CODE(operand) == TREE_LIST && TREE_VALUE(operand) &&
                 TREE_CODE(TREE_VALUE(operand)) != LABEL_DECL)
            use(TREE_VALUE(operand));
    }

    static bool is_delete(const gimple *stmt)
    {
        tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
        return callee && DECL_IS_OPERATOR_DELETE_P(callee) && gimple_call_num_args(stmt);
    }

    // ALLOWED: where it may come from.
    void note_freed(tree pointer, unsigned allowed)
    {
        const auto found = numbers_.find(pointer);
        found_ = found_ || (origins_of(pointer) & ~allowed);
        if (found != numbers_.end())
            now_.remove(is_kept(found->second));
    }

    void note_returned(tree value)
    {
        found_ = found_ ||
                 (value && warn_return_local_addr && (origins_of(value) & from_frame));
    }

    // ---- Where pointers come from ----

    // Some place of the function says so; bits.
    enum origin : unsigned {
        from_malloc = 1 << 0, // or the like
        from_new = 1 << 1,
        from_new_array = 1 << 2,
        from_inside = 1 << 3, // what was declared, or is behind a beginning
        from_frame = 1 << 4,  // what is gone when the function returns
    };

    static origin origin_by_operator(tree function)
    {
        const std::string name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
        return name.compare(0, 4, "_Zna") && name.compare(0, 4, "_Zda") ? from_new
                                                                        : from_new_array;
    }

    unsigned origins_of(tree value) const
    {
        const auto found = origins_.find(value);
        return found != origins_.end() ? found->second : origins_of_address(value);
    }

    void note_origin(gimple *stmt)
    {
        tree target = gimple_get_lhs(stmt);
        tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
        unsigned origins = 0;
        if (callee && DECL_IS_OPERATOR_NEW_P(callee))
            origins = origin_by_operator(callee);
        else if (gimple_call_builtin_p(stmt, BUILT_IN_NORMAL))
            origins = origin_by_call(DECL_FUNCTION_CODE(callee));
        else if (gimple_assign_single_p(stmt) || gimple_assign_cast_p(stmt))
            origins = origins_of(gimple_assign_rhs1(stmt));
        else if (is_gimple_assign(stmt) &&
                 gimple_assign_rhs_code(stmt) == POINTER_PLUS_EXPR)
            origins = (origins_of(gimple_assign_rhs1(stmt)) & from_frame) |
                      (adds_to_pointer(stmt) ? unsigned(from_inside) : 0);
        if (origins)
            origins_[target] |= origins;
    }

    static unsigned origin_by_call(built_in_function function)
    {
        switch (function) {
        case BUILT_IN_MALLOC:
        case BUILT_IN_CALLOC:
        case BUILT_IN_REALLOC:
            return from_malloc;
        case BUILT_IN_ALLOCA:
        case BUILT_IN_ALLOCA_WITH_ALIGN:
            return from_inside | from_frame;
        default:
            return 0;
        }
    }

    // It goes up by a constant.
    static bool adds_to_pointer(gimple *stmt)
    {
        return TREE_CODE(gimple_assign_rhs2(stmt)) == INTEGER_CST &&
               tree_int_cst_sgn(fold_convert(ssizetype, gimple_assign_rhs2(stmt))) > 0;
    }

    static unsigned origins_of_address(tree value)
    {
        if (TREE_CODE(value) != ADDR_EXPR)
            return 0;
        poly_int64 offset;
        tree base = get_addr_base_and_unit_offset(TREE_OPERAND(value, 0), &offset);
        if (!base || (TREE_CODE(base) == MEM_REF && !maybe_gt(offset, 0)))
            return 0;
        return auto_var_p(base) ? from_inside | from_frame : unsigned(from_inside);
    }

    void follow_try(gtry *stmt)
    {
        const value_state before = now_;
        follow(gimple_try_eval(stmt));
        const value_state after = now_;
        gimple_seq cleanup = gimple_try_cleanup(stmt);
        if (gimple_try_kind(stmt) == GIMPLE_TRY_FINALLY) {
            // What comes in by an exception has set nothing for sure.
            now_ = before;
            follow(cleanup);
            now_.unite(after);
            return;
        }
        value_state joined = after;
        for (auto at = gsi_start(cleanup); !gsi_end_p(at); gsi_next(&at)) {
            if (gsi_one_before_end_p(at) || gimple_code(gsi_stmt(at)) == GIMPLE_CATCH)
                joined.meet(follow_handler(gsi_stmt(at), before));
        }
        now_ = joined;
    }

    value_state follow_handler(gimple *handler, const value_state &before)
    {
        now_ = before;
        follow_statement(handler);
        return now_;
    }

    void follow_parallel(gimple *stmt)
    {
        if (gimple_code(stmt) == GIMPLE_OMP_FOR)
            for (size_t i = 0; i < gimple_omp_for_collapse(stmt); i++)
                set(gimple_omp_for_index(stmt, i));
        if (gimple_has_substatements(stmt))
            follow(gimple_omp_body(stmt));
    }

    // ---- Jumps ----

    value_state nowhere() const
    {
        return value_state::unreachable(2 * numbers_.size());
    }

    void jump_to(tree label, const value_state &state)
    {
        if (label)
            changed_ |= at_labels_.emplace(label, nowhere()).first->second.meet(state);
    }

    void jump_to(tree label)
    {
        jump_to(label, now_);
    }

    // The variable that is a flag here, where VALUE is one; else NULL.
    static tree flag_of(tree value)
    {
        return VAR_P(value) && !TREE_ADDRESSABLE(value) && !is_global_var(value)
                   ? value
                   : NULL_TREE;
    }

    void choose(gcond *stmt)
    {
        const bool compares =
            (gimple_cond_code(stmt) == NE_EXPR || gimple_cond_code(stmt) == EQ_EXPR) &&
            integer_zerop(gimple_cond_rhs(stmt));
        tree flag = compares ? flag_of(gimple_cond_lhs(stmt)) : NULL_TREE;
        const bool if_true = gimple_cond_code(stmt) == NE_EXPR;
        jump_to(gimple_cond_true_label(stmt), flag ? now_.where(flag, if_true) : now_);
        jump_to(gimple_cond_false_label(stmt), flag ? now_.where(flag, !if_true) : now_);
    }

    void note_flag(gimple *stmt)
    {
        tree target = gimple_get_lhs(stmt);
        tree flag = target ? flag_of(target) : NULL_TREE;
        if (!flag)
            return;
        tree value = gimple_assign_single_p(stmt) || gimple_assign_cast_p(stmt)
                         ? gimple_assign_rhs1(stmt)
                         : NULL_TREE;
        if (value && TREE_CODE(value) == INTEGER_CST)
            now_.set_flag(flag, !integer_zerop(value));
        else if (value && flag_of(value))
            now_.copy_flag(flag, value);
        else
            now_.forget_flag(flag);
    }

    void meet(tree label)
    {
        const auto found = at_labels_.find(label);
        if (found != at_labels_.end())
            now_.meet(found->second);
    }

    // One whose address is taken is where any computed jump may go.
    void come_to(tree label)
    {
        meet(label);
        if (FORCED_LABEL(label))
            meet(computed_);
        if (DECL_NONLOCAL(label))
            now_ = value_state::unknown(2 * numbers_.size());
    }

    void follow_jumps(gimple *stmt)
    {
        bool goes_on = false;
        switch (gimple_code(stmt)) {
        case GIMPLE_COND:
            choose(as_a<gcond *>(stmt));
            break;
        case GIMPLE_SWITCH:
            for (unsigned i = 0; i < gimple_switch_num_labels(as_a<gswitch *>(stmt)); i++)
                jump_to(CASE_LABEL(gimple_switch_label(as_a<gswitch *>(stmt), i)));
            break;
        case GIMPLE_GOTO: {
            tree dest = gimple_goto_dest(stmt);
            jump_to(TREE_CODE(dest) == LABEL_DECL ? dest : computed_);
            break;
        }
        case GIMPLE_RETURN:
            note_returned(gimple_return_retval(as_a<greturn *>(stmt)));
            break;
        case GIMPLE_ASM:
            for (unsigned i = 0; i < gimple_asm_nlabels(as_a<gasm *>(stmt)); i++)
                jump_to(TREE_VALUE(gimple_asm_label_op(as_a<gasm *>(stmt), i)));
            goes_on = true;
            break;
        default:
            goes_on = !is_gimple_call(stmt) || !gimple_call_noreturn_p(stmt);
            break;
        }
        if (!goes_on)
            now_ = nowhere();
    }

    function *fn_;
    tree computed_ = void_node; // in place of the labels that computed jumps go to
    std::unordered_map<tree, size_t> numbers_;
    std::unordered_map<tree, value_state> at_labels_;
    value_state now_ = value_state::unknown(0); // where the last statement has led to
    bool changed_ = false;
    std::unordered_map<tree, unsigned> origins_;
    // That they are set where they are used is known by flags, which the compiler would
    // lose sight of.
    std::unordered_set<tree> by_flags_;
    bool found_ = false;
};

} // namespace

bool may_use_bad_values(function *fn, gimple_seq body)
{
    return value_finder(fn).find(body);
}

} // namespace lineprof
