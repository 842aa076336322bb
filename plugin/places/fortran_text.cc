// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "places/file_lines.h"
#include "places/fortran_text.h"
#include "text/fortran_scan.h"

namespace lineprof {
namespace {

// By the name of the file, unless the command line says otherwise.
fortran_form form_of(const char *file)
{
    fortran_form form = fortran_form_of(file);
    for (unsigned i = 0; i < save_decoded_options_count; i++) {
        const size_t option = save_decoded_options[i].opt_index;
        if (option == OPT_ffixed_form)
            form = fortran_form::fixed;
        else if (option == OPT_ffree_form)
            form = fortran_form::free;
    }
    return form;
}

// The file that a location is in, and where: line 0, of which nothing is known, where it
// is in none.
struct fortran_place {
    explicit fortran_place(location_t location)
        : loc(location), where(place_of(location)), lines(where.file),
          text(lines, form_of(where.file ? where.file : ""))
    {
    }

    fortran_place(const fortran_place &) = delete;
    fortran_place &operator=(const fortran_place &) = delete;

    // The location of a line; the place's own where that is 0, or has no location.
    location_t on_line(int line) const
    {
        if (!line || line == where.line)
            return loc;
        const location_t found = location_on_line(loc, line);
        return found == UNKNOWN_LOCATION ? loc : found;
    }

    std::vector<location_t> on_lines(const std::vector<int> &found) const
    {
        std::vector<location_t> locations;
        for (const int line : found)
            locations.push_back(on_line(line));
        return locations;
    }

    const location_t loc;
    const place where;
    const file_lines lines;
    const fortran_scan text;
};

} // namespace

location_t fortran_statement(location_t loc)
{
    const fortran_place at(loc);
    return at.on_line(at.text.statement(at.where.line));
}

location_t fortran_select(location_t loc)
{
    const fortran_place at(loc);
    return at.on_line(at.text.select(at.where.line));
}

location_t fortran_select_around(location_t loc)
{
    const fortran_place at(loc);
    return at.on_line(at.text.select_around(at.where.line));
}

location_t fortran_concurrent(location_t loc, const std::string &index)
{
    const fortran_place at(fortran_statement(loc));
    const int line = at.text.concurrent(at.where.line, index);
    return line ? fortran_place(loc).on_line(line) : loc;
}

bool begins_fortran_do(location_t loc)
{
    const fortran_place at(loc);
    return at.text.begins_do(at.where.line);
}

bool begins_fortran_associate(location_t loc)
{
    const fortran_place at(loc);
    return at.text.begins_associate(at.where.line);
}

bool ends_fortran_unit(location_t loc)
{
    const fortran_place at(loc);
    return at.text.ends_unit(at.where.line);
}

bool has_several_statements(location_t loc)
{
    const fortran_place at(loc);
    return at.text.has_several_statements(at.where.line);
}

bool is_fortran_directive(location_t loc)
{
    const fortran_place at(loc);
    return at.text.is_directive(at.where.line);
}

location_t fortran_directive(location_t loc)
{
    const fortran_place at(loc);
    return at.on_line(at.text.directive(at.where.line));
}

std::vector<location_t> fortran_atomic(location_t loc)
{
    const fortran_place at(fortran_directive(loc));
    return fortran_place(loc).on_lines(at.text.atomic(at.where.line));
}

bool rules_fortran_loop(location_t loc, const std::string &index)
{
    const fortran_place at(loc);
    return at.text.rules_loop(at.where.line, index);
}

std::vector<location_t> fortran_loop_headers(location_t loc,
                                             const std::vector<std::string> &indices)
{
    const fortran_place at(loc);
    return at.on_lines(at.text.loop_headers(at.where.line, indices));
}

} // namespace lineprof
