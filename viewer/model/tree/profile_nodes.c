/* SPDX-License-Identifier: MIT */
/* A file's nodes: which function was called from where, context by context, added up with
   what is open in each.  What leads nowhere, as in a damaged file, is lost with all that
   stands below it. */
#include "model/tree/profile_nodes.h"

#include "base/memory.h"
#include "base/saturate.h"

#include <stdlib.h>

void tally_charge_node(struct tally *tally, uint64_t address, uint64_t ticks)
{
    tally->open_nodes = memory_grown(tally->open_nodes, tally->open_node_count,
                                     &tally->open_node_room, sizeof *tally->open_nodes);
    tally->open_nodes[tally->open_node_count++] =
        (struct tally_open_node){.address = address, .ticks = ticks};
}

/* ---- Numbers of nodes ---- */

/* The file's NODES records are one table. */
struct numbers {
    const struct lprof_reader *reader;
    size_t *starts; /* number of the first node of each, and one more */
    size_t count;   /* of records */
};

static struct numbers number_nodes(const struct lprof_reader *reader)
{
    const size_t count = lprof_reader_count(reader, LPROF_RECORD_NODES);
    struct numbers numbers = {.reader = reader,
                              .starts = memory_zeroed(count + 1, sizeof(size_t)),
                              .count = count};
    struct lprof_table_view table;

    for (size_t i = 0; i < count; i++) {
        lprof_take_table(reader, LPROF_RECORD_NODES, i, &table);
        numbers.starts[i + 1] = numbers.starts[i] + table.count;
    }
    return numbers;
}

/* Of the node at an address; NO_CALLER if there is none. */
static size_t number_at(const struct numbers *numbers, uint64_t address)
{
    struct lprof_place place;

    return lprof_find_node(numbers->reader, address, &place)
               ? numbers->starts[place.table] + (size_t)place.element
               : NO_CALLER;
}

/* ---- Nodes ---- */

static bool is_counted(const struct tally *tally, struct thread_choice choice,
                       uint32_t thread)
{
    size_t index = 0;

    return thread_is_chosen(choice, thread) &&
           !(tally_find_thread(tally, thread, &index) &&
             tally->threads[index].is_outdated);
}

/* Parents come first, and no function is called by none that is there. */
static bool is_sound(const struct tally *tally, const struct tally_node *node,
                     size_t number)
{
    if (node->parent == NO_CALLER)
        return true;
    return node->parent < number && !tally->nodes[node->parent].is_lost;
}

static struct tally_node take_node(const struct tally *tally,
                                   const struct numbers *numbers,
                                   const struct lprof_node *from, size_t number)
{
    struct tally_node node = {.parent = number_at(numbers, from->parent),
                              .site = from->site,
                              .calls = from->calls,
                              .ticks = from->ticks};

    node.is_lost = !from->home ||
                   !tally_find_function(tally, from->function, &node.function) ||
                   !is_sound(tally, &node, number);
    if (from->site == LPROF_NO_SITE) /* as of a function without lines: as if by nobody */
        node.parent = NO_CALLER;
    if (node.parent != NO_CALLER &&
        (!tally_find_function(tally, from->caller, &node.caller) ||
         node.site >= tally->functions[node.caller].view.fields.site_count))
        node.is_lost = true;
    return node;
}

static void take_table(struct tally *tally, const struct numbers *numbers, size_t index,
                       struct thread_choice choice)
{
    struct lprof_table_view table;
    struct lprof_node node;

    lprof_take_table(tally->reader, LPROF_RECORD_NODES, index, &table);
    const bool counts = is_counted(tally, choice, table.thread);
    for (uint64_t i = 0; i < table.count; i++) {
        const size_t number = numbers->starts[index] + (size_t)i;
        lprof_take_node(&table, i, &node);
        if (tally->since)
            since_take_node(&node, table.address + i * table.element_bytes, tally->since);
        tally->nodes[number] = take_node(tally, numbers, &node, number);
        tally->nodes[number].is_lost |= !counts;
    }
}

static void close_open(struct tally *tally, const struct numbers *numbers,
                       const struct tally *open, bool is_before)
{
    for (size_t i = 0; i < open->open_node_count; i++) {
        const size_t number = number_at(numbers, open->open_nodes[i].address);
        const uint64_t ticks = open->open_nodes[i].ticks;
        if (number != NO_CALLER)
            tally->nodes[number].ticks += is_before ? -ticks : ticks;
    }
}

void tally_add_nodes(struct tally *tally, struct thread_choice choice)
{
    if (tally->is_inside) /* what of them was in the region nobody knows */
        return;
    struct numbers numbers = number_nodes(tally->reader);

    tally->node_count = numbers.starts[numbers.count];
    tally->nodes = memory_zeroed(tally->node_count, sizeof *tally->nodes);
    for (size_t i = 0; i < numbers.count; i++)
        take_table(tally, &numbers, i, choice);
    close_open(tally, &numbers, tally, false);
    free(numbers.starts);
}

void tally_leave_out_nodes(struct tally *tally, const struct tally *open)
{
    struct numbers numbers = number_nodes(tally->reader);

    if (tally->node_count)
        close_open(tally, &numbers, open, true);
    free(numbers.starts);
}
