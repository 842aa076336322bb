/* SPDX-License-Identifier: MIT */
#include "profile_sums.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct profile_sums sums;

static struct function_sums *by_id(uint32_t id)
{
    for (size_t i = 0; i < sums.function_count; i++) {
        if (sums.functions[i].id == id)
            return &sums.functions[i];
    }
    ck_abort_msg("no function %u", id);
    return NULL;
}

static void copy_text(char *to, size_t room, struct lprof_text text)
{
    snprintf(to, room, "%.*s", (int)text.size, text.bytes ? text.bytes : "");
}

static void take_functions(const struct lprof_reader *reader)
{
    sums.function_count = lprof_reader_count(reader, LPROF_RECORD_FUNCTION);
    ck_assert_uint_le(sums.function_count, MOST_FUNCTIONS);
    for (size_t i = 0; i < sums.function_count; i++) {
        struct lprof_function_view view;
        lprof_take_function(reader, i, &view);
        ck_assert_uint_le(view.fields.site_count, MOST_LINES);
        copy_text(sums.functions[i].name, sizeof sums.functions[i].name, view.name);
        sums.functions[i].id = view.fields.function;
        sums.functions[i].line_count = view.fields.site_count;
    }
}

static void take_threads(const struct lprof_reader *reader)
{
    sums.thread_count = lprof_reader_count(reader, LPROF_RECORD_THREAD);
    for (size_t i = 0; i < sums.thread_count; i++) {
        struct lprof_thread thread;
        lprof_take_thread(reader, i, &thread);
        sums.other_count += (thread.flags & LPROF_THREAD_OTHER) != 0;
        sums.ended_count += (thread.flags & LPROF_THREAD_ENDED) != 0;
    }
}

static void take_edges(const struct lprof_reader *reader, struct line_sums *line,
                       uint64_t address)
{
    struct lprof_place place;

    while (address) {
        struct lprof_table_view table;
        struct lprof_edge edge;
        ck_assert(lprof_find_edge(reader, address, &place));
        lprof_take_table(reader, LPROF_RECORD_EDGES, place.table, &table);
        lprof_take_edge(&table, place.element, &edge);
        const size_t callee = (size_t)(by_id((uint32_t)edge.function) - sums.functions);
        line->calls_to[callee] += edge.calls;
        line->ticks_in[callee] += edge.ticks;
        address = edge.next;
    }
}

static void take_nodes(const struct lprof_reader *reader)
{
    const size_t count = lprof_reader_count(reader, LPROF_RECORD_NODES);

    for (size_t i = 0; i < count; i++) {
        struct lprof_table_view table;
        struct lprof_node node;
        lprof_take_table(reader, LPROF_RECORD_NODES, i, &table);
        for (uint64_t j = 0; j < table.count; j++) {
            lprof_take_node(&table, j, &node);
            if (!node.function)
                continue;
            by_id(node.function)->node_calls += node.calls;
            by_id(node.function)->node_ticks += node.ticks;
        }
    }
}

static void take_blocks(const struct lprof_reader *reader)
{
    const size_t count = lprof_reader_count(reader, LPROF_RECORD_BLOCK);

    for (size_t i = 0; i < count; i++) {
        struct lprof_block_view block;
        lprof_take_block(reader, i, &block);
        struct function_sums *function = by_id(block.fields.function);
        function->calls += block.fields.calls;
        if (block.fields.flags & LPROF_BLOCK_LOOSE)
            function->loose_calls += block.fields.calls;
        function->primitive_calls += block.fields.primitive_calls;
        function->ticks += block.fields.ticks;
        function->steps_back += block.fields.steps_back;
        function->open += block.fields.active != 0;
        for (uint32_t j = 0; j < block.fields.cell_count; j++) {
            function->lines[j].hits += block.counters[j].hits;
            function->lines[j].ticks += block.cells[j].ticks;
            function->lines[j].child_ticks += block.cells[j].child_ticks;
            take_edges(reader, &function->lines[j], block.cells[j].edges);
        }
    }
}

const struct profile_sums *read_profile(const char *path)
{
    struct lprof_reader *reader = NULL;
    struct lprof_detail detail = {0};
    struct lprof_process_view process;

    memset(&sums, 0, sizeof sums);
    const enum lprof_status status = lprof_reader_open(&reader, path, &detail);
    ck_assert_msg(status == LPROF_OK, "%s: %s (%s at %llu)", path,
                  lprof_status_text(status), detail.what ? detail.what : "",
                  (unsigned long long)detail.offset);
    sums.header = *lprof_reader_header(reader);
    sums.size_bytes = sums.header.used_bytes;
    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_PROCESS), 1);
    lprof_take_process(reader, 0, &process);
    copy_text(sums.program, sizeof sums.program, process.program);
    copy_text(sums.directory, sizeof sums.directory, process.directory);
    copy_text(sums.command, sizeof sums.command, lprof_text_part(process.command, 0));
    take_functions(reader);
    take_threads(reader);
    take_blocks(reader);
    take_nodes(reader);
    lprof_reader_close(reader);
    return &sums;
}

const struct function_sums *function_in(const struct profile_sums *profile,
                                        const char *name)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        if (strcmp(profile->functions[i].name, name) == 0)
            return &profile->functions[i];
    }
    ck_abort_msg("no function %s", name);
    return NULL;
}

void check_sums(const struct profile_sums *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function_sums *function = &profile->functions[i];
        uint64_t ticks = 0, own = 0;
        for (size_t j = 0; j < function->line_count; j++) {
            ticks += function->lines[j].ticks;
            own += function->lines[j].ticks - function->lines[j].child_ticks;
        }
        if (function->open || !function->line_count)
            continue;
        ck_assert_msg(ticks == function->ticks, "%s: lines %llu, function %llu",
                      function->name, (unsigned long long)ticks,
                      (unsigned long long)function->ticks);
        ck_assert_msg(own == function->node_ticks, "%s: lines %llu, nodes %llu",
                      function->name, (unsigned long long)own,
                      (unsigned long long)function->node_ticks);
        ck_assert_msg(function->calls - function->loose_calls == function->node_calls,
                      "%s: %llu calls, in nodes %llu", function->name,
                      (unsigned long long)function->calls,
                      (unsigned long long)function->node_calls);
    }
}
