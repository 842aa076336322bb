// SPDX-License-Identifier: GPL-3.0-or-later
// Places in the source and its text.
#ifndef SOURCE_H
#define SOURCE_H

#include <cstdint>
#include <string>
#include <vector>

namespace lineprof {

// A line of a file.  `file` is GCC's own string: compare with filename_cmp.
struct place {
    const char *file;
    int line; // 1-based; 0: nowhere
};

// Where a statement or expression at LOC begins: the start of its range, or of
// the outermost macro expansion that it came from.
place place_of(location_t loc);

bool same_place(const place &a, const place &b);

// The first token at LOC as it is spelled, in a macro's definition if need be: a
// word, or one character; "" when the source cannot be read.
std::string token_at(location_t loc);

// Whether LOC is in a file, and not in a macro's expansion.
bool is_written(location_t loc);

// The location of a place in the file of START, mostly after it; UNKNOWN_LOCATION where
// the line maps do not reach that far.
location_t location_near(location_t start, int line, int column);

// Whether A stands before B, in the same file.
bool stands_before(location_t a, location_t b);

// The beginning of LINE in the file of LOC; UNKNOWN_LOCATION where the line map does not
// reach it.
location_t location_on_line(location_t loc, int line);

// A path that the compiler was given, as the object holds it: made absolute, and mapped
// by -ffile-prefix-map and -fdebug-prefix-map.
std::string recorded_path(const char *path);

// The absolute paths by which a user may know the file that the compiler calls PATH:
// without symbolic links, and as it is reached from the working directory.  (The latter
// not where that goes up: `/a/build/../src/f.h` is nothing of `/a/build/`.)
const std::vector<std::string> &absolute_paths(const char *path);

struct source_text {
    std::string text; // whole lines; empty when the file cannot be read
    int first_line;
    uint64_t hash; // FNV-1a of the text
};

// The text of a function whose name stands on LINE and whose last line is
// END_LINE, with the lines above the name that belong to its declaration.
source_text function_text(const char *file, int line, int end_line);

} // namespace lineprof

#endif
