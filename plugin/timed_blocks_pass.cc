// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <vector>

#include "choice/attribute.h"
#include "emit/light_machine.h"
#include "gcc/bits.h"
#include "timed_blocks_pass.h"

namespace lineprof {
namespace {

const pass_data timed_blocks_pass_data = {
    RTL_PASS, "lineprof_timed_blocks", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

// Whether the text is that of a count that leads to a question, at any offset.
bool is_text_of_count(const char *text)
{
    static const std::string some = light_machine::count_or_jump(0);
    static const size_t same = some.find('0');
    return !some.compare(0, same, text, strnlen(text, same));
}

// Where the timed copy is asked for if BLOCK's count has come up; NULL: it has none.
basic_block question_behind(basic_block block)
{
    if (!BB_END(block) || !JUMP_P(BB_END(block)))
        return NULL;
    rtx assembly = extract_asm_operands(PATTERN(BB_END(block)));
    if (!assembly || !ASM_OPERANDS_LABEL_LENGTH(assembly) ||
        !is_text_of_count(ASM_OPERANDS_TEMPLATE(assembly)))
        return NULL;
    rtx label = XEXP(ASM_OPERANDS_LABEL(assembly, 0), 0);
    return BLOCK_FOR_INSN(as_a<rtx_insn *>(label));
}

// The blocks that are reached without any question.
bits find_light(function *fn)
{
    bits light(last_basic_block_for_fn(fn));
    std::vector<basic_block> work = {single_succ(ENTRY_BLOCK_PTR_FOR_FN(fn))};
    while (!work.empty()) {
        basic_block block = work.back();
        work.pop_back();
        if (light.test(block->index))
            continue;
        light.set(block->index);
        const_basic_block question = question_behind(block);
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->succs)
            if (e->dest != question && e->dest->index != EXIT_BLOCK)
                work.push_back(e->dest);
    }
    return light;
}

class timed_blocks_pass final : public rtl_opt_pass {
  public:
    explicit timed_blocks_pass(gcc::context *context)
        : rtl_opt_pass(timed_blocks_pass_data, context)
    {
    }

    bool gate(function *fn) override
    {
        return optimize && has_profile_attribute(fn->decl);
    }

    unsigned int execute(function *fn) override
    {
        const bits light = find_light(fn);
        basic_block block;
        edge e;
        edge_iterator at;
        FOR_EACH_BB_FN (block, fn) {
            if (light.test(block->index))
                continue;
            block->count = profile_count::zero();
            FOR_EACH_EDGE (e, at, block->preds)
                if (light.test(e->src->index))
                    e->probability = profile_probability::never();
        }
        return 0;
    }
};

} // namespace

opt_pass *make_timed_blocks_pass(gcc::context *context)
{
    return new timed_blocks_pass(context);
}

} // namespace lineprof
