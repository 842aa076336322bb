// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <string>
#include <vector>

#include "emit/static_data.h"
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

// What the unit refers to for our landing pads alone.
tree own_personality;

// It only says that variables are gone, and goes on.
bool does_nothing(basic_block block)
{
    for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple *stmt = gsi_stmt(at);
        if (gimple_code(stmt) != GIMPLE_LABEL && gimple_code(stmt) != GIMPLE_RESX &&
            !is_gimple_debug(stmt) && !gimple_clobber_p(stmt))
            return false;
    }
    return true;
}

// Nearly all functions of C++ have been given one; most do not need it in the end.
bool needs_personality(function *fn)
{
    if (!fn || !fn->eh || !fn->cfg || !DECL_FUNCTION_PERSONALITY(fn->decl))
        return false;
    if (vec<eh_landing_pad, va_gc> *pads = fn->eh->lp_array)
        for (eh_landing_pad pad : *pads)
            if (pad && pad->post_landing_pad) {
                basic_block block = label_to_block(fn, pad->post_landing_pad);
                if (block && !does_nothing(block))
                    return true;
            }
    if (hash_map<gimple *, int> *throwing = get_eh_throw_stmt_table(fn))
        for (const auto &row : *throwing)
            if (row.second < 0) // where nothing may be thrown
                return true;
    return false;
}

bool any_needs_personality()
{
    cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        if (needs_personality(DECL_STRUCT_FUNCTION(node->decl)))
            return true;
    }
    return false;
}

// All functions have been lowered, and nothing is inlined yet, so the first time that one
// is given it the others are as they were written.
void give_personality(function *fn)
{
    static bool is_first = true;
    if (DECL_FUNCTION_PERSONALITY(fn->decl))
        return;
    tree personality = lang_hooks.eh_personality();
    if (is_first && !any_needs_personality())
        own_personality = keep(personality);
    is_first = false;
    DECL_FUNCTION_PERSONALITY(fn->decl) = personality;
}

eh_landing_pad build_landing_pad(function *fn, gimple_seq end)
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
                          gimple_seq end)
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

void finish_thrown_visits()
{
    if (!own_personality || flag_lto)
        return;
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(own_personality));
    const std::string text = std::string("\t.weak ") + (name + (*name == '*'));
    symtab->finalize_toplevel_asm(build_string(int(text.size()), text.c_str()));
    own_personality = NULL_TREE;
}

} // namespace lineprof
