// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/c_scan.h"

#include "text/characters.h"

namespace lineprof {

spot closing_brace_in(const line_source &lines, spot inside)
{
    code_reader code(lines, {inside.line, inside.column + 1});
    int depth = 0;
    while (const char c = code.next_statement()) {
        if (c == '{')
            depth++;
        else if (c == '}' && depth-- == 0)
            return code.at();
    }
    return {};
}

spot body_brace_in(const line_source &lines, spot name, body wanted)
{
    code_reader code(lines, name);
    int depth = 0;
    bool has_parameters = false, initialises = false;
    int colons = 0; // in a row
    char before = 0;
    for (char c; (c = code.next_statement()) && !(c == ';' && depth == 0); before = c) {
        // A member's braces follow its name, the body's what is closed.
        const bool is_member = initialises && (is_word(before) || before == '>');
        const bool is_early = wanted == body::behind_parameters && !has_parameters;
        if (c == '{' && depth == 0 && !is_member && !is_early)
            return code.at();
        initialises |= has_parameters && depth == 0 && c != ':' && colons == 1;
        colons = c == ':' ? colons + 1 : 0;
        depth += bracket_step(c);
        has_parameters |= depth == 0 && c == ')';
    }
    return {};
}

namespace {

// To the end of the brackets whose first has been read; returns the last.
char skip_brackets(code_reader &code)
{
    int depth = 1;
    char c = 0;
    while (depth > 0 && (c = code.next_statement()))
        depth += bracket_step(c);
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

bool is_in_statement_in(const line_source &lines, spot at, spot start)
{
    static const char *const words[] = {"if", "for", "while", "switch", "do", "try"};
    code_reader code(lines, start);
    char c = code.next_statement();
    bool controls = false;
    for (const char *word : words)
        controls |= code.word() == word;
    int depth = 0, braces = 0;
    for (; c && !(c == ';' && depth == 0); c = code.next_statement()) {
        if (code.at() == at)
            return braces == 0;
        depth += bracket_step(c);
        braces += (c == '{') - (c == '}');
        if (controls && depth == 0 && strchr(")}", c))
            return false; // behind its header
    }
    return false;
}

spot last_brace_in(const line_source &lines, spot start)
{
    code_reader code(lines, start);
    const char first = code.next_statement();
    return skip_statement(code, first) == '}' ? code.at() : spot{};
}

spot last_brace_behind_macro_in(const line_source &lines, spot start)
{
    code_reader code(lines, start);
    code.next_statement();
    return skip_controlled(code, code.word()) == '}' ? code.at() : spot{};
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
        depth_ += bracket_step(c);
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

} // namespace

spot while_of_do_in(const line_source &lines, spot start, group chosen)
{
    code_reader code(lines, start, chosen);
    do_finder finder;
    while (const char c = code.next_statement()) {
        if (finder.begins_while(c, code.word()))
            return code.at();
    }
    return {};
}

for_step step_of_for_in(const line_source &lines, spot start)
{
    code_reader code(lines, start);
    int depth = 0, semicolons = 0;
    while (const char c = code.next_statement()) {
        if (semicolons == 2)
            return {false, code.at()};
        depth += bracket_step(c);
        semicolons += c == ';' && depth == 1;
        if (c == ')' && depth == 0)
            return {true, {}};
    }
    return {};
}

namespace {

// Whether a line above a declarator can be a part of its declaration: return type,
// attributes, template header.
bool continues_declaration(const std::string &line)
{
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#' || text[0] == '*')
        return false;
    if (starts_with(text, "//") || starts_with(text, "/*"))
        return false;
    const char last = text[text.size() - 1];
    if (last == '/' && text.size() > 1 && text[text.size() - 2] == '*')
        return false;
    return !strchr(";{}:\\", last);
}

} // namespace

int declaration_start_in(const line_source &lines, int line)
{
    const int most_lines = 20; // above a name; a declaration longer than that is cut
    int first = line;
    std::string text;
    while (first > 1 && line - first < most_lines && lines.line(first - 1, text) &&
           continues_declaration(text))
        first--;
    return first;
}

} // namespace lineprof
