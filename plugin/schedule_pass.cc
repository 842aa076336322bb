// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "schedule_pass.h"

namespace lineprof {
namespace {

// Of values times asm statements: some hundredths of a second.
const HOST_WIDE_INT most_work = 1 << 22;

const pass_data no_schedule_pass_data = {
    RTL_PASS, "lineprof_no_schedule", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

const pass_data schedule_again_pass_data = {
    RTL_PASS, "lineprof_schedule_again", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

bool is_left_out; // for the function that is being compiled

bool is_much_work()
{
    HOST_WIDE_INT statements = 0;
    for (const rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn))
        statements += NONDEBUG_INSN_P(insn) && volatile_insn_p(PATTERN(insn));
    return statements * max_reg_num() > most_work;
}

class no_schedule_pass final : public rtl_opt_pass {
  public:
    explicit no_schedule_pass(gcc::context *context)
        : rtl_opt_pass(no_schedule_pass_data, context)
    {
    }

    bool gate(function *fn) override
    {
        return flag_schedule_insns && has_profile_attribute(fn->decl);
    }

    unsigned int execute(function *) override
    {
        is_left_out = is_much_work();
        if (is_left_out)
            flag_schedule_insns = 0;
        return 0;
    }
};

class schedule_again_pass final : public rtl_opt_pass {
  public:
    explicit schedule_again_pass(gcc::context *context)
        : rtl_opt_pass(schedule_again_pass_data, context)
    {
    }

    bool gate(function *) override
    {
        return is_left_out;
    }

    unsigned int execute(function *) override
    {
        is_left_out = false;
        flag_schedule_insns = 1;
        return 0;
    }
};

} // namespace

opt_pass *make_no_schedule_pass(gcc::context *context)
{
    return new no_schedule_pass(context);
}

opt_pass *make_schedule_again_pass(gcc::context *context)
{
    return new schedule_again_pass(context);
}

} // namespace lineprof
