// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "choice/select.h"
#include "emit/runtime_glue.h"
#include "emit/static_data.h"
#include "emit/unit_info.h"
#include "gcc/unit_language.h"
#include "marks/unit_tables.h"
#include "places/c_text.h"

namespace lineprof {
namespace {

std::vector<tree> words(const std::vector<uint32_t> &values)
{
    std::vector<tree> trees;
    for (const uint32_t value : values)
        trees.push_back(build_int_cst(u32_type(), value));
    return trees;
}

// Where the function ends: its brace, or its last line when the front end has none, or
// has it in another file (`#line`).  Of what a module exports C++'s does not know, but
// elsewhere it does, and both must be one function.
int end_line(tree function, location_t brace, int last_site_line)
{
    const location_t name = definition_location(function);
    if (DECL_STRUCT_FUNCTION(function))
        brace = DECL_STRUCT_FUNCTION(function)->function_end_locus;
    if (brace == UNKNOWN_LOCATION && unit_language() == LINEPROF_LANGUAGE_CXX)
        brace = closing_brace_of_function(name);
    const place end = place_of(brace), begin = place_of(name);
    const bool is_here = end.file && begin.file && !filename_cmp(end.file, begin.file);
    return std::max({is_here ? end.line : 0, last_site_line, begin.line});
}

// A pointer to RECORD in a section that the runtime walks.
void list_record(tree record, const char *section)
{
    tree entry = local_variable("LPentry", ptr_type_node, address_of(record), false);
    put_in_section(entry, section, POINTER_SIZE);
    DECL_ATTRIBUTES(entry) =
        tree_cons(get_identifier("no_sanitize"), NULL_TREE,
                  tree_cons(get_identifier("retain"), NULL_TREE, DECL_ATTRIBUTES(entry)));
    finalize_variable(entry);
    varpool_node::get(entry)->force_output = 1;
}

tree variable_address(const char *name, tree value)
{
    tree var = local_variable(name, TREE_TYPE(value), value, true);
    finalize_variable(var);
    return address_of(var);
}

} // namespace

bool is_only_inlined(const_tree function)
{
    return DECL_EXTERNAL(function) ||
           lookup_attribute("always_inline", DECL_ATTRIBUTES(function)) != NULL_TREE;
}

profiled_function::profiled_function(tree function, const line_set &lines, place first,
                                     bool is_inlined, location_t end)
    : function_(function), is_inlined_(is_inlined), end_(end)
{
    const place own = place_of(definition_location(function));
    files_.push_back(own.file ? own.file : main_input_filename);
    for (const place &where : lines) {
        size_t file = 0;
        while (file < files_.size() && filename_cmp(files_[file], where.file))
            file++;
        if (file == files_.size())
            files_.push_back(where.file);
        sites_.push_back({where, int(file)});
    }
    std::stable_sort(sites_.begin(), sites_.end(),
                     [](const site &a, const site &b) { return a.file < b.file; });
    first_site_ = std::max(site_index(first), sites_.empty() ? -1 : 0);
}

int profiled_function::site_index(const place &where) const
{
    for (size_t i = 0; i < sites_.size(); i++)
        if (same_place(sites_[i].where, where))
            return i;
    return -1;
}

int profiled_function::site_before(const place &where) const
{
    int found = -1;
    for (size_t i = 0; i < sites_.size(); i++)
        if (same_place({sites_[i].where.file, where.line}, where) &&
            sites_[i].where.line <= where.line)
            found = i;
    return found;
}

void profiled_function::add_calls(const std::vector<outside_call> &calls)
{
    for (const outside_call &call : calls) {
        const int line = site_index(call.where);
        const auto found =
            std::find_if(calls_.begin(), calls_.end(), [&](const called &row) {
                return row.line == line && row.symbol == call.symbol;
            });
        call_numbers_.push_back(line < 0 ? -1 : int(found - calls_.begin()));
        if (line >= 0 && found == calls_.end())
            calls_.push_back({line, call.symbol, call.name});
    }
}

int profiled_function::site_of_mark(const gimple *mark) const
{
    const call_mark of_call = read_call_mark(mark);
    if (of_call.number < 0)
        return site_index(place_of(gimple_location(mark)));
    const int index = call_numbers_[of_call.number];
    if (index < 0)
        return -1;
    return of_call.begins ? int(sites_.size()) + index : calls_[index].line;
}

tree profiled_function::build_record(const plugin_options &options, bool is_part) const
{
    std::vector<tree> files, sites;
    for (const char *file : files_)
        files.push_back(string_address(recorded_path(file)));
    int last_line = 0;
    for (const site &row : sites_) {
        sites.push_back(build_int_cst(u32_type(), row.where.line));
        sites.push_back(build_int_cst(u32_type(), row.file));
        if (row.file == 0)
            last_line = std::max(last_line, row.where.line);
    }
    for (const called &row : calls_) {
        sites.push_back(build_int_cst(u32_type(), row.line));
        sites.push_back(build_int_cst(u32_type(), LINEPROF_SITE_CALL | files.size()));
        files.push_back(string_address(row.symbol));
        files.push_back(string_address(row.name));
    }
    const int line = place_of(definition_location(function_)).line;
    const int end = end_line(function_, end_, last_line);
    const source_text source = function_text(files_[0], line, end);
    const uint32_t flags = (is_part ? LINEPROF_FUNCTION_PART : 0) |
                           (is_inlined_ ? LINEPROF_FUNCTION_SAME_CFA : 0) |
                           (has_timed_copy_ ? LINEPROF_FUNCTION_TIMED_COPY : 0);

    struct_builder b;
#define AT(member) offsetof(lineprof_function, member)
    b.add_u32(LINEPROF_ABI_VERSION, AT(abi));
    b.add_u32(0, AT(id));
    b.add_string(qualified_name(function_), AT(name));
    b.add_u64(0, AT(reserved));
    b.add_string(symbol_name(function_), AT(symbol));
    b.add_pointer(unit_record(options), AT(unit));
    b.add_pointer(variable_address("LPfiles", array_value(ptr_type_node, files)),
                  AT(files));
    b.add_pointer(sites.empty()
                      ? NULL_TREE
                      : variable_address("LPsites", array_value(u32_type(), sites)),
                  AT(sites));
    b.add_string(source.text, AT(source));
    b.add_u64(source.hash, AT(source_hash));
    b.add_u32(source.text.size(), AT(source_size));
    b.add_u32(source.first_line, AT(source_line));
    b.add_u32(line, AT(line));
    b.add_u32(end, AT(end_line));
    b.add_u32(files.size(), AT(file_count));
    b.add_u32(site_count(), AT(site_count));
    b.add_u32(first_site_ < 0 ? 0 : cell_offset(first_site_), AT(first_line));
    b.add_u32(flags, AT(flags));
#undef AT
    b.finish(sizeof(lineprof_function));
    tree record = local_variable("LPfunction", b.type(), b.value(), false);
    finalize_variable(record);
    list_record(record, LINEPROF_FUNCTIONS_SECTION);
    return keep(record);
}

void profiled_function::emit_layout(const plugin_options &options,
                                    const function_layout &layout)
{
    std::vector<tree> calls;
    const std::vector<tree> sums = words(layout.sums), visits = words(layout.visits);
    tree call_type = NULL_TREE;
    for (const call_site &row : layout.calls) {
        struct_builder b;
        b.add_string(row.symbol, offsetof(lineprof_call, symbol));
        b.add_u32(row.site, offsetof(lineprof_call, site));
        b.add_u32(row.is_entry, offsetof(lineprof_call, is_entry));
        b.finish(sizeof(lineprof_call), call_type);
        call_type = b.type();
        calls.push_back(b.value());
    }
    struct_builder b;
#define AT(member) offsetof(lineprof_layout, member)
    b.add_u32(LINEPROF_ABI_VERSION, AT(abi));
    b.add_u32((layout.is_part ? LINEPROF_FUNCTION_PART : 0) |
                  (layout.has_frames ? LINEPROF_FUNCTION_FRAMES : 0),
              AT(flags));
    b.add_pointer(build1(NOP_EXPR, ptr_type_node, record(options, layout.is_part)),
                  AT(function));
    b.add_pointer(layout.counts, AT(counts));
    b.add_pointer(variable_address("LPsums", array_value(u32_type(), sums)), AT(sums));
    b.add_pointer(calls.empty()
                      ? NULL_TREE
                      : variable_address("LPcalls", array_value(call_type, calls)),
                  AT(calls));
    b.add_pointer(visits.empty()
                      ? NULL_TREE
                      : variable_address("LPvisits", array_value(u32_type(), visits)),
                  AT(visits));
    b.add_u32(layout.count_count, AT(count_count));
    b.add_u32(layout.sums.size(), AT(sum_words));
    b.add_u32(layout.calls.size(), AT(call_count));
    b.add_u32(0, AT(reserved));
#undef AT
    b.finish(sizeof(lineprof_layout));
    tree variable = local_variable("LPlayout", b.type(), b.value(), false);
    finalize_variable(variable);
    list_record(variable, LINEPROF_LAYOUTS_SECTION);
}

tree profiled_function::record(const plugin_options &options, bool is_part)
{
    tree &record = records_[is_part];
    if (!record)
        record = build_record(options, is_part);
    return build_fold_addr_expr(record);
}

} // namespace lineprof
