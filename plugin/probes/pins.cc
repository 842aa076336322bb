// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/machine.h"
#include "emit/probe_code.h"
#include "gcc/block_order.h"
#include "probes/pins.h"
#include "probes/unset_parts.h"

namespace lineprof {
namespace {

const char *register_constraint(const_tree type)
{
    return machine::value_constraint(TYPE_MODE(type));
}

bool is_aggregate_variable(const_tree value)
{
    return VAR_P(value) && !is_gimple_reg(CONST_CAST_TREE(value));
}

bool calls_setjmp(function *fn)
{
    return fn->calls_setjmp;
}

bool is_simd_call(const gimple *stmt)
{
    if (!is_gimple_call(stmt) || !gimple_call_internal_p(stmt))
        return false;
    switch (gimple_call_internal_fn(stmt)) {
    case IFN_GOMP_SIMD_LANE:
    case IFN_GOMP_SIMD_VF:
    case IFN_GOMP_SIMD_LAST_LANE:
    case IFN_GOMP_SIMD_ORDERED_START:
    case IFN_GOMP_SIMD_ORDERED_END:
        return true;
    default:
        return false;
    }
}

// Half of a complex value.  Where the program sets one, the other may never have been;
// GCC forgets what is said of a statement as it takes them apart, so it is said of the
// variable.
tree add_part(gimple_seq *seq, tree_code part, tree value)
{
    tree half = create_tmp_reg(TREE_TYPE(TREE_TYPE(value)));
    if (DECL_P(value)) {
        suppress_warning(value, OPT_Wuninitialized);
        suppress_warning(value, OPT_Wmaybe_uninitialized);
    }
    gimple_seq_add_stmt(seq,
                        gimple_build_assign(half, build1(part, TREE_TYPE(half), value)));
    return half;
}

void add_use(gimple_seq *seq, tree value)
{
    if (is_aggregate_variable(value)) {
        TREE_ADDRESSABLE(value) = 1;
        const asm_operand used = {"m", value}, renewed = {"=m", value};
        gimple_seq_add_stmt(seq, TREE_READONLY(value)
                                     ? build_asm("", no_operands, {used}, {})
                                     : build_asm("", {renewed}, {used}, {}));
        return;
    }
    if (TREE_CODE(TREE_TYPE(value)) == COMPLEX_TYPE) {
        const char *constraint = register_constraint(TREE_TYPE(TREE_TYPE(value)));
        if (!constraint)
            return;
        for (const tree_code part : {REALPART_EXPR, IMAGPART_EXPR}) {
            const asm_operand half = {constraint, add_part(seq, part, value)};
            gimple_seq_add_stmt(seq, build_asm("", no_operands, {half}, {}));
        }
        return;
    }
    if (const char *constraint = register_constraint(TREE_TYPE(value))) {
        const asm_operand used = {constraint, value};
        gimple_seq_add_stmt(seq, build_asm("", no_operands, {used}, {}));
    }
}

gasm *build_renewal(tree to, tree from, const char *constraint)
{
    const std::string output = std::string("=") + constraint;
    const asm_operand renewed = {output.c_str(), to}, same = {"0", from};
    return build_asm("", {renewed}, {same}, {});
}

void add_renewal(gimple_seq *seq, tree value)
{
    tree type = TREE_TYPE(value);
    if (TREE_CODE(type) != COMPLEX_TYPE) {
        if (const char *constraint = register_constraint(type))
            gimple_seq_add_stmt(seq, build_renewal(value, value, constraint));
        return;
    }
    const char *constraint = register_constraint(TREE_TYPE(type));
    if (!constraint)
        return;
    tree halves[2];
    int at = 0;
    for (const tree_code part : {REALPART_EXPR, IMAGPART_EXPR}) {
        tree half = halves[at++] = add_part(seq, part, value);
        gimple_seq_add_stmt(seq, build_renewal(half, half, constraint));
    }
    gimple_seq_add_stmt(seq,
                        gimple_build_assign(value, COMPLEX_EXPR, halves[0], halves[1]));
}

} // namespace

pins::pins(function *fn)
    : fn_(fn), renews_(!calls_setjmp(fn) && !fn->has_nonlocal_label &&
                       !lookup_attribute("always_inline", DECL_ATTRIBUTES(fn->decl))),
      known_(fn->decl), blocks_(last_basic_block_for_fn(fn))
{
}

void pins::add_boundary(gimple *stmt)
{
    boundaries_[stmt] = true;
}

bool pins::can_be_pinned(tree value) const
{
    if (TREE_CODE(value) == SSA_NAME)
        return !virtual_operand_p(value);
    if (TREE_CODE(value) != VAR_DECL && TREE_CODE(value) != PARM_DECL &&
        TREE_CODE(value) != RESULT_DECL)
        return false;
    if (is_global_var(value) || TREE_THIS_VOLATILE(value) ||
        DECL_HAS_VALUE_EXPR_P(value) || DECL_CONTEXT(value) != fn_->decl)
        return false;
    if (VAR_P(value) && DECL_HARD_REGISTER(value))
        return false;
    if (is_gimple_reg(value))
        return true;
    return VAR_P(value) && DECL_SIZE_UNIT(value) &&
           tree_fits_uhwi_p(DECL_SIZE_UNIT(value)) &&
           !integer_zerop(DECL_SIZE_UNIT(value));
}

int pins::number(tree value)
{
    const auto found = numbers_.find(value);
    if (found != numbers_.end())
        return found->second;
    const int next = can_be_pinned(value) ? int(values_.size()) : -1;
    if (next >= 0)
        values_.push_back(value);
    numbers_[value] = next;
    return next;
}

// Collects the values that an operand uses, indices and bases included.
tree pins::note_use(tree *slot, int *walk_subtrees, void *data)
{
    auto &[self, uses] = *static_cast<std::pair<pins *, std::vector<int> *> *>(data);
    if (TYPE_P(*slot)) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (TREE_CODE(*slot) != SSA_NAME && !DECL_P(*slot))
        return NULL_TREE;
    const int value = self->number(*slot);
    if (value >= 0)
        uses->push_back(value);
    return NULL_TREE;
}

pins::accesses pins::scan_statement(gimple *stmt)
{
    accesses row = {stmt, {}, {}, {}, {}, boundaries_.count(stmt) != 0};
    std::pair<pins *, std::vector<int> *> walk = {this, &row.uses};
    const gasm *assembly = dyn_cast<gasm *>(stmt);
    const unsigned outputs = assembly ? gimple_asm_noutputs(assembly)
                             : gimple_has_lhs(stmt) && gimple_num_ops(stmt) ? 1
                                                                            : 0;
    for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
        tree operand = gimple_op(stmt, i);
        if (operand && assembly && TREE_CODE(operand) == TREE_LIST)
            operand = TREE_VALUE(operand);
        if (!operand)
            continue;
        // At the end of its scope a variable's value is gone.
        const bool written =
            i < outputs &&
            (gimple_clobber_p(stmt) ? DECL_P(operand) : is_gimple_reg(operand));
        if (!written)
            walk_tree(&operand, note_use, &walk, NULL);
        else if (number(operand) >= 0)
            row.defs.push_back(number(operand));
    }
    note_touched(row);
    return row;
}

// What a statement writes of aggregates, or others may write from there on, as they have
// the address.
void pins::note_touched(accesses &row)
{
    std::pair<pins *, std::vector<int> *> walk = {
        this, gimple_clobber_p(row.stmt) ? &row.ended : &row.touched};
    const auto note = [](gimple *, tree base, tree, void *data) {
        auto &[self, found] = *static_cast<decltype(walk) *>(data);
        const int value = DECL_P(base) ? self->number(base) : -1;
        if (value >= 0 && is_aggregate_variable(base))
            found->push_back(value);
        return false;
    };
    walk_stmt_load_store_addr_ops(row.stmt, &walk, NULL, note, note);
}

void pins::scan(basic_block block)
{
    for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (!is_gimple_debug(gsi_stmt(at)))
            blocks_[block->index].list.push_back(scan_statement(gsi_stmt(at)));
}

// OpenMP's vector loops know each other by a variable that never gets a value: it must
// stay itself until they have been vectorised.
void pins::leave_simd_handles(basic_block block)
{
    for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (is_simd_call(gsi_stmt(at)))
            for (unsigned i = 0; i < gimple_call_num_args(gsi_stmt(at)); i++)
                numbers_[gimple_call_arg(gsi_stmt(at), i)] = -1;
}

// Values that only ever hold constants stay as they are: some built-ins and
// instructions need an immediate.
void pins::find_constants()
{
    std::vector<int> def_count(values_.size());
    constant_.assign(values_.size(), true);
    for (size_t i = 0; i < values_.size(); i++)
        constant_[i] = TREE_CODE(values_[i]) != PARM_DECL && is_gimple_reg(values_[i]);
    for (const block_facts &facts : blocks_)
        for (const accesses &row : facts.list)
            for (const int def : row.defs)
                def_count[def]++;
    for (bool changed = true; changed;) {
        changed = false;
        for (const block_facts &facts : blocks_)
            for (const accesses &row : facts.list)
                for (const int def : row.defs) {
                    bool constant = is_gimple_assign(row.stmt) &&
                                    !gimple_vuse(row.stmt) &&
                                    !gimple_assign_load_p(row.stmt) &&
                                    (row.uses.empty() || def_count[def] == 1);
                    for (const int use : row.uses)
                        constant = constant && constant_[use];
                    if (constant_[def] && !constant) {
                        constant_[def] = false;
                        changed = true;
                    }
                }
    }
    for (size_t i = 0; i < values_.size(); i++)
        if (!def_count[i])
            constant_[i] = false;
}

// What is needed at a block's end.
pins::needs pins::needs_at_end(basic_block block) const
{
    needs at_end = {bits(values_.size()), bits(values_.size())};
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->succs) {
        if (e->dest->index == EXIT_BLOCK)
            continue;
        at_end.live.unite(blocks_[e->dest->index].on_entry.live);
        at_end.wanted.unite(blocks_[e->dest->index].on_entry.wanted);
    }
    return at_end;
}

// From what is needed after a statement to what is needed before it.
void pins::step_back(const accesses &row, needs &now) const
{
    if (row.boundary)
        now.wanted = bits(values_.size());
    for (const int def : row.defs) {
        now.live.reset(def);
        now.wanted.reset(def);
    }
    for (const int use : row.uses) {
        now.live.set(use);
        now.wanted.set(use);
    }
}

bool pins::solve_backward(basic_block block)
{
    block_facts &facts = blocks_[block->index];
    needs now = needs_at_end(block);
    for (auto row = facts.list.rbegin(); row != facts.list.rend(); ++row)
        step_back(*row, now);
    const bool changed = facts.on_entry.live.unite(now.live);
    return facts.on_entry.wanted.unite(now.wanted) || changed;
}

// What has been computed since the last boundary, on entry.
bits pins::dirty_on_entry(basic_block block) const
{
    bits dirty(values_.size());
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->preds)
        if (e->src->index != ENTRY_BLOCK)
            dirty.unite(blocks_[e->src->index].dirty_at_end);
    return dirty;
}

void pins::step_on(const accesses &row, bits &dirty) const
{
    if (row.boundary)
        dirty = bits(values_.size());
    for (const int def : row.defs)
        dirty.set(def);
}

bool pins::solve_forward(basic_block block)
{
    bits dirty = dirty_on_entry(block);
    for (const accesses &row : blocks_[block->index].list)
        step_on(row, dirty);
    return blocks_[block->index].dirty_at_end.unite(dirty);
}

// What has been given a value on every path, on entry.
bits pins::set_on_entry(basic_block block) const
{
    bits set(values_.size(), true);
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->preds) {
        if (e->src->index != ENTRY_BLOCK) {
            set.intersect(blocks_[e->src->index].set_at_end);
            continue;
        }
        bits parameters(values_.size());
        for (size_t i = 0; i < values_.size(); i++)
            if (TREE_CODE(values_[i]) == PARM_DECL)
                parameters.set(i);
        set.intersect(parameters);
    }
    return set;
}

void pins::set_by(const accesses &row, bits &set)
{
    for (const int def : row.defs)
        set.set(def);
    for (const int value : row.touched)
        set.set(value);
    for (const int value : row.ended)
        set.reset(value);
}

bool pins::solve_set(basic_block block)
{
    bits set = set_on_entry(block);
    for (const accesses &row : blocks_[block->index].list)
        set_by(row, set);
    return blocks_[block->index].set_at_end.intersect(set);
}

// A boundary is a mark, which uses and defines nothing: what is needed after it is
// what is live there.
void pins::collect(basic_block block)
{
    const std::vector<accesses> &list = blocks_[block->index].list;
    std::vector<needs> needs_at; // of the boundaries, last one first
    needs now = needs_at_end(block);
    for (auto row = list.rbegin(); row != list.rend(); ++row) {
        if (row->boundary)
            needs_at.push_back(now);
        step_back(*row, now);
    }
    bits dirty = dirty_on_entry(block), set = set_on_entry(block);
    for (const accesses &row : list) {
        if (row.boundary) {
            note_wanted(pins_[row.stmt], needs_at.back().wanted, set);
            dirty.intersect(needs_at.back().live);
            needs_at.pop_back();
            note_dirty(pins_[row.stmt], dirty, set);
        }
        step_on(row, dirty);
        set_by(row, set);
    }
}

// Whether some variable seems to be used before it is set.
bool pins::reads_unset() const
{
    bool found = false;
    const basic_block first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fn_));
    blocks_[first->index].on_entry.live.for_each([&](size_t i) {
        tree value = values_[i];
        found =
            found || (VAR_P(value) && is_gimple_reg(value) && !DECL_ARTIFICIAL(value));
    });
    return found;
}

// A value that some path has not set is whatever suits the compiler there, and may be
// warned of where it is used; a renewal would make it whatever a register holds, and
// would itself be the use.  Of what GCC itself makes, as the lanes of OpenMP's vector
// loops, such values are computed with.
bool pins::is_worth_renewing(size_t number, const bits &set) const
{
    tree value = values_[number];
    return !constant_[number] && TREE_CODE(value) != SSA_NAME &&
           TREE_CODE(value) != RESULT_DECL && set.test(number);
}

// A value that is used after the boundary is renewed there, unless it must stay as it
// is (a use makes what a pointer points to known to all; so that is left out, too); an
// aggregate is used in memory, unless it is not set: then it would seem to be.
void pins::note_wanted(boundary_pins &here, const bits &wanted, const bits &set) const
{
    wanted.for_each([&](size_t i) {
        tree value = values_[i];
        if (known_.is_known(value) || POINTER_TYPE_P(TREE_TYPE(value)))
            return;
        if (is_aggregate_variable(value)) {
            if (set.test(i) && !unset_parts_.count(value))
                here.used.push_back(value);
        } else if (renews_ && is_worth_renewing(i, set)) {
            here.renewed.push_back(value);
        }
    });
}

void pins::note_dirty(boundary_pins &here, const bits &dirty, const bits &set) const
{
    dirty.for_each([&](size_t i) {
        if (!constant_[i] && !is_aggregate_variable(values_[i]) && set.test(i) &&
            !known_.is_target_known(values_[i]))
            here.used.push_back(values_[i]);
    });
}

void pins::solve()
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn_)
        leave_simd_handles(block);
    FOR_EACH_BB_FN (block, fn_)
        scan(block);
    find_constants();
    for (block_facts &facts : blocks_) {
        facts.set_at_end = bits(values_.size(), true);
        facts.on_entry.live = facts.on_entry.wanted = facts.dirty_at_end =
            bits(values_.size());
    }
    const std::vector<basic_block> order = reverse_post_order(fn_);
    for (bool changed = true; changed;) {
        changed = false;
        for (auto at = order.rbegin(); at != order.rend(); ++at)
            changed |= solve_backward(*at);
    }
    known_ = find_known_values(fn_, reads_unset() ? guards::all : guards::reporting);
    unset_parts_ = find_unset_parts(fn_);
    for (bool changed = true; changed;) {
        changed = false;
        for (basic_block each : order) {
            changed |= solve_forward(each);
            changed |= solve_set(each);
        }
    }
    for (basic_block each : order)
        collect(each);
}

void pins::add_before(gimple_seq *seq, gimple *stmt) const
{
    const auto found = pins_.find(stmt);
    if (found == pins_.end())
        return;
    for (tree value : found->second.used)
        add_use(seq, value);
}

void pins::add_after(gimple_seq *seq, gimple *stmt) const
{
    const auto found = pins_.find(stmt);
    if (found == pins_.end())
        return;
    for (tree value : found->second.renewed)
        add_renewal(seq, value);
}

} // namespace lineprof
