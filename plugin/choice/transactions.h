// SPDX-License-Identifier: GPL-3.0-or-later
// Transactions (-fgnu-tm) may not hold an asm, and what is done in one may be undone and
// done again: what runs in them cannot be counted.
#ifndef TRANSACTIONS_H
#define TRANSACTIONS_H

namespace lineprof {

// FUNCTION has been parsed, and is in GENERIC still.
void note_transactions(tree function);

// Once the unit has been parsed: whether FUNCTION has transactions, or runs in some.
bool may_be_undone(tree function);

} // namespace lineprof

#endif
