// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>
#include <sys/mman.h>
#include <unordered_map>
#include <vector>

#include "gcc/unit_language.h"
#include "text/text_lines.h"

namespace lineprof {
namespace {

// A file's text and where its lines begin.  GCC's own cache looks for a line from a
// sampled one on, which takes long in a long file.
struct source_file {
    std::string text;
    std::vector<size_t> starts;

    bool line(int number, std::string &out) const;
};

// Whether a carriage return ends a line without a line feed, too, as the preprocessor has
// it.
bool has_old_line_ends()
{
    return unit_language() == LINEPROF_LANGUAGE_C ||
           unit_language() == LINEPROF_LANGUAGE_CXX;
}

// Where the line that goes through START ends, without what ends it.
size_t end_of_line(const std::string &text, size_t start)
{
    size_t end = std::min(text.find('\n', start), text.size());
    if (has_old_line_ends())
        return std::min(text.find('\r', start), end);
    if (end > start && text[end - 1] == '\r')
        end--;
    return end;
}

// Where the next one begins.
size_t next_line(const std::string &text, size_t end)
{
    end += end < text.size() && text[end] == '\r';
    const bool is_feed = end < text.size() && text[end] == '\n';
    return end + is_feed;
}

// A line without its end.
bool source_file::line(int number, std::string &out) const
{
    if (number < 1 || size_t(number) > starts.size())
        return false;
    const size_t start = starts[number - 1];
    out.assign(text, start, end_of_line(text, start) - start);
    return true;
}

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
        at = next_line(source.text, end_of_line(source.text, at));
    }
    return source;
}

std::unordered_map<std::string, source_file> sources;

const source_file &find_source(const char *file)
{
    const auto found = sources.find(file);
    return found != sources.end()
               ? found->second
               : sources.emplace(file, read_source(file)).first->second;
}

// The file on the compiler's command line.
const char *main_input()
{
    for (unsigned i = 1; i < save_decoded_options_count; i++)
        if (save_decoded_options[i].opt_index == OPT_SPECIAL_input_file)
            return save_decoded_options[i].arg;
    return "";
}

// `# 12 "file" 1`, `#line 12 "file"` and the same without a file.
struct line_marker {
    enum { none, unclear, clear } kind;
    int line;
    std::string file; // as before, if empty
};

// A string literal's value as far as names of files need it.
std::string quoted(const std::string &text, size_t at)
{
    std::string value;
    if (at >= text.size() || text[at] != '"')
        return value;
    for (at++; at < text.size() && text[at] != '"'; at++) {
        if (text[at] == '\\' && at + 1 < text.size())
            at++;
        value += text[at];
    }
    return value;
}

line_marker read_marker(const std::string &text)
{
    const char *const space = " \t";
    size_t at = text.find_first_not_of(space);
    if (at == std::string::npos || text[at] != '#')
        return {line_marker::none, 0, ""};
    at = std::min(text.find_first_not_of(space, at + 1), text.size());
    const bool is_line = text.compare(at, 4, "line") == 0 && !ISIDNUM(text[at + 4]);
    if (is_line)
        at = std::min(text.find_first_not_of(space, at + 4), text.size());
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    if (end == at || end - at > 9)
        return {is_line ? line_marker::unclear : line_marker::none, 0, ""};
    const size_t name = std::min(text.find_first_not_of(space, end), text.size());
    return {line_marker::clear, atoi(text.c_str() + at), quoted(text, name)};
}

// What an input says of other files.
class claimed_lines {
  public:
    explicit claimed_lines(const char *input);

    // Whether anything is said of FILE, so that LINE is not to be looked for elsewhere.
    bool find(const char *file, int line, bool &known, std::string &out) const;

  private:
    struct claim {
        std::string text;
        bool is_ambiguous;
    };
    struct claims {
        std::unordered_map<int, claim> by_line;
        int last = 0; // of the lines
    };

    void add(const std::string &file, int line, const std::string &text, bool again);

    std::unordered_map<std::string, claims> files_;
    bool is_preprocessed_ = false;
};

bool is_blank(const std::string &text)
{
    return trimmed(text).empty();
}

bool is_directive(const std::string &text)
{
    return trimmed(text)[0] == '#';
}

// The preprocessor puts a marker inside a line where a macro of a system header was
// used, and what follows in the columns where it stood.  A pragma that was an operator
// becomes a line of its own; what is left of the line is its text.
void lay_over(std::string &line, const std::string &more)
{
    if (is_blank(line) || (is_directive(line) && !is_blank(more)))
        line.clear();
    else if (is_directive(more))
        return;
    for (size_t at = 0; at < more.size(); at++) {
        if (at >= line.size())
            line += more[at];
        else if (ISSPACE(line[at]))
            line[at] = more[at];
    }
}

// AGAIN: the line before was a part of the same one.
void claimed_lines::add(const std::string &file, int line, const std::string &text,
                        bool again)
{
    claims &all = files_[file];
    all.last = std::max(all.last, line);
    const auto [at, is_new] = all.by_line.try_emplace(line, claim{text, false});
    claim &known = at->second;
    if (again)
        lay_over(known.text, text);
    else if (is_blank(known.text))
        known.text = text;
    else if (!is_new && !is_blank(text) && text != known.text)
        known.is_ambiguous = true;
}

bool has_markers(const source_file &source)
{
    std::string text;
    for (int at = 1; source.line(at, text); at++)
        if (read_marker(text).kind != line_marker::none)
            return true;
    return false;
}

claimed_lines::claimed_lines(const char *input)
{
    const source_file &source = find_source(input);
    if (!has_markers(source))
        return;
    const bool is_stdin = strcmp(input, "-") == 0;
    std::string file = is_stdin ? "<stdin>" : input, last_file, text;
    int line = 1, last_line = 0;
    bool is_clear = true;
    for (int at = 1; source.line(at, text); at++) {
        const line_marker marker = read_marker(text);
        if (marker.kind == line_marker::none) {
            const bool again = line == last_line && file == last_file;
            if (is_clear && line > 0)
                add(file, line, text, again);
            last_line = line++;
            last_file = file;
            continue;
        }
        is_preprocessed_ |= at == 1;
        is_clear = marker.kind == line_marker::clear;
        line = marker.line;
        if (!marker.file.empty())
            file = marker.file;
    }
}

bool claimed_lines::find(const char *file, int line, bool &known, std::string &out) const
{
    const auto found = files_.find(file);
    if (found == files_.end() || line < 1)
        return false;
    const claims &all = found->second;
    const auto at = all.by_line.find(line);
    if (at != all.by_line.end()) {
        known = !at->second.is_ambiguous;
        out = at->second.text;
    } else if (!is_preprocessed_ && written_line(file, line, out)) {
        known = true;
    } else {
        known = line <= all.last; // left out between others, as it is blank
        out.clear();
    }
    return true;
}

// Puts a copy of what comes from DESCRIPTOR into its place; false if it is left alone.  A
// part of it must not be taken for the whole.
bool make_readable_twice(int descriptor)
{
    const int copy = memfd_create("lineprof-source", MFD_CLOEXEC);
    if (copy < 0)
        return false;
    char buffer[65536];
    ssize_t size;
    while ((size = read(descriptor, buffer, sizeof buffer)) > 0)
        if (write(copy, buffer, size) != size)
            break;
    if (size != 0 || lseek(copy, 0, SEEK_SET) != 0 || dup2(copy, descriptor) < 0)
        fatal_error(UNKNOWN_LOCATION, "cannot keep a copy of standard input: %m");
    close(copy);
    return true;
}

} // namespace

std::string trimmed(const std::string &line)
{
    const size_t first = line.find_first_not_of(" \t\r\f\v");
    if (first == std::string::npos)
        return "";
    return line.substr(first, line.find_last_not_of(" \t\r\f\v") - first + 1);
}

bool written_line(const char *file, int line, std::string &out)
{
    return find_source(file).line(line, out);
}

bool parsed_line(const char *file, int line, std::string &out)
{
    static const claimed_lines input(main_input());
    bool known = false;
    return input.find(file, line, known, out) ? known : written_line(file, line, out);
}

void keep_standard_input()
{
    if (strcmp(main_input(), "-") != 0)
        return;
    struct stat status;
    if (fstat(STDIN_FILENO, &status) != 0 ||
        (!S_ISREG(status.st_mode) && !make_readable_twice(STDIN_FILENO)))
        return;
    // A place of its own in the file: GCC's stays at the beginning.
    sources["-"] = sources["<stdin>"] = read_source("/proc/self/fd/0");
}

} // namespace lineprof
