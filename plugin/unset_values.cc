// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include <unordered_map>
#include <unordered_set>

#include "bits.h"
#include "unset_values.h"

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
            good_ = at_first();
            follow(body);
        }
        return found_;
    }

  private:
    // Of each variable: it is set on all ways; on none what it points to is freed.
    static size_t is_set(size_t number)
    {
        return 2 * number;
    }
    static size_t is_kept(size_t number)
    {
        return 2 * number + 1;
    }

    bits at_first() const
    {
        bits good(2 * numbers_.size());
        for (const auto &row : numbers_) {
            good.set(is_kept(row.second));
            if (TREE_CODE(row.first) == PARM_DECL)
                good.set(is_set(row.second));
        }
        return good;
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
        good_.set(is_set(found->second));
        good_.set(is_kept(found->second));
    }

    void note_use(tree decl)
    {
        const auto found = numbers_.find(decl);
        if (found != numbers_.end())
            found_ = found_ || !good_.test(is_set(found->second)) ||
                     !good_.test(is_kept(found->second));
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
            gimple_call_builtin_p(stmt, BUILT_IN_REALLOC) || is_delete(stmt))
            note_freed(gimple_call_arg(stmt, 0));
        for (unsigned i = 0; i < results; i++)
            set_operand(gimple_op(stmt, i));
        if (gimple_assign_single_p(stmt) && points_to_variable(gimple_assign_rhs1(stmt)))
            never_to_free_.insert(gimple_assign_lhs(stmt));
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

    void note_freed(tree pointer)
    {
        const auto found = numbers_.find(pointer);
        found_ = found_ || never_to_free_.count(pointer);
        if (found != numbers_.end())
            good_.reset(is_kept(found->second));
    }

    static bool points_to_variable(tree value)
    {
        return TREE_CODE(value) == ADDR_EXPR &&
               get_base_address(TREE_OPERAND(value, 0)) &&
               VAR_P(get_base_address(TREE_OPERAND(value, 0)));
    }

    void follow_try(gtry *stmt)
    {
        const bits before = good_;
        follow(gimple_try_eval(stmt));
        const bits after = good_;
        gimple_seq cleanup = gimple_try_cleanup(stmt);
        if (gimple_try_kind(stmt) == GIMPLE_TRY_FINALLY) {
            // What comes in by an exception has set nothing for sure.
            good_ = before;
            follow(cleanup);
            good_.unite(after);
            return;
        }
        bits joined = after;
        for (auto at = gsi_start(cleanup); !gsi_end_p(at); gsi_next(&at)) {
            if (gsi_one_before_end_p(at) || gimple_code(gsi_stmt(at)) == GIMPLE_CATCH)
                joined.intersect(follow_handler(gsi_stmt(at), before));
        }
        good_ = joined;
    }

    bits follow_handler(gimple *handler, const bits &before)
    {
        good_ = before;
        follow_statement(handler);
        return good_;
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

    bits everything() const
    {
        return bits(2 * numbers_.size(), true);
    }

    void jump_to(tree label)
    {
        if (label)
            changed_ |=
                at_labels_.emplace(label, everything()).first->second.intersect(good_);
    }

    void come_to(tree label)
    {
        const auto found = at_labels_.find(label);
        if (found != at_labels_.end())
            good_.intersect(found->second);
        if (FORCED_LABEL(label) || DECL_NONLOCAL(label))
            good_ = bits(2 * numbers_.size());
    }

    void follow_jumps(gimple *stmt)
    {
        bool goes_on = false;
        switch (gimple_code(stmt)) {
        case GIMPLE_COND:
            jump_to(gimple_cond_true_label(as_a<gcond *>(stmt)));
            jump_to(gimple_cond_false_label(as_a<gcond *>(stmt)));
            break;
        case GIMPLE_SWITCH:
            for (unsigned i = 0; i < gimple_switch_num_labels(as_a<gswitch *>(stmt)); i++)
                jump_to(CASE_LABEL(gimple_switch_label(as_a<gswitch *>(stmt), i)));
            break;
        case GIMPLE_GOTO:
            jump_to(gimple_goto_dest(stmt));
            break;
        case GIMPLE_RETURN:
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
            good_ = everything();
    }

    function *fn_;
    std::unordered_map<tree, size_t> numbers_;
    std::unordered_map<tree, bits> at_labels_;
    bits good_; // where the last statement has led to
    bool changed_ = false;
    std::unordered_set<tree> never_to_free_; // they point to variables somewhere
    bool found_ = false;
};

} // namespace

bool may_use_bad_values(function *fn, gimple_seq body)
{
    return value_finder(fn).find(body);
}

} // namespace lineprof
