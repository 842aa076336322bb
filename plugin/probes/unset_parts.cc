// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "probes/unset_parts.h"

#include <unordered_map>
#include <vector>

namespace lineprof {
namespace {

// In bits; where it is not known which part, all that it may be.
struct part {
    poly_int64 begin;
    poly_int64 size;
};

class part_finder {
  public:
    void note(gimple *stmt)
    {
        if (gimple_clobber_p(stmt))
            return;
        walk_stmt_load_store_addr_ops(stmt, this, note_load, note_store, note_address);
    }

    std::unordered_set<tree> unset() const
    {
        std::unordered_set<tree> found;
        for (const auto &[variable, parts] : reads_)
            if (!taken_.count(variable) && has_unset(variable, parts))
                found.insert(variable);
        return found;
    }

  private:
    using parts_by_variable = std::unordered_map<tree, std::vector<part>>;

    static void add(parts_by_variable &all, tree reference)
    {
        poly_int64 begin, size, most;
        bool reverse;
        tree base = get_ref_base_and_extent(reference, &begin, &size, &most, &reverse);
        // Of those in registers only some reads are told here, and only some writes.
        if (VAR_P(base) && !is_global_var(base) && !is_gimple_reg(base))
            all[base].push_back({begin, most});
    }

    static bool note_load(gimple *, tree, tree reference, void *self)
    {
        add(static_cast<part_finder *>(self)->reads_, reference);
        return false;
    }

    static bool note_store(gimple *, tree, tree reference, void *self)
    {
        add(static_cast<part_finder *>(self)->writes_, reference);
        return false;
    }

    static bool note_address(gimple *, tree base, tree, void *self)
    {
        static_cast<part_finder *>(self)->taken_.insert(base);
        return false;
    }

    bool has_unset(tree variable, const std::vector<part> &reads) const
    {
        const auto found = writes_.find(variable);
        for (const part &read : reads) {
            bool is_set = false;
            if (found != writes_.end())
                for (const part &write : found->second)
                    is_set = is_set || ranges_maybe_overlap_p(read.begin, read.size,
                                                              write.begin, write.size);
            if (!is_set)
                return true;
        }
        return false;
    }

    parts_by_variable reads_;
    parts_by_variable writes_;
    std::unordered_set<tree> taken_;
};

tree note_statement(gimple_stmt_iterator *at, bool *, walk_stmt_info *info)
{
    static_cast<part_finder *>(info->info)->note(gsi_stmt(*at));
    return NULL_TREE;
}

} // namespace

bool reads_unset_parts(gimple_seq body)
{
    part_finder finder;
    walk_stmt_info info = {};
    info.info = &finder;
    walk_gimple_seq(body, note_statement, NULL, &info);
    return !finder.unset().empty();
}

std::unordered_set<tree> find_unset_parts(function *fn)
{
    part_finder finder;
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            finder.note(gsi_stmt(at));
    return finder.unset();
}

} // namespace lineprof
