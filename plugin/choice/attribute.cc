// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "choice/attribute.h"
#include "choice/kept_calls.h"

namespace lineprof {
namespace {

bool seen_on_function = false;

tree handle_profile(tree *node, tree name, tree, int, bool *no_add_attrs)
{
    if (TREE_CODE(*node) != FUNCTION_DECL && TREE_CODE(*node) != TEMPLATE_DECL) {
        warning(OPT_Wattributes, "%qE attribute ignored; it applies only to functions",
                name);
        *no_add_attrs = true;
    } else {
        seen_on_function = true;
        keep_calls();
    }
    return NULL_TREE;
}

// name, min and max arguments, decl, type and function type required, affects type
// identity, handler, exclusions
attribute_spec profile_spec = {"profile",      0,      0, true, false, false, false,
                               handle_profile, nullptr};

} // namespace

void register_profile_attribute()
{
    register_attribute(&profile_spec);
}

bool profile_attribute_seen()
{
    return seen_on_function;
}

bool has_profile_attribute(const_tree function)
{
    return lookup_attribute("profile", DECL_ATTRIBUTES(function)) != NULL_TREE;
}

void add_profile_attribute(tree function)
{
    if (!has_profile_attribute(function))
        DECL_ATTRIBUTES(function) =
            tree_cons(get_identifier("profile"), NULL_TREE, DECL_ATTRIBUTES(function));
}

bool is_reported(const_tree function)
{
    return lookup_attribute("error", DECL_ATTRIBUTES(function)) ||
           lookup_attribute("warning", DECL_ATTRIBUTES(function));
}

bool is_inline_by_attribute(const_tree function)
{
    return lookup_attribute("always_inline", DECL_ATTRIBUTES(function)) ||
           lookup_attribute("gnu_inline", DECL_ATTRIBUTES(function));
}

} // namespace lineprof
