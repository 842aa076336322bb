// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include <unordered_map>
#include <vector>

#include "source.h"

namespace lineprof {
namespace {

// A file's text and where its lines begin.  GCC's own cache looks for a line from a
// sampled one on, which takes long in a long file.
struct source_file {
    std::string text;
    std::vector<size_t> starts;
};

source_file read_source(const char *file)
{
    source_file source;
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return source;
    char buffer[65536];
    while (const size_t size = fread(buffer, 1, sizeof buffer, stream))
        source.text.append(buffer, size);
    fclose(stream);
    for (size_t at = 0; at < source.text.size();) {
        source.starts.push_back(at);
        const size_t end = source.text.find('\n', at);
        at = end == std::string::npos ? source.text.size() : end + 1;
    }
    return source;
}

const source_file &find_source(const char *file)
{
    static std::unordered_map<std::string, source_file> sources;
    const auto found = sources.find(file);
    return found != sources.end()
               ? found->second
               : sources.emplace(file, read_source(file)).first->second;
}

// A line without its end.
bool source_line(const char *file, int line, std::string &out)
{
    const source_file &source = find_source(file);
    if (line < 1 || size_t(line) > source.starts.size())
        return false;
    const size_t start = source.starts[line - 1];
    size_t end = std::min(source.text.find('\n', start), source.text.size());
    if (end > start && source.text[end - 1] == '\r')
        end--;
    out.assign(source.text, start, end - start);
    return true;
}

std::string trimmed(const std::string &line)
{
    const size_t first = line.find_first_not_of(" \t\r\f\v");
    if (first == std::string::npos)
        return "";
    return line.substr(first, line.find_last_not_of(" \t\r\f\v") - first + 1);
}

// Whether a line above a declarator can be a part of its declaration: return type,
// attributes, template header.
bool continues_declaration(const std::string &line)
{
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#' || text[0] == '*')
        return false;
    if (text.compare(0, 2, "//") == 0 || text.compare(0, 2, "/*") == 0)
        return false;
    const char last = text[text.size() - 1];
    if (last == '/' && text.size() > 1 && text[text.size() - 2] == '*')
        return false;
    return !strchr(";{}:\\", last);
}

int declaration_start(const char *file, int line)
{
    const int most_lines = 20; // above a name; a declaration longer than that is cut
    int first = line;
    std::string text;
    while (first > 1 && line - first < most_lines && source_line(file, first - 1, text) &&
           continues_declaration(text))
        first--;
    return first;
}

uint64_t fnv1a(const std::string &text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char byte : text)
        hash = (hash ^ byte) * 0x100000001b3u;
    return hash;
}

// Follows the text of a C file: what is inside comments and literals is no code.
class brace_finder {
  public:
    // DEPTH is 0 inside the block that is looked for, -1 in front of it.
    explicit brace_finder(int depth) : depth_(depth)
    {
    }

    // The column, from 1, at which the block is closed on this line; 0 if it is not.
    int find(const std::string &line, size_t start)
    {
        quote_ = 0;
        for (size_t at = start; at < line.size(); at++) {
            const char next = at + 1 < line.size() ? line[at + 1] : 0;
            if (in_comment_) {
                in_comment_ = !(line[at] == '*' && next == '/');
                at += !in_comment_;
            } else if (quote_) {
                at += line[at] == '\\';
                quote_ = line[at] == quote_ ? 0 : quote_;
            } else if (line[at] == '/' && next == '/') {
                return 0;
            } else if (line[at] == '/' && next == '*') {
                in_comment_ = true;
                at++;
            } else if (line[at] == '"' || line[at] == '\'') {
                quote_ = line[at];
            } else if (line[at] == '{') {
                depth_++;
            } else if (line[at] == '}' && depth_-- == 0) {
                return int(at) + 1;
            }
        }
        return 0;
    }

  private:
    int depth_;
    bool in_comment_ = false;
    char quote_ = 0;
};

bool is_word(char c)
{
    return ISALNUM(c) || c == '_' || c == '$';
}

} // namespace

place place_of(location_t loc)
{
    if (get_pure_location(loc) <= BUILTINS_LOCATION)
        return {nullptr, 0};
    const location_t start = get_range_from_loc(line_table, loc).m_start;
    const expanded_location where = expand_location(start);
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
    std::string line;
    if (!where.file || where.column < 1 || !source_line(where.file, where.line, line))
        return "";
    const size_t start = where.column - 1;
    if (start >= line.size())
        return "";
    size_t end = start;
    while (end < line.size() && is_word(line[end]))
        end++;
    return line.substr(start, end == start ? 1 : end - start);
}

namespace {

// The location of a place in the file of START, after it; UNKNOWN_LOCATION where the
// line map does not reach that far.
location_t location_near(location_t start, int line, int column)
{
    const line_map_ordinary *map;
    linemap_resolve_location(line_table, start, LRK_SPELLING_LOCATION, &map);
    const location_t found =
        linemap_position_for_line_and_column(line_table, map, line, column);
    const expanded_location where = expand_location(found);
    const bool right = where.line == line && where.file &&
                       !filename_cmp(where.file, expand_location(start).file);
    return right ? found : UNKNOWN_LOCATION;
}

} // namespace

namespace {

// The brace that closes the DEPTH innermost blocks that are open after LOC.
location_t find_brace(location_t loc, int depth)
{
    const int most_lines = 10000; // no block is longer
    const location_t start = get_pure_location(loc);
    if (start <= BUILTINS_LOCATION ||
        linemap_location_from_macro_expansion_p(line_table, start))
        return UNKNOWN_LOCATION;
    const expanded_location where = expand_location(start);
    brace_finder finder(depth);
    std::string line;
    for (int ahead = 0; ahead < most_lines; ahead++) {
        if (!source_line(where.file, where.line + ahead, line))
            break;
        if (const int column = finder.find(line, ahead ? 0 : where.column))
            return location_near(start, where.line + ahead, column);
    }
    return UNKNOWN_LOCATION;
}

} // namespace

location_t closing_brace(location_t loc)
{
    return find_brace(loc, 0);
}

location_t closing_brace_of_body(location_t loc)
{
    const std::string token = token_at(loc);
    if (token == "{")
        return find_brace(loc, 0);
    return token == "do" ? find_brace(loc, -1) : UNKNOWN_LOCATION;
}

std::string absolute_path(const char *path)
{
    std::string joined = path;
    if (!IS_ABSOLUTE_PATH(path))
        joined = std::string(getpwd()) + '/' + path;
    // Leave out "." parts; ".." stays, since symbolic links may stand before it.
    std::string out;
    size_t at = 0;
    while (at < joined.size()) {
        const size_t slash = std::min(joined.find('/', at), joined.size());
        const std::string part = joined.substr(at, slash - at);
        if (!part.empty() && part != ".")
            out += '/' + part;
        at = slash + 1;
    }
    return out.empty() ? "/" : out;
}

source_text function_text(const char *file, int line, int end_line)
{
    source_text source = {"", declaration_start(file, line), 0};
    std::string text;
    for (int at = source.first_line; at <= end_line; at++) {
        if (!source_line(file, at, text)) {
            source.text.clear();
            break;
        }
        source.text += text + '\n';
    }
    source.hash = fnv1a(source.text);
    return source;
}

} // namespace lineprof
