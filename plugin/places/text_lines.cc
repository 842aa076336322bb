// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <sys/mman.h>
#include <unordered_map>

#include "gcc/unit_language.h"
#include "places/text_lines.h"
#include "text/claimed_lines.h"
#include "text/split_text.h"

namespace lineprof {
namespace {

line_ends ends_in_unit()
{
    const lineprof_language language = unit_language();
    return language == LINEPROF_LANGUAGE_C || language == LINEPROF_LANGUAGE_CXX
               ? line_ends::old_ones_too
               : line_ends::feeds;
}

// Empty if it cannot be read.
split_text read_source(const char *file)
{
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return {};
    std::string text;
    char buffer[65536];
    while (const size_t size = fread(buffer, 1, sizeof buffer, stream))
        text.append(buffer, size);
    fclose(stream);
    return split_text(std::move(text), ends_in_unit());
}

std::unordered_map<std::string, split_text> sources;

const split_text &find_source(const char *file)
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

bool written_line(const char *file, int line, std::string &out)
{
    return find_source(file).line(line, out);
}

bool parsed_line(const char *file, int line, std::string &out)
{
    static const char *const name = main_input();
    static const claimed_lines input(
        find_source(name), strcmp(name, "-") == 0 ? "<stdin>" : name, written_line);
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
