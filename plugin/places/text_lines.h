// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of source text: as they stand on disk, and as the parser reads them.
#ifndef TEXT_LINES_H
#define TEXT_LINES_H

#include <string>

namespace lineprof {

// The text of LINE (from 1) of FILE on disk, without its end; false if there is none or
// the file cannot be read.
bool written_line(const char *file, int line, std::string &out);

// The text that the parser reads as that line, which is what the columns of locations
// are columns of.  It is another where the input says, by `#line` or the preprocessor's
// line markers, that it comes from elsewhere: the file named may look different, or not
// be there.  False also where texts that differ claim to be the line.
bool parsed_line(const char *file, int line, std::string &out);

// Keeps the text of a source that comes by standard input.  To be called before GCC reads
// it.
void keep_standard_input();

} // namespace lineprof

#endif
