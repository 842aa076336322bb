/* SPDX-License-Identifier: MIT */
/* Nodes of one file: for profile_tally.c, _frames and _since. */
#ifndef PROFILE_NODES_H
#define PROFILE_NODES_H

#include "model/profile_tally.h"

/* What is open has taken so much of the node at an address. */
void tally_charge_node(struct tally *tally, uint64_t address, uint64_t ticks);

/* Add the nodes of the chosen threads, with what is open; its functions are in the tally
   already.  O(n log n). */
void tally_add_nodes(struct tally *tally, struct thread_choice choice);

/* Leave out what had been open in another reading of the file. */
void tally_leave_out_nodes(struct tally *tally, const struct tally *open);

#endif
