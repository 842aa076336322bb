// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "light/silent_places.h"
#include "silence_pass.h"

namespace lineprof {
namespace {

const pass_data silence_pass_data = {
    GIMPLE_PASS, "lineprof_silence", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

class silence_pass final : public gimple_opt_pass {
  public:
    explicit silence_pass(gcc::context *context)
        : gimple_opt_pass(silence_pass_data, context)
    {
    }

    bool gate(function *) override
    {
        return has_silent_places();
    }

    unsigned int execute(function *fn) override
    {
        basic_block block;
        FOR_EACH_BB_FN (block, fn)
            for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
                if (!is_gimple_debug(gsi_stmt(at)) &&
                    is_inlined_at_silent_place(gsi_stmt(at)))
                    silence(gsi_stmt(at));
        return 0;
    }
};

} // namespace

opt_pass *make_silence_pass(gcc::context *context)
{
    return new silence_pass(context);
}

} // namespace lineprof
