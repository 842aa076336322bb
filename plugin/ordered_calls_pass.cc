// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "ordered_calls_pass.h"

namespace lineprof {
namespace {

const pass_data ordered_calls_pass_data = {
    RTL_PASS, "lineprof_ordered_calls", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

// A call that is neither const nor pure is not moved past a volatile load.
void forget_purity(rtx_insn *call)
{
    RTL_CONST_CALL_P(call) = 0;
    RTL_PURE_CALL_P(call) = 0;
    RTL_LOOPING_CONST_OR_PURE_CALL_P(call) = 0;
}

class ordered_calls_pass final : public rtl_opt_pass {
  public:
    explicit ordered_calls_pass(gcc::context *context)
        : rtl_opt_pass(ordered_calls_pass_data, context)
    {
    }

    bool gate(function *fn) override
    {
        return optimize && has_profile_attribute(fn->decl);
    }

    unsigned int execute(function *) override
    {
        for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn))
            if (CALL_P(insn) && RTL_CONST_OR_PURE_CALL_P(insn))
                forget_purity(insn);
        return 0;
    }
};

} // namespace

opt_pass *make_ordered_calls_pass(gcc::context *context)
{
    return new ordered_calls_pass(context);
}

} // namespace lineprof
