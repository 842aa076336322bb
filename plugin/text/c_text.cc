// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "gcc/unit_language.h"
#include "text/c_text.h"
#include "text/code_reader.h"
#include "text/pragma_text.h"
#include "text/source.h"

namespace lineprof {
namespace {

// Finds the brace that opens a C++ function's body among the characters of its
// declaration: not in parentheses, nor one that initialises a member (`: n{0}`).
class body_finder {
  public:
    bool begins_body(char c)
    {
        const char before = last_;
        last_ = c;
        if (strchr("({[", c))
            return open(c, before);
        if (strchr(")}]", c))
            depth_--;
        else if (c == ':' && depth_ == 0)
            initialises_ = before != ':' || was_initialising_;
        if (c != ':')
            was_initialising_ = initialises_;
        return false;
    }

  private:
    bool open(char c, char before)
    {
        const bool is_member = initialises_ && (is_word(before) || before == '>');
        if (c == '{' && depth_ == 0 && !is_member)
            return true;
        depth_++;
        return false;
    }

    int depth_ = 0;
    char last_ = 0;
    bool initialises_ = false;
    bool was_initialising_ = false;
};

// The brace that closes the block that LOC stands in (DEPTH 0), or the one that begins
// after LOC (-1).
location_t find_brace(location_t loc, int depth)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const expanded_location where = expand_location(start);
    code_reader code(where.file, where.line, where.column + 1);
    while (const char c = code.next_statement()) {
        if (c == '{')
            depth++;
        else if (c == '}' && depth-- == 0)
            return location_near(start, code.line(), code.column());
    }
    return UNKNOWN_LOCATION;
}

} // namespace

location_t closing_brace(location_t loc)
{
    return find_brace(loc, 0);
}

location_t closing_brace_of_function(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const expanded_location where = expand_location(start);
    body_finder finder;
    code_reader code(where.file, where.line, where.column);
    for (char c = code.next_statement(); c && c != ';'; c = code.next_statement())
        if (finder.begins_body(c))
            return closing_brace(location_near(start, code.line(), code.column()));
    return UNKNOWN_LOCATION;
}

namespace {

// To the end of the brackets whose first has been read; returns the last.
char skip_brackets(code_reader &code)
{
    int depth = 1;
    char c = 0;
    while (depth > 0 && (c = code.next_statement()))
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
    return c;
}

// To the end of what stands in a statement up to its `;`.  C has been read.
char skip_expression(code_reader &code, char c)
{
    for (; c && c != ';'; c = code.next_statement())
        if (strchr("([{", c))
            skip_brackets(code);
    return c;
}

char skip_statement(code_reader &code, char c);

// To the end of what follows a word such as `while`: parentheses, unless there are none
// (`else`, `if consteval`), and a statement.
char skip_controlled(code_reader &code, const std::string &word)
{
    for (size_t i = 1; i < word.size(); i++)
        code.next_statement();
    char c = code.next_statement();
    const std::string next = code.word();
    if (next == "constexpr" || next == "consteval" || c == '!')
        while (c && !strchr("({", c))
            c = code.next_statement();
    if (c == '(') {
        skip_brackets(code);
        c = code.next_statement();
    }
    return skip_statement(code, c);
}

// The same for each WORD that follows; LAST is what has been read before.
char skip_all_controlled(code_reader &code, const char *word, char last)
{
    for (;;) {
        code_reader ahead = code;
        ahead.next_statement();
        if (ahead.word() != word)
            return last;
        code = ahead;
        last = skip_controlled(code, word);
    }
}

// To the end of the statement that C, which has been read, begins; returns its last
// character.
char skip_statement(code_reader &code, char c)
{
    const std::string word = code.word();
    if (c == '{')
        return skip_brackets(code);
    if (c == '[' && code_reader(code).next_statement() == '[') { // an attribute
        skip_brackets(code);
        return skip_statement(code, code.next_statement());
    }
    if (word == "for" || word == "while" || word == "switch" || word == "catch")
        return skip_controlled(code, word);
    if (word == "if")
        return skip_all_controlled(code, "else", skip_controlled(code, word));
    if (word == "try")
        return skip_all_controlled(code, "catch", skip_controlled(code, word));
    if (word == "do")
        skip_controlled(code, word);
    return skip_expression(code, c);
}

} // namespace

bool is_in_statement(location_t loc, location_t start)
{
    static const char *const words[] = {"if", "for", "while", "switch", "do", "try"};
    if (!is_written(get_pure_location(start)) || !is_written(get_pure_location(loc)) ||
        is_in_directive(start))
        return false;
    const expanded_location from = expand_location(get_pure_location(start));
    const expanded_location to = expand_location(get_pure_location(loc));
    code_reader code(from.file, from.line, from.column);
    char c = code.next_statement();
    bool controls = false;
    for (const char *word : words)
        controls |= code.word() == word;
    int depth = 0, braces = 0;
    for (; c && !(c == ';' && depth == 0); c = code.next_statement()) {
        if (code.line() == to.line && code.column() == to.column)
            return braces == 0;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
        braces += (c == '{') - (c == '}');
        if (controls && depth == 0 && strchr(")}", c))
            return false; // behind its header
    }
    return false;
}

location_t closing_brace_of_statement(location_t loc)
{
    const location_t start = get_pure_location(
        linemap_resolve_location(line_table, loc, LRK_MACRO_EXPANSION_POINT, NULL));
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const expanded_location where = expand_location(start);
    code_reader code(where.file, where.line, where.column);
    const char first = code.next_statement();
    const char last = linemap_location_from_macro_expansion_p(line_table, loc)
                          ? skip_controlled(code, code.word())
                          : skip_statement(code, first);
    return last == '}' ? location_near(start, code.line(), code.column())
                       : UNKNOWN_LOCATION;
}

namespace {

// Finds the `while` that ends a `do` loop among the characters that follow the `do`: it
// comes after a `;` or a brace, as those that begin a loop in the body do not where that
// has no braces of its own.
class do_finder {
  public:
    // Whether C, with which WORD begins, is where that `while` does.
    bool begins_while(char c, const std::string &word)
    {
        const char before = last_;
        last_ = c;
        depth_ += strchr("({[", c) ? 1 : strchr(")}]", c) ? -1 : 0;
        if (depth_ != 0)
            return false;
        open_ += word == "do";
        return word == "while" && (before == ';' || before == '}') && --open_ == 0;
    }

  private:
    char last_ = 0;
    int depth_ = 0;
    int open_ = 1;
};

// As while_of_do, of START, whether it fits or not.
location_t find_while(location_t start, group chosen)
{
    const expanded_location where = expand_location(start);
    // The C front end puts the loop at what follows the `do`.
    const bool at_do =
        unit_language() == LINEPROF_LANGUAGE_CXX && token_at(start) == "do";
    code_reader code(where.file, where.line, where.column + (at_do ? 2 : 0), chosen);
    do_finder finder;
    while (const char c = code.next_statement()) {
        if (finder.begins_while(c, code.word()))
            return location_near(start, code.line(), code.column());
    }
    return UNKNOWN_LOCATION;
}

} // namespace

location_t while_of_do(location_t loc, location_t condition)
{
    const location_t start = get_pure_location(loc);
    location_t best = UNKNOWN_LOCATION;
    if (!is_written(start))
        return best;
    for (const group chosen : {group::first, group::second}) {
        const location_t found = find_while(start, chosen);
        if (found == UNKNOWN_LOCATION || stands_before(condition, found))
            continue;
        if (best == UNKNOWN_LOCATION ||
            (condition != UNKNOWN_LOCATION && stands_before(best, found)))
            best = found;
    }
    return best;
}

for_header header_of_for(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start) || token_at(start) != "for")
        return {false, UNKNOWN_LOCATION};
    const expanded_location where = expand_location(start);
    code_reader code(where.file, where.line, where.column);
    int depth = 0, semicolons = 0;
    while (const char c = code.next_statement()) {
        if (semicolons == 2)
            return {false, location_near(start, code.line(), code.column())};
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
        semicolons += c == ';' && depth == 1;
        if (c == ')' && depth == 0)
            return {true, UNKNOWN_LOCATION};
    }
    return {false, UNKNOWN_LOCATION};
}

location_t opening_brace(location_t loc)
{
    const location_t start = get_pure_location(loc);
    if (!is_written(start))
        return UNKNOWN_LOCATION;
    const expanded_location where = expand_location(start);
    code_reader code(where.file, where.line, where.column);
    int depth = 0;
    bool has_parameters = false, initialises = false;
    int colons = 0; // in a row
    char before = 0;
    for (char c; (c = code.next_statement()) && !(c == ';' && depth == 0); before = c) {
        // A member's braces follow its name, the body's what is closed.
        const bool names = is_word(before) || before == '>';
        if (c == '{' && depth == 0 && has_parameters && !(initialises && names))
            return location_near(start, code.line(), code.column());
        initialises |= has_parameters && depth == 0 && c != ':' && colons == 1;
        colons = c == ':' ? colons + 1 : 0;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
        has_parameters |= depth == 0 && c == ')';
    }
    return UNKNOWN_LOCATION;
}

} // namespace lineprof
