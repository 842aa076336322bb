// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "choice/select.h"
#include "reported_pass.h"

namespace lineprof {
namespace {

const pass_data unroll_pass_data = {
    GIMPLE_PASS, "lineprof_unroll", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0,
    0,
};

const pass_data reported_pass_data = {
    GIMPLE_PASS, "lineprof_reported", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

template <typename visitor> void for_each_reported_call(function *fn, visitor visit)
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            gimple *stmt = gsi_stmt(at);
            tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
            if (callee && is_reported(callee))
                visit(stmt, callee);
        }
}

// As a pragma in the source would.  (That the function has such loops is not noted: those
// that are not unrolled altogether stay as they are.)
void unroll_around(basic_block block)
{
    for (class loop *loop = block->loop_father; loop && loop_outer(loop);
         loop = loop_outer(loop)) {
        tree rounds = number_of_latch_executions(loop);
        if (!loop->unroll && tree_fits_uhwi_p(rounds) &&
            tree_to_uhwi(rounds) <= unsigned(param_max_completely_peel_times))
            loop->unroll = tree_to_uhwi(rounds) + 1;
    }
}

class unroll_pass final : public gimple_opt_pass {
  public:
    explicit unroll_pass(gcc::context *context)
        : gimple_opt_pass(unroll_pass_data, context)
    {
    }

    bool gate(function *fn) override
    {
        return has_profile_attribute(fn->decl);
    }

    unsigned int execute(function *fn) override
    {
        for_each_reported_call(
            fn, [](gimple *stmt, tree) { unroll_around(gimple_bb(stmt)); });
        return 0;
    }
};

class reported_pass final : public gimple_opt_pass {
  public:
    explicit reported_pass(gcc::context *context)
        : gimple_opt_pass(reported_pass_data, context)
    {
    }

    bool gate(function *fn) override
    {
        return has_profile_attribute(fn->decl);
    }

    unsigned int execute(function *fn) override
    {
        for_each_reported_call(fn, [fn](gimple *stmt, tree callee) {
            if (lookup_attribute("error", DECL_ATTRIBUTES(callee)))
                inform(gimple_location(stmt),
                       "%qD is profiled, so GCC may not see that it never calls %qD; "
                       "%<-fplugin-arg-lineprof-exclude=%s%> leaves it out",
                       fn->decl, callee, qualified_name(fn->decl).c_str());
        });
        return 0;
    }
};

} // namespace

opt_pass *make_unroll_pass(gcc::context *context)
{
    return new unroll_pass(context);
}

opt_pass *make_reported_pass(gcc::context *context)
{
    return new reported_pass(context);
}

} // namespace lineprof
