// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "choice/kept_calls.h"
#include "choice/transactions.h"

namespace lineprof {
namespace {

using functions = std::unordered_set<unsigned>; // DECL_UIDs

std::unordered_map<unsigned, functions> callees; // of functions of the unit
functions with_transactions;
functions called_in_transactions; // by what is written in them

bool says(const_tree function, const char *attribute)
{
    return lookup_attribute(attribute, TYPE_ATTRIBUTES(TREE_TYPE(function)));
}

bool says_transaction(const_tree function)
{
    return says(function, "transaction_safe") ||
           says(function, "transaction_safe_dynamic") ||
           says(function, "transaction_callable") ||
           says(function, "transaction_may_cancel_outer");
}

tree visit_call(tree *slot, int *walk_subtrees, void *data)
{
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    const_tree callee = named_callee(*slot);
    if (callee && !says(callee, "transaction_pure"))
        static_cast<functions *>(data)->insert(DECL_UID(callee));
    return NULL_TREE;
}

tree visit_transaction(tree *slot, int *walk_subtrees, void *data)
{
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    if (TREE_CODE(*slot) != TRANSACTION_EXPR)
        return NULL_TREE;
    with_transactions.insert(*static_cast<unsigned *>(data));
    walk_tree_without_duplicates(&TRANSACTION_EXPR_BODY(*slot), visit_call,
                                 &called_in_transactions);
    return NULL_TREE;
}

// What runs in transactions: what is called there, what says that it may be, and what
// those call.
functions find_undone()
{
    functions found = called_in_transactions;
    std::vector<unsigned> open(found.begin(), found.end());
    while (!open.empty()) {
        const unsigned one = open.back();
        open.pop_back();
        for (const unsigned callee : callees[one])
            if (found.insert(callee).second)
                open.push_back(callee);
    }
    return found;
}

} // namespace

void note_transactions(tree function)
{
    if (!flag_tm || !DECL_SAVED_TREE(function))
        return;
    unsigned uid = DECL_UID(function);
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), visit_call, &callees[uid]);
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), visit_transaction, &uid);
    if (says_transaction(function))
        called_in_transactions.insert(uid);
}

bool may_be_undone(tree function)
{
    if (!flag_tm)
        return false;
    static const functions undone = find_undone();
    return with_transactions.count(DECL_UID(function)) ||
           undone.count(DECL_UID(function)) || says_transaction(function);
}

} // namespace lineprof
