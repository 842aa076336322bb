// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include <algorithm>
#include <vector>

#include "source.h"
#include "text_lines.h"
#include "unit_info.h"

namespace lineprof {
namespace {

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
    while (first > 1 && line - first < most_lines &&
           written_line(file, first - 1, text) && continues_declaration(text))
        first--;
    return first;
}

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

uint64_t fnv1a(const std::string &text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char byte : text)
        hash = (hash ^ byte) * 0x100000001b3u;
    return hash;
}

bool is_word(char c)
{
    return ISALNUM(c) || c == '_' || c == '$';
}

// Which of the groups of lines that `#if`, `#elif` and `#else` choose from is read; only
// the compiler knows which it was.
enum class group { first, second };

// Reads the text of a C file character by character; what is inside comments and
// literals is no code, and neither is white space.
class code_reader {
  public:
    // Begins at a column, from 1.
    code_reader(const char *file, int line, int column, group chosen = group::first)
        : file_(file), line_(line), at_(column - 1), last_line_(line + most_lines),
          chosen_(chosen)
    {
        readable_ = parsed_line(file_, line_, text_);
    }

    // The next character of code; 0 where the text ends, or is read no further.
    char next()
    {
        while (readable_) {
            if (at_ >= text_.size())
                next_line();
            else if (const char c = step())
                return c;
        }
        return 0;
    }

    // The same without directives, and of the groups of a conditional only one.
    char next_statement()
    {
        char c = next();
        for (; c == '#' && begins_line(); c = next())
            obey_directive();
        return c;
    }

    // Where the character that was read last stands.
    int line() const
    {
        return line_;
    }
    int column() const
    {
        return int(at_);
    }
    // The word that it begins; "" if it begins none.
    std::string word() const
    {
        size_t end = at_ - 1;
        if (end > 0 && is_word(text_[end - 1]))
            return "";
        while (end < text_.size() && is_word(text_[end]))
            end++;
        return text_.substr(at_ - 1, end - at_ + 1);
    }
    void skip_directive()
    {
        while (readable_ && !text_.empty() && text_[text_.size() - 1] == '\\')
            next_line();
        at_ = text_.size();
    }

  private:
    static const int most_lines = 10000; // no block is longer

    // Whether the character is the first on its line.
    bool begins_line() const
    {
        return text_.find_first_not_of(" \t\f\v") + 1 == at_;
    }

    void obey_directive()
    {
        const std::string directive = trimmed(text_.substr(at_));
        const bool is_left_out =
            directive.compare(0, 4, "if 0") == 0 ||
            (chosen_ == group::second && directive.compare(0, 2, "if") == 0);
        skip_directive();
        if (is_left_out)
            skip_group();
        else if (directive.compare(0, 2, "el") == 0) // the group before it was read
            while (readable_ && !skip_group())
                ;
    }

    // To the end of the directive that closes a group, or begins the next one.  Returns
    // whether that was the last.
    bool skip_group()
    {
        bool is_last = false;
        int depth = 1;
        while (readable_ && depth > 0) {
            next_line();
            const std::string line = trimmed(text_);
            if (line.empty() || line[0] != '#')
                continue;
            const std::string directive = trimmed(line.substr(1));
            is_last = directive.compare(0, 5, "endif") == 0;
            depth += directive.compare(0, 2, "if") == 0;
            depth -= is_last || (depth == 1 && directive.compare(0, 2, "el") == 0);
        }
        at_ = text_.size();
        return is_last;
    }

    void next_line()
    {
        at_ = 0;
        if (text_.empty() || text_[text_.size() - 1] != '\\')
            quote_ = 0;
        readable_ = ++line_ <= last_line_ && parsed_line(file_, line_, text_);
    }

    // One character on; 0 if it is no code.
    char step()
    {
        const char c = text_[at_++];
        const char after = at_ < text_.size() ? text_[at_] : 0;
        if (in_comment_) {
            in_comment_ = !(c == '*' && after == '/');
            at_ += !in_comment_;
        } else if (!raw_end_.empty()) {
            if (!text_.compare(at_ - 1, raw_end_.size(), raw_end_)) {
                at_ += raw_end_.size() - 1;
                raw_end_.clear();
            }
        } else if (quote_) {
            at_ += c == '\\';
            quote_ = c == quote_ ? 0 : quote_;
        } else if (c == '/' && after == '/') {
            quote_ = '\n'; // as far as the line goes, which a backslash makes longer
            at_ = text_.size();
        } else if (c == '/' && after == '*') {
            in_comment_ = true;
            at_++;
        } else if (c == '"' && is_raw()) {
            raw_end_ = ')' + text_.substr(at_, text_.find('(', at_) - at_) + '"';
            return c;
        } else if (c == '"' || (c == '\'' && !separates_digits())) {
            quote_ = c;
            return c;
        } else {
            return ISSPACE(c) ? 0 : c;
        }
        return 0;
    }

    // Whether the quotation mark that was read begins a raw string, R"(...)".
    bool is_raw() const
    {
        static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
        size_t start = at_ - 1;
        while (start > 0 && is_word(text_[start - 1]))
            start--;
        for (const char *prefix : prefixes)
            if (!text_.compare(start, at_ - 1 - start, prefix))
                return true;
        return false;
    }

    // Whether the quotation mark that was read stands in a number, as in 1'000.
    bool separates_digits() const
    {
        size_t start = at_ - 1;
        while (start > 0 && (ISALNUM(text_[start - 1]) || text_[start - 1] == '\''))
            start--;
        return ISDIGIT(text_[start]);
    }

    const char *file_;
    std::string text_;
    int line_;
    size_t at_;
    int last_line_;
    group chosen_;
    bool readable_;
    bool in_comment_ = false;
    char quote_ = 0;
    std::string raw_end_; // what ends the raw string being read
};

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
    if (!where.file || where.column < 1 || !parsed_line(where.file, where.line, line))
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

} // namespace

namespace {

bool is_written(location_t loc)
{
    return loc > BUILTINS_LOCATION &&
           !linemap_location_from_macro_expansion_p(line_table, loc);
}

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

bool stands_before(location_t a, location_t b)
{
    const expanded_location one = expand_location(get_pure_location(a));
    const expanded_location two = expand_location(get_pure_location(b));
    return one.file && two.file && !filename_cmp(one.file, two.file) &&
           (one.line < two.line || (one.line == two.line && one.column < two.column));
}

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

std::string recorded_path(const char *path)
{
    // As with debug information, a map may name the path as it was given, or as it is.
    const char *mapped = remap_debug_filename(path);
    if (mapped != path || IS_ABSOLUTE_PATH(path))
        return without_dots(mapped);
    const std::string joined = std::string(getpwd()) + '/' + path;
    return remap_debug_filename(without_dots(joined).c_str());
}

source_text function_text(const char *file, int line, int end_line)
{
    // Above a procedure of Fortran stand other things.
    const bool is_fortran = unit_language() == LINEPROF_LANGUAGE_FORTRAN;
    source_text source = {"", is_fortran ? line : declaration_start(file, line), 0};
    std::string text;
    for (int at = source.first_line; at <= end_line; at++) {
        if (!written_line(file, at, text)) {
            source.text.clear();
            break;
        }
        source.text += text + '\n';
    }
    source.hash = fnv1a(source.text);
    return source;
}

bool text_of_line(const place &where, std::string &out)
{
    return parsed_line(where.file, where.line, out);
}

location_t location_on_line(location_t loc, int line)
{
    return location_near(get_pure_location(loc), line, 1);
}

} // namespace lineprof
