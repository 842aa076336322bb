// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <vector>

#include "text/code_reader.h"
#include "text/pragma_text.h"
#include "text/source.h"
#include "text/text_lines.h"

namespace lineprof {

bool is_in_directive(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return false;
    const expanded_location where = expand_location(start);
    return code_reader(where.file, where.line, 1).next() == '#';
}

namespace {

// To the end of what is in parentheses next.
void skip_parentheses(code_reader &code)
{
    int depth = 0;
    while (const char c = code.next_statement()) {
        depth += (c == '(') - (c == ')');
        if (c == ')' && depth == 0)
            break;
    }
}

// What reads on behind the pragma at LOC, which is written there.
code_reader behind_pragma(location_t loc)
{
    const expanded_location where = expand_location(loc);
    if (token_at(loc) == "_Pragma") {
        code_reader code(where.file, where.line, where.column);
        skip_parentheses(code);
        return code;
    }
    code_reader code(where.file, where.line, 1);
    code.next();
    code.skip_directive();
    return code;
}

// Whether a comment ends between LOC, which then is in it, and LAST_LINE.
bool is_in_comment(location_t loc, int last_line)
{
    code_reader code = behind_pragma(loc);
    int star = 0; // the column of the last one, where it stands on this line
    int line = 0;
    for (char c = code.next(); c && code.line() <= last_line; c = code.next()) {
        if (c == '/' && code.line() == line && code.column() == star + 1)
            return true;
        line = code.line();
        star = c == '*' ? code.column() : 0;
    }
    return false;
}

// Whether WHERE is in the statement that follows the pragma at LOC, or in the block.
bool rules(location_t loc, const expanded_location &where)
{
    code_reader code = behind_pragma(loc);
    int depth = 0;
    while (const char c = code.next_statement()) {
        if (code.line() > where.line ||
            (code.line() == where.line && code.column() >= where.column))
            return true;
        depth += (c == '{') - (c == '}');
        if (depth <= 0 && (c == ';' || c == '}'))
            break;
    }
    return false;
}

// Where on a line, from 1, a pragma with WORD in it stands; 0 if none does.
int pragma_column(const std::string &text, const char *word)
{
    const std::string code = trimmed(text);
    if (code.empty() || code.find(word) == std::string::npos)
        return 0;
    if (code[0] == '#')
        return code.find("pragma") == std::string::npos ? 0 : 1;
    const size_t at = text.find("_Pragma");
    return at == std::string::npos ? 0 : int(at) + 1;
}

} // namespace

location_t pragma_above(location_t loc, const char *word)
{
    const int most_lines = 100;
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const expanded_location where = expand_location(start);
    std::string text;
    for (int line = where.line - 1; line >= where.line - most_lines; line--) {
        if (!parsed_line(where.file, line, text))
            break;
        const int column = pragma_column(text, word);
        const location_t found =
            column ? location_near(start, line, column) : UNKNOWN_LOCATION;
        if (found != UNKNOWN_LOCATION && !is_in_comment(found, where.line))
            return rules(found, where) ? found : UNKNOWN_LOCATION;
    }
    return UNKNOWN_LOCATION;
}

namespace {

// Whether the definition of a macro holds the end of a statement, or a block.
bool holds_statement(const cpp_hashnode *name)
{
    if (!cpp_user_macro_p(name))
        return true; // no longer defined
    const cpp_macro *macro = name->value.macro;
    for (unsigned i = 0; macro->kind == cmk_macro && i < macro->count; i++) {
        const cpp_ttype type = macro->exp.tokens[i].type;
        if (type == CPP_SEMICOLON || type == CPP_OPEN_BRACE)
            return true;
    }
    return false;
}

// The macros whose expansion LOC is in, the one used at START last.
std::vector<cpp_hashnode *> macros_around(location_t loc, location_t start)
{
    std::vector<cpp_hashnode *> macros;
    for (loc = get_pure_location(loc); loc != start;) {
        const line_map_macro *map = linemap_check_macro(linemap_lookup(line_table, loc));
        macros.push_back(map->macro);
        loc = expansion_point(map);
    }
    return macros;
}

// What reads on behind the use, at START, of MACRO.
code_reader behind_use(location_t start, cpp_hashnode *macro)
{
    const expanded_location where = expand_location(start);
    const int width = int(token_at(start).size());
    code_reader code(where.file, where.line, where.column + width);
    if (cpp_fun_like_macro_p(macro))
        skip_parentheses(code);
    return code;
}

// The statement that CODE comes to next, or those in the braces there.
std::vector<location_t> read_statements(code_reader &code, location_t start)
{
    std::vector<location_t> found;
    int depth = 0;
    bool expected = true;
    while (const char c = code.next_statement()) {
        depth += (c == '{') - (c == '}');
        if (c == '{' || c == ';')
            expected = true;
        else if (c != '}' && expected) {
            found.push_back(location_near(start, code.line(), code.column()));
            expected = false;
        }
        if (depth <= 0 && (c == ';' || c == '}'))
            break;
    }
    return found;
}

} // namespace

std::vector<location_t> statements_after_directive(location_t loc)
{
    // The operator's tokens are the expansion of a macro to GCC.
    const location_t start =
        linemap_resolve_location(line_table, loc, LRK_MACRO_EXPANSION_POINT, NULL);
    if (!is_written(start))
        return {};
    if (is_in_directive(start) || token_at(start) == "_Pragma") {
        code_reader code = behind_pragma(start);
        return read_statements(code, start);
    }
    const std::vector<cpp_hashnode *> macros = macros_around(loc, start);
    if (macros.empty() || std::any_of(macros.begin(), macros.end(), holds_statement))
        return {};
    code_reader code = behind_use(start, macros.back());
    return read_statements(code, start);
}

std::vector<location_t> loop_headers(location_t loc, int count)
{
    std::vector<location_t> found;
    const location_t start = get_pure_location(loc);
    if (!is_written(start) || !(is_in_directive(loc) || token_at(loc) == "for"))
        return found;
    const expanded_location where = expand_location(start);
    code_reader code = is_in_directive(loc)
                           ? behind_pragma(start)
                           : code_reader(where.file, where.line, where.column);
    std::string word;
    while (const char c = code.next_statement()) {
        if (c == '(' && word == "for")
            found.push_back(location_near(start, code.line(), code.column()));
        else if (c == '(' && found.empty())
            break; // something else stands there, as a macro
        if (int(found.size()) == count)
            break;
        word = is_word(c) ? word + c : "";
    }
    return found;
}

} // namespace lineprof
