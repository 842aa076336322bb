// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/light_machine.h"
#include "near_calls_pass.h"

namespace lineprof {
namespace {

const pass_data near_calls_pass_data = {
    RTL_PASS, "lineprof_near_calls", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

void make_near(rtx assembly)
{
    const std::string text =
        light_machine::without_red_zone(ASM_OPERANDS_TEMPLATE(assembly));
    if (!text.empty())
        ASM_OPERANDS_TEMPLATE(assembly) = ggc_strdup(text.c_str());
}

// A statement with several outputs is there once for each.
void make_near_each(rtx pattern)
{
    subrtx_var_iterator::array_type array;
    FOR_EACH_SUBRTX_VAR(iterator, array, pattern, NONCONST)
    if (GET_CODE(*iterator) == ASM_OPERANDS)
        make_near(*iterator);
}

class near_calls_pass final : public rtl_opt_pass {
  public:
    explicit near_calls_pass(gcc::context *context)
        : rtl_opt_pass(near_calls_pass_data, context)
    {
    }

    // What calls nothing may have a red zone, and nothing else has.
    bool gate(function *) override
    {
        return !crtl->is_leaf;
    }

    unsigned int execute(function *) override
    {
        for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn))
            if (NONJUMP_INSN_P(insn) && asm_noperands(PATTERN(insn)) >= 0)
                make_near_each(PATTERN(insn));
        return 0;
    }
};

} // namespace

opt_pass *make_near_calls_pass(gcc::context *context)
{
    return new near_calls_pass(context);
}

} // namespace lineprof
