// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <unordered_map>

#include "gcc/unit_language.h"
#include "places/file_lines.h"
#include "places/source.h"
#include "places/text_lines.h"
#include "text/c_scan.h"

namespace lineprof {
namespace {

// An absolute path without "." parts; ".." stays, since symbolic links may stand before
// it.  Any other path is left alone.
std::string without_dots(const std::string &path)
{
    if (!IS_ABSOLUTE_PATH(path.c_str()))
        return path;
    std::string out;
    size_t at = 0;
    while (at < path.size()) {
        const size_t slash = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, slash - at);
        if (!part.empty() && part != ".")
            out += '/' + part;
        at = slash + 1;
    }
    return out.empty() ? "/" : out;
}

// PATH from the root, if it is from the working directory.
std::string working_path(const char *path)
{
    return IS_ABSOLUTE_PATH(path) ? path : std::string(getpwd()) + '/' + path;
}

uint64_t fnv1a(const std::string &text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char byte : text)
        hash = (hash ^ byte) * 0x100000001b3u;
    return hash;
}

} // namespace

place place_of(location_t loc)
{
    const location_t written = get_pure_location(loc);
    if (written <= BUILTINS_LOCATION)
        return {nullptr, 0};
    // An expression begins nowhere where its first operand has no place, as a variable in
    // an instance of a template; its operator has one.
    const location_t start = get_range_from_loc(line_table, loc).m_start;
    const bool begins = get_pure_location(start) > BUILTINS_LOCATION;
    const expanded_location where = expand_location(begins ? start : written);
    // Names such as <built-in> are no files; <stdin> is one.
    if (!where.file || !*where.file || where.line <= 0 ||
        (where.file[0] == '<' && strcmp(where.file, "<stdin>") != 0))
        return {nullptr, 0};
    return {where.file, where.line};
}

bool same_place(const place &a, const place &b)
{
    return a.line == b.line &&
           (a.file == b.file || (a.file && b.file && !filename_cmp(a.file, b.file)));
}

std::string token_at(location_t loc)
{
    const expanded_location where = expand_location_to_spelling_point(loc);
    return token_in(file_lines(where.file), {where.line, where.column});
}

namespace {

// The location of a place in FILE, if MAP has it.
location_t location_in_map(const line_map_ordinary *map, const char *file, int line,
                           int column)
{
    if (ORDINARY_MAP_STARTING_LINE_NUMBER(map) > linenum_type(line))
        return UNKNOWN_LOCATION;
    const location_t found =
        linemap_position_for_line_and_column(line_table, map, line, column);
    const expanded_location where = expand_location(found);
    const bool right =
        where.line == line && where.file && !filename_cmp(where.file, file);
    return right ? found : UNKNOWN_LOCATION;
}

} // namespace

// The location of a place in the file of START, after it; UNKNOWN_LOCATION where the
// line maps do not reach that far.  Preprocessed text has a map for every few lines.
location_t location_near(location_t start, int line, int column)
{
    const int most_maps = 1000;
    const char *file = expand_location(start).file;
    const line_map_ordinary *map;
    linemap_resolve_location(line_table, start, LRK_SPELLING_LOCATION, &map);
    const int here = int(map - LINEMAPS_ORDINARY_MAP_AT(line_table, 0));
    const int used = int(LINEMAPS_ORDINARY_USED(line_table));
    location_t found = location_in_map(map, file, line, column);
    for (int step = 1; found == UNKNOWN_LOCATION && step < most_maps; step++) {
        for (const int other : {here + step, here - step}) {
            if (found == UNKNOWN_LOCATION && other >= 0 && other < used)
                found = location_in_map(LINEMAPS_ORDINARY_MAP_AT(line_table, other), file,
                                        line, column);
        }
    }
    return found;
}

bool is_written(location_t loc)
{
    return loc > BUILTINS_LOCATION &&
           !linemap_location_from_macro_expansion_p(line_table, loc);
}

bool stands_before(location_t a, location_t b)
{
    const expanded_location one = expand_location(get_pure_location(a));
    const expanded_location two = expand_location(get_pure_location(b));
    return one.file && two.file && !filename_cmp(one.file, two.file) &&
           (one.line < two.line || (one.line == two.line && one.column < two.column));
}

std::string recorded_path(const char *path)
{
    // As with debug information, a map may name the path as it was given, or as it is.
    const char *mapped = remap_debug_filename(path);
    if (mapped != path || IS_ABSOLUTE_PATH(path))
        return without_dots(mapped);
    return remap_debug_filename(without_dots(working_path(path)).c_str());
}

const std::vector<std::string> &absolute_paths(const char *path)
{
    static std::unordered_map<std::string, std::vector<std::string>> known;
    std::vector<std::string> &paths = known[path];
    if (!paths.empty())
        return paths;
    char *real = lrealpath(path);
    paths.emplace_back(real);
    free(real);
    const std::string reached = without_dots(working_path(path));
    if (reached.find("/../") == std::string::npos)
        paths.push_back(reached);
    return paths;
}

source_text function_text(const char *file, int line, int end_line)
{
    // Above a procedure of Fortran stand other things.
    const bool is_fortran = unit_language() == LINEPROF_LANGUAGE_FORTRAN;
    const file_lines lines(file, written_line);
    source_text source = {"", is_fortran ? line : declaration_start_in(lines, line), 0};
    std::string text;
    for (int at = source.first_line; at <= end_line; at++) {
        if (!lines.line(at, text)) {
            source.text.clear();
            break;
        }
        source.text += text + '\n';
    }
    source.hash = fnv1a(source.text);
    return source;
}

location_t location_on_line(location_t loc, int line)
{
    return location_near(get_pure_location(loc), line, 1);
}

} // namespace lineprof
