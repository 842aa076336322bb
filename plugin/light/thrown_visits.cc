// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <string>
#include <vector>

#include "gcc/new_blocks.h"
#include "light/thrown_visits.h"

namespace lineprof {
namespace {

std::vector<gimple *> throwing_out(function *fn,
                                   const std::unordered_set<basic_block> &blocks)
{
    std::vector<gimple *> found;
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        if (blocks.count(block))
            for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
                if (stmt_can_throw_external(fn, gsi_stmt(at)) &&
                    lookup_stmt_eh_lp(gsi_stmt(at)) == 0 &&
                    gimple_code(gsi_stmt(at)) != GIMPLE_RESX)
                    found.push_back(gsi_stmt(at));
    return found;
}

// The program may have no such thing, if nothing of it catches; then nothing is thrown.
void refer_weakly(tree personality)
{
    static bool is_told;
    if (is_told)
        return;
    is_told = true;
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(personality));
    const std::string text = std::string("\t.weak ") + (name + (*name == '*'));
    symtab->finalize_toplevel_asm(build_string(int(text.size()), text.c_str()));
}

void give_personality(function *fn)
{
    if (DECL_FUNCTION_PERSONALITY(fn->decl))
        return;
    tree personality = lang_hooks.eh_personality();
    DECL_FUNCTION_PERSONALITY(fn->decl) = personality;
    refer_weakly(personality);
}

eh_landing_pad build_landing_pad(function *fn, gimple *end)
{
    eh_region region = gen_eh_region_cleanup(NULL);
    eh_landing_pad pad = gen_eh_landing_pad(region);
    pad->post_landing_pad = create_artificial_label(UNKNOWN_LOCATION);
    EH_LANDING_PAD_NR(pad->post_landing_pad) = pad->index;
    basic_block block = new_block(fn);
    append(block, gimple_build_label(pad->post_landing_pad));
    append(block, end);
    append(block, gimple_build_resx(region->index));
    return pad;
}

} // namespace

void end_where_thrown_out(function *fn, const std::unordered_set<basic_block> &blocks,
                          gimple *end)
{
    const std::vector<gimple *> throwing = throwing_out(fn, blocks);
    if (throwing.empty())
        return;
    give_personality(fn);
    const eh_landing_pad pad = build_landing_pad(fn, end);
    for (gimple *stmt : throwing) {
        add_stmt_to_eh_lp(stmt, pad->index);
        if (!gsi_one_before_end_p(gsi_for_stmt(stmt)))
            split_block(gimple_bb(stmt), stmt);
        make_eh_edge(stmt);
    }
}

} // namespace lineprof
