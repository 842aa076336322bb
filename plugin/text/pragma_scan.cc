// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/pragma_scan.h"

#include "text/characters.h"

namespace lineprof {

bool is_directive_in(const line_source &lines, int line)
{
    return code_reader(lines, {line, 1}).next() == '#';
}

void skip_parentheses(code_reader &code)
{
    int depth = 0;
    while (const char c = code.next_statement()) {
        depth += (c == '(') - (c == ')');
        if (c == ')' && depth == 0)
            break;
    }
}

code_reader behind_pragma_in(const line_source &lines, spot pragma)
{
    if (token_in(lines, pragma) == "_Pragma") {
        code_reader code(lines, pragma);
        skip_parentheses(code);
        return code;
    }
    code_reader code(lines, {pragma.line, 1});
    code.next();
    code.skip_directive();
    return code;
}

code_reader behind_word_in(const line_source &lines, spot word)
{
    const int width = int(token_in(lines, word).size());
    return code_reader(lines, {word.line, word.column + width});
}

bool is_in_comment_in(const line_source &lines, spot pragma, int last_line)
{
    code_reader code = behind_pragma_in(lines, pragma);
    spot star; // the last one
    for (char c = code.next(); c && code.at().line <= last_line; c = code.next()) {
        if (c == '/' && code.at() == spot{star.line, star.column + 1})
            return true;
        star = c == '*' ? code.at() : spot{};
    }
    return false;
}

bool rules_in(const line_source &lines, spot pragma, spot at)
{
    code_reader code = behind_pragma_in(lines, pragma);
    int depth = 0;
    while (const char c = code.next_statement()) {
        if (!(code.at() < at))
            return true;
        depth += (c == '{') - (c == '}');
        if (depth <= 0 && (c == ';' || c == '}'))
            break;
    }
    return false;
}

namespace {

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

spot pragma_above_in(const line_source &lines, int line, int lowest, const char *word)
{
    std::string text;
    for (line--; line >= lowest && lines.line(line, text); line--)
        if (const int column = pragma_column(text, word))
            return {line, column};
    return {};
}

std::vector<spot> statements_next(code_reader code)
{
    std::vector<spot> found;
    int depth = 0;
    bool expected = true;
    while (const char c = code.next_statement()) {
        depth += (c == '{') - (c == '}');
        if (c == '{' || c == ';')
            expected = true;
        else if (c != '}' && expected) {
            found.push_back(code.at());
            expected = false;
        }
        if (depth <= 0 && (c == ';' || c == '}'))
            break;
    }
    return found;
}

std::vector<spot> loop_headers_in(const line_source &lines, spot start, int count)
{
    std::vector<spot> found;
    code_reader code = is_directive_in(lines, start.line) ? behind_pragma_in(lines, start)
                                                          : code_reader(lines, start);
    std::string word;
    while (const char c = code.next_statement()) {
        if (c == '(' && word == "for")
            found.push_back(code.at());
        else if (c == '(' && found.empty())
            break; // something else stands there, as a macro
        if (int(found.size()) == count)
            break;
        word = is_word(c) ? word + c : "";
    }
    return found;
}

} // namespace lineprof
