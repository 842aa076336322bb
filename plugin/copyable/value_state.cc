// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "copyable/value_state.h"

namespace lineprof {

value_state value_state::unreachable(size_t fact_count)
{
    value_state state(bits(fact_count, true));
    state.is_reached_ = false;
    return state;
}

value_state value_state::unknown(size_t fact_count)
{
    return value_state(bits(fact_count));
}

void value_state::add(size_t fact)
{
    facts_.set(fact);
    anyhow_.set(fact);
    for (auto &row : flags_) {
        row.second.if_set.set(fact);
        row.second.if_clear.set(fact);
    }
}

void value_state::remove(size_t fact)
{
    facts_.reset(fact);
    anyhow_.reset(fact);
    for (auto &row : flags_) {
        row.second.if_set.reset(fact);
        row.second.if_clear.reset(fact);
    }
}

void value_state::set_flag(tree variable, bool value)
{
    two_ways ways = {facts_, facts_};
    (value ? ways.if_clear : ways.if_set).fill();
    flags_[variable] = ways;
}

void value_state::copy_flag(tree variable, tree source)
{
    const auto found = flags_.find(source);
    if (found == flags_.end()) {
        forget_flag(variable);
        return;
    }
    const two_ways ways = found->second;
    flags_[variable] = ways;
}

value_state value_state::where(tree variable, bool value) const
{
    value_state state = *this;
    const auto found = flags_.find(variable);
    if (found == flags_.end())
        return state;
    const bits known = value ? found->second.if_set : found->second.if_clear;
    state.facts_ = known;
    for (auto &row : state.flags_) {
        row.second.if_set.unite(known);
        row.second.if_clear.unite(known);
    }
    return state;
}

bool value_state::meet(const value_state &other)
{
    if (!other.is_reached_)
        return false;
    if (!is_reached_) {
        *this = other;
        return true;
    }
    bool changed = facts_.intersect(other.facts_);
    changed |= anyhow_.intersect(other.anyhow_);
    for (auto at = flags_.begin(); at != flags_.end();) {
        const auto found = other.flags_.find(at->first);
        if (found == other.flags_.end()) {
            at = flags_.erase(at);
            changed = true;
            continue;
        }
        changed |= at->second.if_set.intersect(found->second.if_set);
        changed |= at->second.if_clear.intersect(found->second.if_clear);
        ++at;
    }
    return changed;
}

void value_state::unite(const value_state &other)
{
    facts_.unite(other.facts_);
    anyhow_.unite(other.anyhow_);
    is_reached_ |= other.is_reached_;
    flags_.clear();
}

} // namespace lineprof
